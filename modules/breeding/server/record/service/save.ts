import { type AppError, notFound, refusal, staleVersion } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { linkFiles } from '#kit/server/files/files.ts';
import type { Call } from '#kit/server/http/call.ts';
import { asAppError } from '#kit/server/http/failure.ts';
import { dayOf } from '#modules/breeding/contract/record/days.ts';
import { judgeService, type ServiceVerdict } from '#modules/breeding/contract/record/judge.ts';
import type { Kin } from '#modules/breeding/contract/record/kinship.ts';
import type { addService, Cow, ServiceRow, voidService } from '#modules/breeding/contract/record/service.ts';
import { consume, restore } from '#modules/depot/server/index.ts';
import { closeTask } from '#modules/platform/server/index.ts';
import { writeEvent } from '#modules/registry/server/index.ts';
import { tellBreeding } from '../../extension-points.ts';
import { rulesFor } from '../../setting/rules.ts';
import { refold } from '../cycle/refold.ts';
import { type Female, femalesOf, staffOf, type Technician } from '../females.ts';
import { heatServed } from '../heat/heat-report.ts';
import { kinsOf } from '../kin.ts';
import { holdKey } from '../once.ts';
import { addFlag, insertService, markVoided, setEvent } from './insemination.ts';
import { insertFee } from './insemination-money.ts';
import { cowsOf, directionsFor, fitsOf, ruleWords, type Sire, siresBy } from './prepare.ts';
import { ownTank, strawsIn, type TankStraw } from './tank.ts';

export const source = (id: number, line: 1 | 2 = 1) => ({ type: 'breeding.insemination', id, line });

export interface Assessed {
  readonly row: ServiceRow;
  readonly female: Female;
  readonly cow: Cow;
  readonly sire: Sire;
  readonly straw: TankStraw | null;
  readonly kin: Kin;
  readonly verdict: ServiceVerdict;
}

/** Reads what the rows are about and judges each; nothing is written. */
export async function assess(
  tx: Tx,
  rows: readonly ServiceRow[],
  call: Pick<Call, 'language' | 'actor'>,
): Promise<{ staff: Technician; depotId: number | null; assessed: Assessed[] }> {
  const staff = await staffOf(tx, call.actor.userId);
  if (!staff) throw refusal('notYourArea', 'breeding.refusal.notYourArea');
  const ids = [...new Set(rows.map((row) => row.animalId))];
  const females = new Map((await femalesOf(tx, ids)).map((one) => [one.id, one]));
  const cows = await cowsOf(tx, [...females.values()], staff, call.language);
  const codes = [...new Set(rows.map((row) => row.sireCode))];
  const known = await inTenant(tx, tx.scope.tenantNo, 'breeding.sires', (sys) => siresBy(sys, codes));
  const sires = new Map(known.map((one) => [one.sireCode, one]));
  const kin = await kinsOf(tx, ids, codes);
  const tank = await ownTank(tx, staff);
  const straws = await strawsIn(tx, tank);
  const assessed: Assessed[] = [];
  for (const row of rows) {
    const female = females.get(row.animalId);
    const cow = cows.get(row.animalId);
    if (!female || !cow) throw notFound();
    const sire = sires.get(row.sireCode);
    if (!sire) throw refusal('sireUnknown', 'breeding.refusal.sireUnknown', { code: row.sireCode });
    const straw = straws.find((one) => one.lotId === row.lotId && one.sireCode === row.sireCode) ?? null;
    const rules = await rulesFor(tx, female.regionCode);
    const directions = await directionsFor(tx, female.regionCode, dayOf(row.servedAt));
    const near = kin(row.animalId, row.sireCode);
    const verdict = judgeService({
      cow,
      rules: ruleWords(rules, female),
      servedAt: Date.parse(row.servedAt),
      now: Date.now(),
      method: row.method,
      sire: {
        code: sire.sireCode,
        status: sire.status,
        species: sire.species,
        heiferSafe: sire.heiferSafe,
        semenKind: straw?.semenKind ?? null,
      },
      kinPct: near.pct,
      left: row.method === 'frozenAi' ? (straw?.left ?? null) : null,
      straws: row.straws,
      wasted: row.wasted,
      fits: fitsOf(directions, female.species, sire.breed),
      hasHeat: Boolean(row.heatSeenAt || row.heatReportId),
      mayBackdate: call.actor.actions.has('breed:service:backdate'),
      intervalReason: row.intervalReason,
      secondSireReason: row.secondSireReason,
    });
    const wrong = notHers(female, row);
    assessed.push({
      row,
      female,
      cow,
      sire,
      straw,
      kin: near,
      verdict: wrong ? { ...verdict, refused: wrong } : verdict,
    });
  }
  return { staff, depotId: tank.depotId, assessed };
}

/** R12, R20: no female, or not here yet on that day. */
function notHers(female: Female, row: ServiceRow): ServiceVerdict['refused'] {
  if (female.sex !== 'female') return { code: 'notFemale' };
  return dayOf(row.servedAt) < female.entryOn ? { code: 'dateRange' } : null;
}

/** The refusal in words: kin by its percentage and relation, the others by their number. */
export function refusalOf({ verdict, kin }: Assessed): AppError | null {
  const { refused } = verdict;
  if (!refused) return null;
  const key = `breeding.refusal.${refused.code}`;
  return refused.code === 'closeKin'
    ? refusal('closeKin', key, {
        pct: Math.round(kin.pct * 1000) / 1000,
        relation: `@breeding.relation.${kin.relation ?? 'distant'}`,
      })
    : refusal(refused.code, key, { n: refused.n ?? 0 });
}

/** R22: suspicion is noted and stops nobody. */
async function flagsOf(tx: Tx, { verdict, row, cow }: Assessed, staff: Technician, rules: { dailyShots: number }) {
  const flags = [...verdict.flags];
  const [day] = await tx.query<{ n: number }>(
    `select count(*)::int as n from breeding.insemination where tenant_no = kit.tenant() and technician_id = $1
       and served_on = $2 and status <> 'voided'`,
    [staff.id, dayOf(row.servedAt)],
  );
  if ((day?.n ?? 0) >= rules.dailyShots) flags.push('overspeed');
  if (row.point) {
    const [far] = await tx.query<{ km: number }>(
      `select 111.2 * sqrt(power(h.latitude - $2, 2) + power((h.longitude - $3) * cos(radians($2)), 2)) as km
       from breeding.holder_seen h where h.id = $1 and h.latitude is not null`,
      [cow.principalId, row.point.latitude, row.point.longitude],
    );
    if ((far?.km ?? 0) > 5) flags.push('farAway');
  }
  return flags;
}

async function saveOne(
  tx: Tx,
  one: Assessed,
  given: { staff: Technician; depotId: number | null; clientKey: string },
): Promise<{ id: number; docNo: string }> {
  const { row, female, sire, straw, kin } = one;
  const wrong = refusalOf(one);
  if (wrong) throw wrong;
  const lacking = one.verdict.warnings.filter((code) => !row.ack.includes(code));
  if (lacking.length > 0)
    throw refusal('ackNeeded', 'breeding.refusal.ackNeeded', { what: `@breeding.warning.${lacking[0]}` }, { lacking });
  const rules = await rulesFor(tx, female.regionCode);
  const isFrozen = row.method === 'frozenAi';
  const heatReportId = row.heatReportId ?? null;
  const made = await insertService(tx, {
    row: { ...row, straws: isFrozen ? row.straws : 0, wasted: isFrozen ? row.wasted : 0 },
    female,
    clientKey: given.clientKey,
    sireBreed: sire.breed,
    materialId: straw?.materialId ?? null,
    lotNo: straw?.lotNo ?? null,
    depotId: isFrozen ? given.depotId : null,
    technicianId: given.staff.id,
    kinPct: kin.pct,
    pedigreeKnown: kin.known,
    flags: await flagsOf(tx, one, given.staff, rules.common),
    heatReportId,
  });
  const day = dayOf(row.servedAt);
  if (isFrozen && straw && given.depotId) {
    const from = { depotId: given.depotId, materialId: straw.materialId, lotId: straw.lotId, bizDate: day };
    const { pending } = await consume(tx, { ...from, qty: row.straws, headServed: 1, source: source(made.id) });
    if (row.wasted > 0) await consume(tx, { ...from, qty: row.wasted, as: 'loss', source: source(made.id, 2) });
    if (pending > 0) await addFlag(tx, [made.id], 'doseGap');
  }
  if (row.feeCents)
    await insertFee(tx, made.id, {
      holderId: female.principalId,
      employerId: given.staff.principalId,
      cents: row.feeCents,
    });
  await linkFiles(tx, [...row.photoIds, ...row.signIds], 'breeding.insemination', made.id);
  const seq = await writeEvent(tx, {
    animalId: female.id,
    kind: 'inseminated',
    happenedOn: day,
    principalId: female.principalId,
    regionCode: female.regionCode,
    source: { entity: 'breeding.insemination', id: made.id, docNo: made.docNo },
    summary: { sire: row.sireCode, method: row.method, straws: isFrozen ? row.straws : 0 },
  });
  await setEvent(tx, made.id, seq);
  await refold(tx, [female.id]);
  await heatServed(tx, female.id, made.id, heatReportId);
  await tellBreeding(tx, { kind: 'service', animalId: female.id, recordId: made.id, on: day, voided: false });
  return made;
}

/** R23: each row stands or falls alone where the caller says so; the same key again answers what was saved. */
export async function add(call: Call<typeof addService>) {
  const { rows, clientKey, skipRefused } = call.body;
  const { tx } = call;
  await holdKey(tx, clientKey);
  const keyOf = (row: ServiceRow) => (rows.length === 1 ? clientKey : `${clientKey}:${row.animalId}`);
  const done = await tx.query<{ id: number; docNo: string; animalId: number; key: string }>(
    `select id, doc_no as "docNo", animal_id as "animalId", client_key as key from breeding.insemination
     where tenant_no = kit.tenant() and client_key = any ($1)`,
    [rows.map(keyOf)],
  );
  const saved = done.map(({ id, docNo, animalId }) => ({ id, docNo, animalId }));
  const known = new Set(done.map((one) => one.key));
  const refused: { animalId: number; earTag: string; bizCode: string; msg: string }[] = [];
  const open = rows.filter((row) => !known.has(keyOf(row)));
  for (const row of open) {
    await tx.query('savepoint service');
    try {
      // Judged one after the other: a straw taken for the first cow is not there for the second.
      const { staff, depotId, assessed } = await assess(tx, [row], call as unknown as Call);
      const made = await saveOne(tx, assessed[0] as Assessed, { staff, depotId, clientKey: keyOf(row) });
      saved.push({ ...made, animalId: row.animalId });
      await tx.query('release savepoint service');
    } catch (error) {
      await tx.query('rollback to savepoint service');
      const known = asAppError(error);
      const told = known && inWords(known);
      if (!told || (!skipRefused && rows.length === 1)) throw told ?? error;
      refused.push({
        animalId: row.animalId,
        earTag: row.earTag,
        bizCode: told.bizCode ?? 'error',
        msg: call.say(told.key, told.args),
      });
    }
  }
  if (saved.length === 0 && refused.length > 0 && !skipRefused)
    throw refusal('allRefused', 'breeding.refusal.allRefused', { n: refused.length }, { refused });
  call.answer.msg = call.say('ok.saved');
  return { saved, refused };
}

/** What the depot says of an empty box is, to a technician, that there is no such straw. */
function inWords(error: AppError): AppError | null {
  if (error.bizCode === 'short' || error.bizCode === 'noBox') return refusal('noStraw', 'breeding.refusal.noStraw');
  return error.bizCode ? error : null;
}

interface Stored {
  id: number;
  version: number;
  status: string;
  animalId: number;
  earTag: string;
  principalId: number;
  regionCode: number;
  docNo: string;
  seq: number | null;
  by: number | null;
  hours: number;
  outcome: string;
  servedOn: string;
  heatReportId: number | null;
}
export async function take(call: Call<typeof voidService>) {
  const { id, version, reason } = call.body;
  const { tx } = call;
  const [row] = await tx.query<Stored>(
    `select id, version, status, animal_id as "animalId", ear_tag as "earTag", principal_id as "principalId",
       region_code as "regionCode", doc_no as "docNo", event_seq as seq, created_by as by, outcome,
       extract(epoch from now() - created_at) / 3600 as hours, to_char(served_on, 'YYYY-MM-DD') as "servedOn",
       heat_report_id as "heatReportId"
     from breeding.insemination where id = $1 for update`,
    [id],
  );
  if (!row) throw notFound();
  if (row.version !== version) throw staleVersion();
  if (row.status === 'voided') throw refusal('voided', 'breeding.refusal.voided');
  const mayVoid = call.actor.actions.has('breed:service:void');
  const rules = await rulesFor(tx, row.regionCode);
  if (!mayVoid && (row.by !== call.actor.userId || row.hours > rules.common.voidHours))
    throw refusal('voidLate', 'breeding.refusal.voidLate', { n: rules.common.voidHours });
  const [birth] = await tx.query(
    `select 1 from breeding.calving where tenant_no = kit.tenant() and service_id = $1
       and status in ('reported', 'verified')`,
    [id],
  );
  if (birth) throw refusal('hasCalving', 'breeding.refusal.hasCalving');
  await refuseSettled(tx, 'insemination', id, mayVoid);
  await markVoided(tx, id, reason);
  const restored = await restore(tx, { type: 'breeding.insemination', id });
  const seq = await writeEvent(tx, {
    animalId: row.animalId,
    kind: 'inseminated',
    happenedOn: row.servedOn,
    principalId: row.principalId,
    regionCode: row.regionCode,
    source: { entity: 'breeding.insemination', id, docNo: row.docNo },
    summary: { voidOf: row.seq ?? 0 },
    ...(row.seq !== null && { voidOf: row.seq }),
  });
  await refold(tx, [row.animalId]);
  await closeTask(tx, 'breeding.insemination', id);
  await tellBreeding(tx, { kind: 'service', animalId: row.animalId, recordId: id, on: row.servedOn, voided: true });
  call.answer.msg = call.say('ok.done');
  return { status: 'voided', restored, seq };
}

/** R46: what was paid for by a batch that is checked is voided by the office alone; the next batch corrects it. */
export async function refuseSettled(tx: Tx, recordKind: string, id: number, mayVoid: boolean): Promise<void> {
  if (mayVoid) return;
  const batch = await inTenant(tx, tx.scope.tenantNo, 'breeding.settled', (sys) =>
    sys.query<{ docNo: string }>(
      `select b.doc_no as "docNo" from breeding.subsidy_basis s join breeding.subsidy_batch b on b.id = s.batch_id
       where s.tenant_no = kit.tenant() and s.record_kind = $1 and s.record_id = $2 and s.is_live
         and b.status not in ('computed', 'cancelled') limit 1`,
      [recordKind, id],
    ),
  );
  if (batch[0]) throw refusal('settled', 'breeding.refusal.settled', { docNo: batch[0].docNo });
}
