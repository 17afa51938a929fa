import { recordCalc } from '#kit/server/calc/calc.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { type PayoutInputs, payoutOf } from '#modules/insurance/contract/product/arithmetic.ts';
import { addDays, monthsBetween } from '#modules/insurance/contract/product/days.ts';
import { insertClaim } from '#modules/insurance/server/claim/ins-claim.report.ts';
import { insertClaimAnimals, setAnimalsPaid } from '#modules/insurance/server/claim/ins-claim-animal.ts';
import { insertEndorsement, refundOf } from '#modules/insurance/server/policy/ins-endorsement.ts';
import { coversIn, setClaimed } from '#modules/insurance/server/policy/ins-policy-animal.ts';
import { asInputs, payoutCalc } from '#modules/insurance/server/product/calc.ts';
import { ruleOf, versionOf } from '#modules/insurance/server/product/version-of.ts';
import { changeAnimals } from '#modules/registry/server/index.ts';
import type { DemoWorld } from '../part.ts';

interface Cover {
  readonly id: number;
  readonly animalId: number;
  readonly earTag: string;
  readonly policyId: number;
  readonly versionId: number;
  readonly productId: number;
  readonly insurerId: number;
  readonly principalId: number;
  readonly holderName: string;
  readonly regionCode: number;
  readonly birthDate: string;
  readonly coverFrom: string;
  readonly sumInsured: number;
}
interface Story {
  readonly hours: number;
  readonly cause: string;
  readonly liability: string;
  readonly text: string;
  readonly status: string;
}
const stories: readonly Story[] = [
  { hours: 26, cause: 'disease', liability: 'disease', text: '早晨发现死亡,疑似呼吸道病。', status: 'reported' },
  { hours: 3, cause: 'calving', liability: 'calving', text: '难产,夜间死亡。', status: 'reported' },
  { hours: 7, cause: 'accident', liability: 'accident', text: '掉入水渠。', status: 'dispatched' },
  { hours: 20, cause: 'weather', liability: 'disaster', text: '大风降温后死亡。', status: 'dispatched' },
  { hours: 30, cause: 'disease', liability: 'disease', text: '治疗三日无效死亡。', status: 'surveyed' },
  { hours: 50, cause: 'predator', liability: 'accident', text: '狼害。', status: 'surveyed' },
  { hours: 80, cause: 'calving', liability: 'calving', text: '难产死亡。', status: 'assessed' },
  { hours: 130, cause: 'disease', liability: 'disease', text: '急性胀气。', status: 'agreed' },
  { hours: 200, cause: 'accident', liability: 'accident', text: '被车撞伤后死亡。', status: 'reviewing' },
  { hours: 260, cause: 'disease', liability: 'disease', text: '腹泻脱水死亡。', status: 'approved' },
  { hours: 420, cause: 'weather', liability: 'disaster', text: '暴雪中冻死。', status: 'closed' },
  { hours: 600, cause: 'calving', liability: 'calving', text: '难产死亡。', status: 'closed' },
  { hours: 700, cause: 'poison', liability: 'accident', text: '误食毒草。', status: 'closed' },
  { hours: 660, cause: 'unknown', liability: 'disease', text: '无法确认耳标。', status: 'rejected' },
];
const order = ['reported', 'dispatched', 'surveyed', 'assessed', 'agreed', 'reviewing', 'approved', 'closed'];

/** Claims on every step of their way; the dead are dead in the register too. */
export async function saveClaims(world: DemoWorld, tx: Tx, insurerA: number): Promise<void> {
  const users = new Map(
    (
      await tx.query<{ name: string; id: number }>(
        'select username as name, id from platform.sys_user where tenant_no = $1',
        [tx.scope.tenantNo],
      )
    ).map((one) => [one.name, one.id]),
  );
  await tx.query(
    `insert into insurance.ins_duty (tenant_no, region_code, insurer_id, staff_id, staff_name, user_id, on_from, max_open,
       longitude, latitude)
     select u.tenant_no, 150500000000, u.principal_id, s.id, s.name, u.id, $1::date - 200, 8, 122.26, 43.62
     from platform.sys_user u join registry.staff s on s.user_id = u.id where u.username = 'ins_sv1'`,
    [world.today],
  );
  const snowedOn = addDays(world.today, -19);
  await tx.query(
    `insert into insurance.ins_catastrophe (tenant_no, name, kind, region_code, from_at, to_at, arrive_hours, status)
     values ($1, $3, 'blizzard', 150521000000, $2::timestamptz, $2::timestamptz + interval '4 days', 48, 'active')`,
    [tx.scope.tenantNo, `${snowedOn}T00:00:00+08:00`, `${Number(snowedOn.slice(5, 7))}月暴雪`],
  );
  // The last of them: stories of other modules are told of the first.
  const covers = await tx.query<Cover>(
    `select a.id, a.animal_id as "animalId", a.ear_tag as "earTag",
       a.policy_id as "policyId",
       p.version_id as "versionId", a.product_id as "productId", a.insurer_id as "insurerId",
       a.principal_id as "principalId", c.holder_name as "holderName", a.region_code as "regionCode",
       to_char(a.birth_date, 'YYYY-MM-DD') as "birthDate", to_char(a.cover_from, 'YYYY-MM-DD') as "coverFrom",
       a.sum_insured as "sumInsured"
     from insurance.ins_policy_animal a join insurance.ins_policy p on p.id = a.policy_id
       join insurance.ins_policy_party c on c.id = a.party_id join insurance.ins_product d on d.id = a.product_id
       join insurance.animal_seen s on s.id = a.animal_id
     where a.insurer_id = $1 and a.status = 'live' and d.code = 'COW' and p.status = 'effective' and a.safe_tag_no is null
       and a.cover_from < $2::date - 40 and s.status = 'inStock' and not s.change_pending and a.bank_id is null
     order by row_number() over (partition by a.principal_id order by a.id desc), a.id desc limit $3`,
    [insurerA, world.today, stories.length],
  );
  for (const [at, story] of stories.entries()) {
    const cover = covers[at];
    if (cover) await tell(tx, cover, story, { users, now: nowOn(world.today) });
  }
  await tx.query(
    `update insurance.ins_claim c set catastrophe_id = k.id, insurer_claim_no = 'PA' || c.doc_no
     from insurance.ins_catastrophe k where k.tenant_no = c.tenant_no and c.cause = 'weather'`,
  );
  await tx.query(`update insurance.ins_settlement set batch_no = 'IYB-1' where status = 'paid'`);
  await saveEndorsement(world, tx, insurerA);
}

/** Two cows a holder wants to take out, waiting for the underwriter. */
async function saveEndorsement(world: DemoWorld, tx: Tx, insurerA: number): Promise<void> {
  const [policy] = await tx.query<{ id: number; versionId: number }>(
    `select id, version_id as "versionId" from insurance.ins_policy where insurer_id = $1 and status = 'effective'
     order by head desc, id limit 1`,
    [insurerA],
  );
  if (!policy) return;
  const version = await versionOf(tx, policy.versionId);
  const covers = (await coversIn(tx, policy.id, null)).slice(0, 2);
  const on = addDays(world.today, 5);
  await insertEndorsement(tx, {
    kind: 'remove',
    policyId: policy.id,
    animals: covers.map((one) => ({ ...refundOf(one, version, on), before: one.status, after: 'remove' })),
    effectiveOn: on,
    reason: '农户申请减保',
    auto: false,
    status: 'submitted',
  });
}

/** This time of the day on the day of the world. */
function nowOn(today: string): number {
  const here = Date.now() + 8 * 3_600_000;
  return Date.parse(`${today}T00:00:00+08:00`) + (here % 86_400_000);
}

interface Telling {
  readonly users: ReadonlyMap<string, number>;
  readonly now: number;
}
async function tell(tx: Tx, cover: Cover, story: Story, { users, now }: Telling): Promise<void> {
  const reportedAt = new Date(now - story.hours * 3_600_000);
  const occurredAt = new Date(reportedAt.getTime() - 2 * 3_600_000);
  const lostOn = new Date(occurredAt.getTime() + 8 * 3_600_000).toISOString().slice(0, 10);
  const has = (step: string) => story.status === 'rejected' || order.indexOf(story.status) >= order.indexOf(step);
  const { id } = await insertClaim(tx, {
    requestKey: null,
    regionCode: cover.regionCode,
    policyId: cover.policyId,
    insurerId: cover.insurerId,
    principalId: cover.principalId,
    bankId: null,
    holderName: cover.holderName,
    productId: cover.productId,
    versionId: cover.versionId,
    coverCode: 'death',
    kind: 'collective',
    reportedAt,
    reporterName: cover.holderName,
    phone: '15147512345',
    relation: '本人',
    channel: 'phone',
    occurredAt: occurredAt.toISOString(),
    cause: story.cause,
    causeText: story.text,
    place: null,
    longitude: null,
    latitude: null,
    tags: [cover.earTag],
    photos: [],
    catastropheId: null,
    dispatchDueAt: new Date(reportedAt.getTime() + 1_800_000),
    arriveDueAt: new Date(reportedAt.getTime() + 86_400_000),
    rejectCode: null,
    flags: [],
    status: 'reported',
  });
  await tx.query('update insurance.ins_claim set created_at = reported_at where id = $1', [id]);
  await insertClaimAnimals(tx, id, [cover.id], lostOn);
  const isSeen = has('surveyed');
  const change = await changeAnimals(tx, {
    changeType: 'death',
    animalIds: [cover.animalId],
    happenedOn: lostOn,
    cause: story.cause,
    source: 'insurance',
    mayCorrect: true,
    actor: users.get('ins1') ?? null,
    byPrincipalId: cover.insurerId,
    ...(isSeen && { confirmedBy: cover.insurerId }),
  });
  await tx.query('update insurance.ins_claim_animal set change_id = $2 where claim_id = $1', [id, change.changeId]);
  if (!has('dispatched')) return;
  await dispatch(tx, id, isSeen);
  if (isSeen) await surveyed(tx, id, story, users);
  if (story.status === 'rejected') return rejected(tx, id, cover.id);
  if (has('assessed')) await assessed(tx, id, cover, story, lostOn, users);
  if (!has('agreed')) return void (await setStatus(tx, id, story.status));
  await tx.query(
    `update insurance.ins_claim set agreed_at = reported_at + interval '4 days',
       pay_due_at = reported_at + interval '14 days', level = case when $2 then 1 else 0 end where id = $1`,
    [id, has('reviewing')],
  );
  if (has('reviewing')) await proven(tx, id);
  if (has('approved')) await settled(tx, id, has('closed'));
  await setStatus(tx, id, story.status);
}
/** Hours after the report. */
const reachedAfter: Readonly<Record<string, number>> = {
  dispatched: 0.1,
  surveyed: 10,
  assessed: 48,
  agreed: 96,
  reviewing: 150,
  approved: 200,
  closed: 216,
};
const setStatus = (tx: Tx, id: number, status: string) =>
  tx.query(
    `update insurance.ins_claim set status = $2, state_since = reported_at + make_interval(secs => 3600 * $3::float8)
     where id = $1`,
    [id, status, reachedAfter[status] ?? 0],
  );

async function dispatch(tx: Tx, id: number, isDone: boolean): Promise<void> {
  await tx.query(
    `insert into insurance.ins_dispatch (tenant_no, region_code, claim_id, insurer_id, surveyor_id, surveyor_name, user_id,
       mode, distance_km, assigned_at, accept_due_at, accepted_at, arrived_at, status)
     select c.tenant_no, c.region_code, c.id, c.insurer_id, d.staff_id, d.staff_name, d.user_id, 'auto', 18.4,
       c.reported_at + interval '6 minutes', c.reported_at + interval '36 minutes', c.reported_at + interval '15 minutes',
       case when $2 then c.reported_at + interval '9 hours' end, case when $2 then 'done' else 'accepted' end
     from insurance.ins_claim c, insurance.ins_duty d where c.id = $1 limit 1`,
    [id, isDone],
  );
  await tx.query(
    `update insurance.ins_claim c set status = 'dispatched', surveyor_id = d.staff_id, surveyor_name = d.staff_name,
       arrived_at = case when $2 then c.reported_at + interval '9 hours' end from insurance.ins_duty d where c.id = $1`,
    [id, isDone],
  );
}
async function surveyed(tx: Tx, id: number, story: Story, users: ReadonlyMap<string, number>): Promise<void> {
  await tx.query(
    `insert into insurance.ins_survey (tenant_no, region_code, doc_no, claim_id, insurer_id, principal_id, client_key, round,
       surveyor_user_id, surveyor_name, witness, started_at, ended_at, items, photos, head_on_site, insured_on_site,
       conclusion, sign_file)
     select c.tenant_no, c.region_code, kit.doc_no('IS'), c.id, c.insurer_id, c.principal_id, gen_random_uuid(), 1, $2,
       coalesce(c.surveyor_name, ''), '嘎查防疫员', c.arrived_at, c.arrived_at + interval '35 minutes',
       jsonb_build_array(jsonb_build_object('claimAnimalId', a.id, 'earTag', a.ear_tag, 'finding', 'deadSeen')), '[]', 12, 9,
       $3, '{}' from insurance.ins_claim c join insurance.ins_claim_animal a on a.claim_id = c.id where c.id = $1`,
    [id, users.get('ins_sv1') ?? 0, `耳标、畜只与承保信息一致。${story.text}`],
  );
  await tx.query(
    `update insurance.ins_claim_animal set status = 'surveyed', finding = 'deadSeen', liability_code = $2
     where claim_id = $1`,
    [id, story.liability],
  );
  await tx.query(`update insurance.ins_claim set status = 'surveyed', surveyed_by = $2 where id = $1`, [
    id,
    users.get('ins_sv1') ?? null,
  ]);
}
async function assessed(
  tx: Tx,
  id: number,
  cover: Cover,
  story: Story,
  lostOn: string,
  users: ReadonlyMap<string, number>,
): Promise<void> {
  const version = await versionOf(tx, cover.versionId);
  const inputs: PayoutInputs = {
    sumInsuredCents: cover.sumInsured,
    payout: version.payout,
    months: monthsBetween(cover.birthDate, lostOn),
    weightKg: null,
    liabilityBp: version.liabilities.find((one) => one.code === story.liability)?.bp ?? 10_000,
    insured: null,
    eligible: null,
    averageClause: version.averageClause,
    deductibleBp: version.deductibleBp,
    cullPaidCents: 0,
    salvageCents: 0,
    paidBeforeCents: 0,
  };
  const { cents } = payoutOf(inputs);
  const [animal] = await tx.query<{ id: number; tag: string }>(
    `update insurance.ins_claim_animal set status = 'assessed', amount = $2, calc_round = 1 where claim_id = $1
     returning id, ear_tag as tag`,
    [id, cents],
  );
  await recordCalc(tx, {
    kind: payoutCalc,
    id: animal?.id ?? 0,
    rule: ruleOf(version),
    inputs: asInputs(inputs),
  });
  await tx.query(
    `insert into insurance.ins_assessment (tenant_no, region_code, claim_id, insurer_id, principal_id, round, items, total,
       assessor_id, status)
     select tenant_no, region_code, id, insurer_id, principal_id, 1, $3, $2, $4, 'offered' from insurance.ins_claim
     where id = $1`,
    [
      id,
      cents,
      JSON.stringify([{ claimAnimalId: animal?.id, earTag: animal?.tag, cents }]),
      users.get('ins_as1') ?? null,
    ],
  );
  await tx.query(`update insurance.ins_claim set amount = $2, assessed_by = $3 where id = $1`, [
    id,
    cents,
    users.get('ins_as1') ?? null,
  ]);
}
const proven = (tx: Tx, id: number) =>
  tx.query(
    `insert into insurance.ins_disposal_link (tenant_no, region_code, claim_id, claim_animal_id, animal_id, insurer_id,
       principal_id, ear_tag, source, cert_no, way, disposed_on, weight_kg, verified_at, status)
     select tenant_no, region_code, claim_id, id, animal_id, insurer_id, principal_id, ear_tag, 'paper',
       'WH' || ear_tag, 'plant', lost_on + 1, 420, now(), 'verified' from insurance.ins_claim_animal
     where claim_id = $1`,
    [id],
  );
async function settled(tx: Tx, id: number, isPaid: boolean): Promise<void> {
  await tx.query(`update insurance.ins_claim_animal set status = 'approved' where claim_id = $1`, [id]);
  await tx.query(
    `insert into insurance.ins_settlement (tenant_no, region_code, doc_no, claim_id, insurer_id, principal_id, payee_kind,
       payee_name, amount, due_at, paid_at, status)
     select tenant_no, region_code, kit.doc_no('IY'), id, insurer_id, principal_id, 'holder', holder_name, amount, pay_due_at,
       case when $2 then agreed_at + interval '5 days' end, case when $2 then 'paid' else 'waiting' end
     from insurance.ins_claim where id = $1`,
    [id, isPaid],
  );
  await tx.query(
    `insert into insurance.ins_account (tenant_no, ref_kind, ref_id, principal_id, insurer_id, account_name, account_enc,
       account_hash, account_mask, bank_name)
     select a.tenant_no, 'settlement', s.id, a.principal_id, a.insurer_id, a.account_name, a.account_enc, a.account_hash,
       a.account_mask, a.bank_name
     from insurance.ins_settlement s join insurance.ins_claim c on c.id = s.claim_id
       join insurance.ins_policy_party p on p.policy_id = c.policy_id and p.principal_id = c.principal_id
       join insurance.ins_account a on a.tenant_no = p.tenant_no and a.ref_kind = 'certificate' and a.ref_id = p.id
     where s.claim_id = $1`,
    [id],
  );
  if (!isPaid) return;
  const paid = await setAnimalsPaid(tx, id);
  await setClaimed(
    tx,
    paid.map((one) => ({ id: one.policyAnimalId, cents: one.cents, on: one.lostOn })),
  );
  await tx.query('update insurance.ins_claim set paid = amount where id = $1', [id]);
  await tx.query(
    `update insurance.ins_policy p set paid_claims = paid_claims + c.amount from insurance.ins_claim c
     where c.id = $1 and p.id = c.policy_id`,
    [id],
  );
}
async function rejected(tx: Tx, id: number, coverId: number): Promise<void> {
  await tx.query(
    `update insurance.ins_claim set status = 'rejected', reject_code = 'notIdentified',
       reject_text = '耳标脱落且无验标照片,标的无法确认' where id = $1`,
    [id],
  );
  await tx.query(`update insurance.ins_claim_animal set status = 'rejected' where claim_id = $1`, [id]);
  await tx.query(
    `update insurance.ins_policy_animal set status = 'ended', ended_on = lost_on, end_reason = 'deadNoClaim' where id = $1`,
    [coverId],
  );
}
