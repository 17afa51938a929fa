import { percent, times } from '#kit/contract/money.ts';
import { recordCalc } from '#kit/server/calc/calc.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { closeAlarm } from '#modules/platform/server/index.ts';
import { standardFor } from '#modules/prevention/server/index.ts';
import { lastWorkDay } from '#modules/prevention/server/settings/work-days.ts';
import { watchLot } from '#modules/prevention/server/stress/batch-deaths.ts';
import { compensationCalc, compensationInputs } from '#modules/prevention/server/stress/compensation.ts';
import { savePayee } from '#modules/prevention/server/stress/stress-pay.ts';
import { changeAnimals, writeEvent } from '#modules/registry/server/index.ts';
import type { Random } from '../random.ts';

const storyTown = 150525101000;
const storyLot = 'FM26-0713';
const claimVillage = 150525101200;

interface Shot {
  animalId: number;
  earTag: string;
  species: string;
  stage: string;
  principalId: number;
  holder: string;
  regionCode: number;
  visitId: number;
  lineNo: number;
  seasonId: number | null;
  staffId: number | null;
  reporterId: number | null;
  diseaseCodes: string[];
  vaccine: string;
  lotId: number | null;
  lotNo: string;
  at: string;
}

/** How far a case is, and how many days ago its animal was immunised. */
const plan: readonly (readonly [status: string, symptoms: readonly string[], hours: number])[] = [
  ['observing', ['salivation', 'tremor'], 1.5],
  ['reported', ['dyspnea', 'collapse'], 0.8],
  ['reported', ['shock'], 0.5],
  ['verified', ['dyspnea', 'bloat'], 6],
  ['confirmed', ['collapse', 'shock'], 3],
  ['publicised', ['abortion', 'collapse'], 26],
  ['publicised', ['dyspnea'], 2],
  ['approved', ['bloat', 'tremor'], 11],
  ['paid', ['shock', 'collapse'], 1],
  ['paid', ['dyspnea', 'salivation'], 5],
  ['recovered', ['swelling'], 20],
  ['recovered', ['tremor', 'salivation'], 2],
  ['rejected', ['other'], 40],
  ['returned', ['collapse'], 9],
];
const story = ['verified', 'confirmed', 'reported', 'reported'] as const;
/** Four in six days. */
const daysAgo = [-6, -4, -3, -1];
const symptomsOf: readonly (readonly string[])[] = [
  ['shock', 'collapse'],
  ['dyspnea'],
  ['collapse'],
  ['dyspnea', 'shock'],
];

const shotsSql = `select distinct on (x.principal_id) x.animal_id as "animalId", x.ear_tag as "earTag", x.species, a.stage, x.principal_id as "principalId", p.principal_unit_name as holder, x.region_code as "regionCode", v.id as "visitId",
    n.line_no as "lineNo", v.season_id as "seasonId", v.staff_id as "staffId", (select s.user_id from registry.staff s where s.id = v.staff_id) as "reporterId", n.disease_codes as "diseaseCodes",
    n.vaccine_name as vaccine, n.lot_id as "lotId", n.lot_no as "lotNo", v.ended_at as at
  from prevention.immunisation_animal x join prevention.immunisation_visit v on v.id = x.visit_id join prevention.immunisation_line n on n.visit_id = v.id and n.line_no = any (x.line_nos)
    join registry.animal a on a.id = x.animal_id join registry.principal p on p.id = x.principal_id
  where x.tenant_no = $1 and x.result = 'done' and v.mode = 'season' and a.status = 'inStock' and not a.insured and not a.pledged and a.pending_change_id is null
    and a.ear_tag <> '215050200000101' and n.line_no = 1 and a.principal_id = x.principal_id and a.entry_on <= $2::date and a.birth_date <= $2::date
    and v.visited_on between $2::date and $3::date and x.region_code >= $4 and x.region_code < $5 and ($6::text is null or x.species = $6)`;

/** Cases of this season in every state, and the lot that was stopped after four deaths in six days. */
export async function saveStress(tx: Tx, today: string, random: Random): Promise<void> {
  const day = (days: number) => new Date(Date.parse(today) + days * 86_400_000).toISOString().slice(0, 10);
  const shots = async (from: number, to: number, lo: number, hi: number, most: number, species?: string) =>
    (
      await tx.query<Shot>(`${shotsSql} order by x.principal_id, x.animal_id`, [
        tx.scope.tenantNo,
        day(from),
        day(to),
        lo,
        hi,
        species ?? null,
      ])
    ).slice(0, most);
  const people = new Map(
    (
      await tx.query<{ username: string; id: number }>(
        "select username, id from platform.sys_user where username in ('kzzq_station', 'ant_cty1', 'ant_pref1', 'kzzq_worker1')",
      )
    ).map((row) => [row.username, row.id]),
  );
  const writer = new CaseWriter(tx, day, random, people);
  const near = await shots(-40, -4, 150521000000, 150522000000, 9);
  const taken = new Set(near.map((one) => one.principalId));
  const far = (await shots(-40, -4, 150500000000, 150600000000, 60)).filter(
    ({ principalId, regionCode }) => !taken.has(principalId) && Math.floor(regionCode / 1000) * 1000 !== storyTown,
  );
  const all = [...near, ...far];
  for (const [at, [status, symptoms, hours]] of plan.entries()) {
    const shot = all[at];
    if (shot) await writer.save(shot, status, symptoms, hours);
  }
  const beside = (await shots(-40, -1, claimVillage, claimVillage + 1, 60, 'cattle')).at(-1);
  const town = await shots(-44, -1, storyTown, storyTown + 1000, 60);
  await saveStory(
    tx,
    writer,
    town.filter((one) => one.principalId !== beside?.principalId).slice(0, 4),
    beside?.visitId,
  );
  // Dead twenty hours after the shot: the county has to ask whether it is insured.
  // In the morning, so that it is dead by now also where they came yesterday.
  if (beside) {
    const on = new Date(Date.parse(beside.at) + 8 * 3_600_000).toISOString().slice(0, 10);
    await writer.save({ ...beside, at: `${on}T06:00:00+08:00` }, 'verified', ['bloat', 'collapse'], 18.5);
  }
}

/** 八仙筒镇: four deaths on one lot in six days; the county was told, and the depot has called the lot back. */
async function saveStory(tx: Tx, writer: CaseWriter, shots: readonly Shot[], except = 0): Promise<void> {
  const [lot] = await tx.query<{ id: number; materialId: number; name: string }>(
    'select l.id, l.material_id as "materialId", m.name from depot.lot l join depot.material m on m.id = l.material_id where l.lot_no = $1 limit 1',
    [storyLot],
  );
  if (!lot) return;
  // The town's visits of the last weeks used this lot.
  await tx.query(
    `with changed as (
       update prevention.immunisation_line n set lot_id = $1, lot_no = $2, material_id = $3, vaccine_name = $4 from prevention.immunisation_visit v
       where v.id = n.visit_id and n.line_no = 1 and v.mode = 'season' and v.visited_on > $5::date - 45 and v.region_code >= $6 and v.region_code < $6 + 1000 and v.id <> $7 returning v.id)
     update prevention.immunisation_visit v set lots = array[$2]::text[] || v.lots[2:], vaccines = $4 || ' ' || $2 where v.id in (select id from changed)`,
    [lot.id, storyLot, lot.materialId, lot.name, writer.day(0), storyTown, except],
  );
  for (const [at, shot] of shots.entries())
    await writer.save(
      {
        ...shot,
        lotId: lot.id,
        lotNo: storyLot,
        vaccine: lot.name,
        at: `${writer.day(daysAgo[at] ?? -1)}T06:00:00+08:00`,
      },
      story[at] ?? 'reported',
      symptomsOf[at] ?? ['shock'],
      1 + at,
    );
  const [first] = shots;
  if (!first) return;
  await watchLot(tx, { lotId: lot.id, lotNo: storyLot, vaccineName: lot.name, regionCode: first.regionCode });
  await closeAlarm(tx, `batchDeaths:${lot.id}:${storyTown}`, 'handled');
}

const order = ['reported', 'verified', 'confirmed', 'publicised', 'approved', 'paid'];

class CaseWriter {
  readonly #tx: Tx;
  readonly #random: Random;
  readonly #people: ReadonlyMap<string, number>;
  #publicised = 0;
  readonly day: (days: number) => string;

  constructor(tx: Tx, day: (days: number) => string, random: Random, people: ReadonlyMap<string, number>) {
    this.#tx = tx;
    this.day = day;
    this.#random = random;
    this.#people = people;
  }

  async save(shot: Shot, status: string, symptoms: readonly string[], hours: number): Promise<void> {
    const reached = (step: string) => order.indexOf(status) >= order.indexOf(step);
    const isDead = !['observing', 'recovered'].includes(status);
    const immunised = Date.parse(shot.at);
    const reacted = new Date(immunised + hours * 3_600_000).toISOString();
    const died = new Date(immunised + (hours + 1.5) * 3_600_000).toISOString();
    const diedOn = new Date(Date.parse(died) + 8 * 3_600_000).toISOString().slice(0, 10);
    const after = (days: number) => new Date(Date.parse(died) + days * 86_400_000).toISOString();
    const standard = await standardFor(this.#tx, {
      kind: 'stressCompensation',
      species: shot.species,
      stage: shot.stage,
      breedingStock: false,
      regionCode: shot.regionCode,
      on: diedOn,
    });
    const cents = reached('confirmed') ? times(standard?.amountCents ?? 0, percent(standard?.ratio ?? 100)) : null;
    const reporter = shot.reporterId ?? this.#people.get('kzzq_worker1') ?? 1;
    const publicFrom = await this.#publicFrom(status, after(3).slice(0, 10));
    const disposedOn = reached('confirmed') || status === 'returned' ? after(1).slice(0, 10) : null;
    const paidOn = status === 'paid' ? [after(14).slice(0, 10), this.day(0)].sort()[0] : null;
    const change =
      reached('verified') && isDead
        ? await changeAnimals(this.#tx, {
            changeType: 'death',
            animalIds: [shot.animalId],
            happenedOn: diedOn,
            cause: 'afterImmunisation',
            source: 'prevention',
            confirmedBy: shot.principalId,
            mayCorrect: true,
          })
        : null;
    const [row] = await this.#tx.query<{ id: number; docNo: string }>(
      `insert into prevention.stress_case (tenant_no, doc_no, principal_id, region_code, animal_id, ear_tag, species, stage, visit_id, line_no, season_id, staff_id, disease_codes, vaccine_name, lot_id,
         lot_no, immunised_at, reacted_at, outcome, recovered_on, died_at, symptoms, rescue, weight, pregnant, reporter_id, verifier_id, verified_at, verify_opinion, seen_in_person, confirmer_id, confirmed_at,
         standard_id, standard_amount_cents, ratio, amount_cents, public_from, public_to, disposal, disposed_on, death_change_id, paid_on, state_since, return_reason, status, created_by, created_at)
       values ($1, kit.doc_no('SD'), $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26, $27, $28, $29, $30, $31, $32, $33, $34, $35, $36,
         $37, $38, $39, $40, $41, $42, $43, $44, $25, $17) returning id, doc_no as "docNo"`,
      [
        this.#tx.scope.tenantNo,
        shot.principalId,
        shot.regionCode,
        shot.animalId,
        shot.earTag,
        shot.species,
        shot.stage,
        shot.visitId,
        shot.lineNo,
        shot.seasonId,
        shot.staffId,
        shot.diseaseCodes,
        shot.vaccine,
        shot.lotId,
        shot.lotNo,
        shot.at,
        reacted,
        status === 'recovered' ? 'recovered' : status === 'observing' ? 'observing' : 'died',
        status === 'recovered' ? after(1).slice(0, 10) : null,
        isDead ? died : null,
        symptoms,
        '肾上腺素皮下注射',
        shot.species === 'cattle' ? this.#random.int(120, 460) : this.#random.int(18, 55),
        symptoms.includes('abortion'),
        reporter,
        reached('verified') ? (this.#people.get('kzzq_station') ?? null) : null,
        reached('verified') ? after(0.5) : null,
        reached('verified') ? '现场查看，注射部位肿胀，符合免疫应激表现' : null,
        reached('verified') ? true : null,
        reached('confirmed') ? (this.#people.get('ant_cty1') ?? null) : null,
        reached('confirmed') ? after(2) : null,
        reached('confirmed') ? (standard?.id ?? null) : null,
        reached('confirmed') ? (standard?.amountCents ?? null) : null,
        reached('confirmed') ? (standard?.ratio ?? null) : null,
        cents,
        publicFrom,
        publicFrom ? await lastWorkDay(this.#tx, publicFrom, 5) : null,
        disposedOn
          ? JSON.stringify({ way: 'plant', on: disposedOn, by: '无害化处理厂', photos: [], disposalRefId: null })
          : null,
        disposedOn,
        change?.changeId ?? null,
        paidOn,
        ['reported', 'observing'].includes(status) ? died : after(2),
        status === 'returned' ? '缺少耳标近景照片' : status === 'rejected' ? '与免疫无关，系瘤胃积食' : null,
        status,
      ],
    );
    if (!row) return;
    if (standard && cents !== null)
      await recordCalc(this.#tx, {
        kind: compensationCalc,
        id: row.id,
        rule: {
          ref: `prevention.antStandard:${standard.id}`,
          content: { amountCents: standard.amountCents, ratio: String(standard.ratio) },
        },
        inputs: compensationInputs({ ...standard, offsetCents: null }),
      });
    await writeEvent(this.#tx, {
      animalId: shot.animalId,
      kind: 'immuneReaction',
      happenedOn: diedOn,
      principalId: shot.principalId,
      regionCode: shot.regionCode,
      source: { entity: 'prevention.stressCase', ...row },
      summary: { vaccine: shot.vaccine, lotNo: shot.lotNo, symptoms: [...symptoms], docNo: row.docNo },
    });
    if (!isDead) return;
    const [payer] = await this.#tx.query<{ id: number }>(
      `select id from registry.principal where tenant_no = $1 and principal_unit_type = 'authority' and region_code = $2 order by id limit 1`,
      [this.#tx.scope.tenantNo, Math.floor(shot.regionCode / 1e6) * 1e6],
    );
    await savePayee(this.#tx, {
      caseId: row.id,
      principalId: shot.principalId,
      payerId: payer?.id ?? shot.principalId,
      name: shot.holder,
      account: `62284${String(this.#random.int(10_000_000, 99_999_999))}${String(this.#random.int(100_000, 999_999))}`,
    });
    if (status === 'paid')
      await this.#tx.query(
        'update prevention.stress_pay set pay_batch_no = $2, paid_on = $3 where stress_case_id = $1',
        [row.id, `BC${String(paidOn).slice(0, 7).replace('-', '')}-01`, paidOn],
      );
  }

  /** Of those in publicity the first ends today; what is beyond it was in publicity long ago. */
  async #publicFrom(status: string, usual: string): Promise<string | null> {
    if (!['publicised', 'approved', 'paid'].includes(status)) return null;
    if (status !== 'publicised') return [usual, this.day(-12)].sort()[0] ?? usual;
    this.#publicised += 1;
    if (this.#publicised > 1) return this.day(-1);
    for (let back = -5; back > -12; back -= 1)
      if ((await lastWorkDay(this.#tx, this.day(back), 5)) === this.day(0)) return this.day(back);
    return this.day(-7);
  }
}
