import { notFound, staleVersion } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { upwards } from '#kit/server/db/nearest.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { today } from '#kit/server/today.ts';
import { checkCover, prepareRenewal, refuseRenewal } from '#modules/insurance/contract/policy/policy-calls.ts';
import { addDays } from '#modules/insurance/contract/product/days.ts';
import { candidatesFor, type ListAsk } from '../enrolment/build.ts';
import { type BuiltList, buildLists } from '../enrolment/ins-enrolment.build.ts';
import { versionsSold } from '../product/version-of.ts';
import { refuse } from '../refusals.ts';
import { setNoRenewal } from './ins-policy.status.ts';

interface Ending {
  readonly id: number;
  readonly regionCode: number;
  readonly productId: number;
  readonly months: number;
  readonly kind: 'collective' | 'individual';
  readonly coverTo: string;
  readonly coordinatorId: number | null;
  readonly animals: readonly { id: number; tag: string }[];
}
async function endingOf(tx: Tx, id: number): Promise<Ending> {
  const [row] = await tx.query<Ending>(
    `select p.id, p.region_code as "regionCode", p.product_id as "productId", p.months, p.kind,
       to_char(p.cover_to, 'YYYY-MM-DD') as "coverTo", p.coordinator_id as "coordinatorId",
       coalesce((select jsonb_agg(jsonb_build_object('id', a.animal_id, 'tag', a.ear_tag))
         from insurance.ins_policy_animal a where a.tenant_no = p.tenant_no and a.policy_id = p.id), '[]') as animals
     from insurance.ins_policy p where p.tenant_no = kit.tenant() and p.id = $1
       and p.status in ('effective', 'expired') and p.renewed_by_id is null
       and not exists (select 1 from insurance.ins_enrolment e where e.tenant_no = p.tenant_no
         and e.renewal_of_id = p.id and e.status not in ('cancelled', 'lapsed'))`,
    [id],
  );
  if (!row) throw notFound();
  return row;
}

/** R53: the same animals without a gap, by the version that is sold now. */
async function prepareOne(tx: Tx, id: number, insurers: readonly number[]) {
  const ending = await endingOf(tx, id);
  const [version] = await versionsSold(tx, upwards(ending.regionCode), [ending.productId], today());
  if (!version) throw refuse('notSold');
  const next = addDays(ending.coverTo, 1);
  const ask: ListAsk = {
    kind: ending.kind,
    regionCode: ending.regionCode,
    versionId: version.id,
    months: ending.months,
    coverFrom: next > today() ? next : addDays(today(), 1),
    insurers,
    animalIds: ending.animals.map((one) => one.id),
    coordinatorId: ending.coordinatorId,
    renewalOfId: ending.id,
  };
  const found = await candidatesFor(tx, ask);
  const known = new Map(found.judged.map((one) => [one.row.animalId, one]));
  const left = ending.animals.flatMap(({ id: animalId, tag }) => {
    const one = known.get(animalId);
    if (!one) return [{ earTag: tag, why: 'gone' }];
    return one.why.length > 0 ? [{ earTag: tag, why: one.why[0] ?? '' }] : [];
  });
  return { lists: await buildLists(tx, ask, found), left };
}

async function prepare(call: Call<typeof prepareRenewal>) {
  const enrolments: BuiltList[] = [];
  const left: { earTag: string; why: string }[] = [];
  for (const id of call.body.policyIds) {
    const made = await prepareOne(call.tx, id, call.actor.scope.principals);
    enrolments.push(...made.lists);
    left.push(...made.left);
  }
  call.answer.msg = call.say('ok.saved');
  return { enrolments, head: enrolments.reduce((sum, one) => sum + one.head, 0), left: left.slice(0, 500) };
}

async function refuseOne(call: Call<typeof refuseRenewal>) {
  const { policyId, version, reason } = call.body;
  const [done] = await setNoRenewal(call.tx, policyId, version, reason);
  if (!done) throw staleVersion();
  call.answer.msg = call.say('ok.saved');
  return null;
}

/** Whether, to which day and, of one's own alone, under which policy. */
async function cover(call: Call<typeof checkCover>) {
  const { earTags, coverCode, day } = call.body;
  return call.database.transaction(call.actor.scope, async (tx) => {
    const own = await tx.query<{ tag: string; docNo: string; until: string; waiting: boolean }>(
      `select a.ear_tag as tag, p.doc_no as "docNo", to_char(a.cover_to, 'YYYY-MM-DD') as until,
         coalesce(a.waiting_until > $3::date, false) as waiting
       from insurance.ins_policy_animal a
         join insurance.ins_policy p on p.tenant_no = a.tenant_no and p.id = a.policy_id
       where a.tenant_no = kit.tenant() and a.ear_tag = any ($1) and a.cover_code = $2
         and $3::date between a.cover_from and coalesce(a.ended_on, a.cover_to)`,
      [earTags, coverCode, day],
    );
    const any = await inTenant(tx, tx.scope.tenantNo, 'insurance.cover', (sys) =>
      sys.query<{ tag: string; until: string }>(
        `select a.ear_tag as tag, to_char(upper(s.period) - 1, 'YYYY-MM-DD') as until
         from insurance.animal_seen a
           join insurance.ins_cover_slot s on s.tenant_no = a.tenant_no and s.animal_id = a.id
         where a.tenant_no = kit.tenant() and a.ear_tag = any ($1) and s.cover_code = $2 and s.period @> $3::date`,
        [earTags, coverCode, day],
      ),
    );
    const mine = new Map(own.map((one) => [one.tag, one]));
    const others = new Map(any.map((one) => [one.tag, one.until]));
    return earTags.map((earTag) => ({
      earTag,
      covered: mine.has(earTag) || others.has(earTag),
      waiting: mine.get(earTag)?.waiting ?? false,
      until: mine.get(earTag)?.until ?? others.get(earTag) ?? null,
      docNo: mine.get(earTag)?.docNo ?? null,
    }));
  });
}

export const renewalRoutes = (): Route[] => [
  serve('insurance', prepareRenewal, prepare),
  serve('insurance', refuseRenewal, refuseOne),
  serve('insurance', checkCover, cover),
];
