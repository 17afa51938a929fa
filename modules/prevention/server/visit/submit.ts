import { AppError, invalid, refusal } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { linkFiles } from '#kit/server/files/files.ts';
import { today } from '#kit/server/today.ts';
import { boxConsume } from '#modules/depot/server/index.ts';
import { closeTask, openTask } from '#modules/platform/server/index.ts';
import { addDays, headsOf } from '#modules/prevention/contract/judge.ts';
import type { VisitSheet } from '#modules/prevention/contract/visit-sheet.ts';
import { configOf, recordHerdCount, writeEvents } from '#modules/registry/server/index.ts';
import { insertAnimals } from '../immunisation-animal.ts';
import { insertLines } from '../immunisation-line.ts';
import { insertVisit, type VisitKey, visitOfKey } from '../immunisation-visit.ts';
import { markVisit } from '../plan-household.ts';
import { type Settings, settingsFor } from '../settings.ts';
import { countVisit, immunisedEvent, visitSource } from './effects.ts';
import {
  type AnimalFacts,
  animalsById,
  doneBy,
  type HeldLot,
  type HolderFacts,
  heldBy,
  holderOf,
  type SeasonFacts,
  type StaffFacts,
  type StockRow,
  seasonAt,
  stockAt,
  workerOf,
} from './facts.ts';
import { flagsOf, foundOf, isSpotCheck, usedBefore } from './flags.ts';
import {
  type Judged,
  type JudgedLine,
  judgeSheet,
  type Refused,
  refuseLoose,
  refuseTwice,
  type TakenAnimal,
} from './judge-sheet.ts';

export interface Teller {
  readonly userId: number | null;
  /** Holds ant:visit:backdate: a station, which may write later and for its workers. */
  readonly mayBackdate: boolean;
}

export interface Weighed {
  readonly holder: HolderFacts;
  readonly settings: Settings;
  readonly season: SeasonFacts | null;
  readonly staff: StaffFacts | null;
  readonly judged: Judged;
  readonly flags: readonly string[];
  readonly result: string;
  readonly stock: readonly StockRow[];
  readonly heads: { readonly cattle: number; readonly sheep: number; readonly goat: number };
  /** What lies in the worker's box. */
  readonly held: readonly HeldLot[];
}

const empty = new Set(['absent', 'refused', 'noStock']);
const photoLeast = 1;

/** R10: not tomorrow, not too long ago, and inside the season's own days. */
function refuseDay(sheet: VisitSheet, season: SeasonFacts | null, back: number): void {
  const now = today();
  const isOut =
    sheet.visitedOn > now ||
    sheet.visitedOn < addDays(now, -back) ||
    (season !== null && (sheet.visitedOn < season.startDate || sheet.visitedOn > season.endDate));
  if (isOut) throw refusal('dateRange', 'prevention.refusal.dateRange');
}

async function whoAndWhen(tx: Tx, sheet: VisitSheet, teller: Teller, holder: HolderFacts) {
  const isSeason = sheet.mode === 'season' || sheet.mode === 'emergency';
  const isSelf = sheet.mode === 'self';
  const asked = teller.mayBackdate && sheet.staffId ? { staffId: sheet.staffId } : { userId: teller.userId };
  const [settings, season, staff] = await Promise.all([
    settingsFor(tx, holder.regionCode),
    isSeason
      ? seasonAt(tx, holder.regionCode, { emergency: sheet.mode === 'emergency', withLate: teller.mayBackdate })
      : null,
    isSelf ? null : workerOf(tx, asked, holder.regionCode),
  ]);
  if (isSeason && !season) throw refusal('noOngoingSeason', 'prevention.refusal.noOngoingSeason');
  refuseDay(sheet, season, teller.mayBackdate ? settings.visitBackDaysLong : settings.visitBackDays);
  if (isSelf) {
    if ((await configOf(tx, holder.principalId, 'self_purchase_vaccine')) !== '1')
      throw refusal('notSelf', 'prevention.refusal.notSelf');
    return { settings, season, staff: null };
  }
  if (staff?.status !== 'active' || !staff.serves) throw refusal('notYourArea', 'prevention.refusal.notYourArea');
  await refuseHelpers(tx, sheet.helpers, staff.town);
  return { settings, season, staff };
}

/** R11: a helper need only be at work in the same township. */
async function refuseHelpers(tx: Tx, helpers: readonly number[], town: number): Promise<void> {
  if (helpers.length === 0) return;
  const near = await inTenant(tx, tx.scope.tenantNo, 'worker', (sys) =>
    sys.query(
      `select 1 from registry.staff where tenant_no = kit.tenant() and id = any ($1) and status = 'active' and region_code / 1000 = $2`,
      [helpers, town],
    ),
  );
  if (near.length < new Set(helpers).size) throw invalid([{ field: 'helpers', key: 'prevention.visit.helperFar' }]);
}

function refuseBare(sheet: VisitSheet): void {
  if (sheet.photos.length < photoLeast) throw invalid([{ field: 'photos', key: 'error.field.required' }]);
  if (empty.has(sheet.result)) {
    if (sheet.lines.length > 0 || sheet.animals.some((one) => one.result === 'done'))
      throw invalid([{ field: 'result', key: 'prevention.visit.emptyHasLines' }]);
    if (sheet.result !== 'noStock' && !sheet.remark?.trim())
      throw invalid([{ field: 'remark', key: 'error.field.required' }]);
    return;
  }
  if (sheet.lines.length === 0) throw invalid([{ field: 'lines', key: 'error.field.required' }]);
  if (sheet.mode === 'self' && sheet.purchaseProof.length === 0)
    throw invalid([{ field: 'purchaseProof', key: 'error.field.required' }]);
  for (const [at, line] of sheet.lines.entries()) {
    if (sheet.mode === 'self' ? !line.lotNo : !line.materialId)
      throw invalid([
        { field: `lines.${at}.${sheet.mode === 'self' ? 'lotNo' : 'materialId'}`, key: 'error.field.required' },
      ]);
  }
  for (const [at, one] of sheet.animals.entries())
    if (one.result === 'exempt' && (!one.exemptReason || !one.exemptUntil))
      throw invalid([{ field: `animals.${at}.exemptReason`, key: 'error.field.required' }]);
}

/** R19: done is done only when every animal that was due was found and done, or put off. */
function resultOf(
  sheet: VisitSheet,
  due: readonly { readonly animalId: number; readonly diseaseCode: string }[],
  taken: readonly TakenAnimal[],
) {
  if (empty.has(sheet.result)) return sheet.result;
  if (sheet.result === 'partial') return 'partial';
  const treated = new Map(taken.filter((one) => one.result !== 'notFound').map((one) => [one.animal.animalId, one]));
  const covers = new Set(sheet.lines.map((line) => line.vaccineCode));
  const open = due.some((one) => {
    const done = treated.get(one.animalId);
    return !done || (done.result === 'done' && !done.diseaseCodes.includes(one.diseaseCode) && covers.size > 0);
  });
  return open ? 'partial' : 'done';
}

/** What is due at a household: of the season, or to be made up this month. */
export const dueAnimals = (tx: Tx, principalId: number, season: SeasonFacts | null) =>
  tx.query<{ animalId: number; diseaseCode: string; why: string }>(
    season
      ? `select animal_id as "animalId", disease_code as "diseaseCode", 'season' as why from prevention.judge_season(kit.tenant(), $2, array[$1::bigint]) where how = 'remaining'`
      : `select animal_id as "animalId", disease_code as "diseaseCode", why from prevention.judge_routine(kit.tenant(), array[$1::bigint]) where $2::bigint is null`,
    [principalId, season?.id ?? null],
  );

/** Everything a sheet would do, without doing it. Whose the household and the animals are, the caller's own sight decides; all else is asked past it. */
export async function weigh(tx: Tx, sheet: VisitSheet, teller: Teller, lock: boolean): Promise<Weighed> {
  refuseBare(sheet);
  refuseLoose(sheet);
  refuseTwice(sheet);
  const [holder, animals] = await Promise.all([
    holderOf(tx, sheet.principalId),
    animalsById(
      tx,
      sheet.animals.map((one) => one.animalId),
      lock,
    ),
  ]);
  return inTenant(tx, tx.scope.tenantNo, 'weigh', (sys) => weighAll(sys, sheet, teller, holder, animals));
}

async function weighAll(
  tx: Tx,
  sheet: VisitSheet,
  teller: Teller,
  holder: HolderFacts,
  animals: readonly AnimalFacts[],
): Promise<Weighed> {
  const { settings, season, staff } = await whoAndWhen(tx, sheet, teller, holder);
  const wantsDue = sheet.result !== 'partial' && !empty.has(sheet.result);
  // Nothing here waits for anything else: one journey to the database.
  const [judged, stock, held, due, isCopied, before] = await Promise.all([
    judgeSheet(tx, sheet, holder, animals),
    stockAt(tx, holder.principalId),
    staff ? heldBy(tx, staff.id, sheet.visitedOn) : [],
    wantsDue ? dueAnimals(tx, holder.principalId, season) : [],
    usedBefore(tx, sheet.photos),
    staff ? doneBy(tx, staff.id, sheet.visitedOn) : [],
  ]);
  const done = judged.animals.filter((one) => one.result === 'done');
  const count = (species: string) =>
    done.filter((one) => one.animal.species === species).length +
    Math.max(0, ...judged.lines.map((line) => headsOf(line.untagged, species)));
  const heads = { cattle: count('cattle'), sheep: count('sheep'), goat: count('goat') };
  const notFound = new Map<string, number>();
  for (const one of judged.animals)
    if (one.result === 'notFound') notFound.set(one.animal.species, (notFound.get(one.animal.species) ?? 0) + 1);
  const flags = flagsOf({
    sheet,
    holder,
    before,
    settings,
    stock,
    notFound,
    heads,
    isCopied,
    isLate: season?.status === 'summarising',
    lacksDoses: staff !== null && lacks(held, judged.lines),
  });
  const result = resultOf(sheet, due, judged.animals);
  return { holder, settings, season, staff, judged, flags, result, stock, heads, held };
}

const lacks = (held: readonly HeldLot[], lines: readonly JudgedLine[]): boolean =>
  lines.some((line) => {
    const free = held
      .filter((one) => one.materialId === line.materialId && (!line.lotId || one.lotId === line.lotId))
      .reduce((sum, one) => sum + one.qty, 0);
    return line.doses > free;
  });

export interface Submitted extends VisitKey {
  readonly accepted: number;
  readonly refused: readonly Refused[];
  readonly flags: readonly string[];
  readonly result: string;
}

/** The depot's refusals in the words a worker knows. */
function asVisitError(error: unknown): unknown {
  if (!(error instanceof AppError)) return error;
  const named: Record<string, string> = {
    expired: 'batchExpired',
    held: 'batchFrozen',
    recalled: 'batchFrozen',
    short: 'notHeld',
    noBox: 'notHeld',
  };
  const code = named[error.bizCode ?? ''];
  return code ? refusal(code, `prevention.refusal.${code}`, {}, error.data) : error;
}

/** R12: from the worker's own box, in the same transaction. Answers the lots that were taken, and whether the box owes some. */
async function takeDoses(tx: Tx, visit: VisitKey, sheet: VisitSheet, staffId: number, lines: readonly JudgedLine[]) {
  for (const line of lines) {
    if (line.doses === 0) continue;
    try {
      await boxConsume(tx, {
        staffId,
        materialId: line.materialId as number,
        lotId: line.lotId,
        qty: line.doses,
        headServed:
          line.taggedHead + Object.keys(line.untagged).reduce((sum, one) => sum + headsOf(line.untagged, one), 0),
        bizDate: sheet.visitedOn,
        source: { type: visitSource, id: visit.id, line: line.lineNo },
      });
    } catch (error) {
      throw asVisitError(error);
    }
  }
}

/** The bottle's number and vaccine, told by the depot and not by whoever typed. */
async function withLots(tx: Tx, held: readonly HeldLot[], lines: readonly JudgedLine[]): Promise<JudgedLine[]> {
  if (lines.length === 0) return [];
  const [known, numbers] = await inTenant(tx, tx.scope.tenantNo, 'lots', (sys) =>
    Promise.all([
      sys.query<{ materialId: number; vaccineCode: string | null }>(
        'select id as "materialId", vaccine_code as "vaccineCode" from depot.material where id = any ($1)',
        [lines.map((line) => line.materialId)],
      ),
      sys.query<{ id: number; lotNo: string }>('select id, lot_no as "lotNo" from depot.lot where id = any ($1)', [
        lines.flatMap((line) => line.lotId ?? []),
      ]),
    ]),
  );
  return lines.map((line) => {
    const material = known.find((one) => one.materialId === line.materialId);
    if (material?.vaccineCode !== line.vaccine.vaccineCode)
      throw invalid([{ field: `lines.${line.lineNo - 1}.materialId`, key: 'error.field.ref' }]);
    const lotId = line.lotId ?? held.find((one) => one.materialId === line.materialId)?.lotId ?? null;
    const lotNo =
      held.find((one) => one.lotId === lotId)?.lotNo ?? numbers.find((one) => one.id === lotId)?.lotNo ?? '';
    return { ...line, lotId, lotNo };
  });
}

/**
 * The whole sheet in one transaction: lines, doses out of the box, one event per animal, immunity, plans, figures, flags.
 * A key that was sent before is answered with what it became (R21).
 */
export async function submitVisit(tx: Tx, sheet: VisitSheet, teller: Teller, skipRefused: boolean): Promise<Submitted> {
  const known = await visitOfKey(tx, sheet.clientKey);
  if (known && known.status !== 'draft') return { ...known, accepted: 0, refused: [] };
  const weighed = await weigh(tx, sheet, teller, true);
  const { holder, settings, season, staff, judged } = weighed;
  if (judged.refused.length > 0 && !skipRefused) throw new RefusedAnimals(judged.refused);
  const counted = sheet.mode !== 'self';
  const given = empty.has(sheet.result) ? [] : judged.lines;
  const lines = staff ? await withLots(tx, weighed.held, given) : given;
  const done = judged.animals.filter((one) => one.result === 'done');
  const loose = lines.some((line) => Object.keys(line.untagged).some((one) => headsOf(line.untagged, one) > 0));
  if (!empty.has(sheet.result) && done.length === 0 && !loose && judged.animals.length === 0)
    throw new RefusedAnimals(judged.refused);
  const reasons = sheet.mode === 'routine' ? await reasonsOf(tx, holder.principalId) : new Map<number, string>();
  const visit = await insertVisit(
    tx,
    {
      sheet,
      regionCode: holder.regionCode,
      seasonId: season?.id ?? null,
      staffId: staff?.id ?? null,
      result: weighed.result,
      foundTagged:
        weighed.stock.reduce((sum, row) => sum + row.tagged, 0) -
        judged.animals.filter((one) => one.result === 'notFound').length,
      flags: weighed.flags,
      spotCheck: isSpotCheck(sheet.clientKey, settings.spotCheckEvery),
      heads: weighed.heads,
      diseaseCodes: [...new Set(lines.flatMap((line) => line.vaccine.diseaseCodes))],
      lots: [...new Set(lines.map((line) => line.lotNo))],
      vaccines: lines.map((line) => `${line.vaccine.name} ${line.lotNo}`).join('；'),
      doses: lines.reduce((sum, line) => sum + line.doses, 0),
      reasons: [...new Set(done.map((one) => reasons.get(one.animal.animalId) ?? '').filter(Boolean))],
      counted,
    },
    teller.userId,
  );
  await insertLines(tx, visit.id, lines);
  if (staff) await takeDoses(tx, visit, sheet, staff.id, lines);
  const files = [...sheet.photos, ...sheet.purchaseProof, ...(sheet.holderSignId ? [sheet.holderSignId] : [])];
  await linkFiles(tx, files, 'prevention.immunisationVisit', visit.id);
  await inTenant(tx, tx.scope.tenantNo, 'visit', async (sys) => {
    const facts = {
      ...visit,
      visitedOn: sheet.visitedOn,
      worker: staff?.name ?? null,
      lines: lines.map((line) => ({ lineNo: line.lineNo, name: line.vaccine.name, lotNo: line.lotNo })),
    };
    const seqOf = new Map<number, number>();
    if (counted) {
      const seqs = await writeEvents(
        sys,
        done.map((one) =>
          immunisedEvent(facts, { ...one.animal, diseaseCodes: one.diseaseCodes, lineNos: one.lineNos }),
        ),
        teller.userId,
      );
      for (const [at, one] of done.entries()) seqOf.set(one.animal.animalId, seqs[at] ?? 0);
    }
    await insertAnimals(sys, { id: visit.id, visitedOn: sheet.visitedOn, counted }, judged.animals, {
      seqOf,
      reasonOf: reasons,
    });
    if (!counted) return;
    await writeCounts(sys, visit.id, sheet, weighed);
    const { principalId } = holder;
    await Promise.all([
      markVisit(sys, { id: visit.id, principalId, visitedOn: sheet.visitedOn, result: weighed.result }),
      countVisit(
        sys,
        { id: visit.id, ...holder },
        judged.animals.map((one) => one.animal.animalId),
        judged.animals.map((one) => one.animal.principalId),
      ),
    ]);
  });
  await tellStation(tx, visit, weighed, isSpotCheck(sheet.clientKey, settings.spotCheckEvery), sheet.mode === 'self');
  return {
    ...visit,
    accepted: judged.animals.length,
    refused: judged.refused,
    flags: weighed.flags,
    result: weighed.result,
  };
}

export class RefusedAnimals extends Error {
  readonly refused: readonly Refused[];
  constructor(refused: readonly Refused[]) {
    super('refusedAnimals');
    this.refused = refused;
  }
}

/** Why each animal was to be made up, before the shot makes it forget. */
async function reasonsOf(tx: Tx, principalId: number): Promise<Map<number, string>> {
  return new Map((await dueAnimals(tx, principalId, null)).map((one) => [one.animalId, one.why]));
}

/** R20: what was found, where it is not what the books say; stages that were counted before and are none now say so. */
async function writeCounts(tx: Tx, visitId: number, sheet: VisitSheet, weighed: Weighed): Promise<void> {
  if (!sheet.foundUntagged) return;
  const notFound = new Map<string, number>();
  for (const one of weighed.judged.animals)
    if (one.result === 'notFound') notFound.set(one.animal.species, (notFound.get(one.animal.species) ?? 0) + 1);
  const species = new Set([...weighed.stock.map((row) => row.species), ...Object.keys(sheet.foundUntagged)]);
  const found = foundOf({ sheet, stock: weighed.stock, notFound });
  for (const kind of species) {
    const row = found.find((one) => one.species === kind);
    const loose = headsOf(sheet.foundUntagged, kind);
    if (row ? row.found === row.stock : loose === 0) continue;
    const tagged = await tx.query<{ stage: string; n: number }>(
      `select stage, count(*)::int as n from registry.animal where principal_id = $1 and species = $2 and status = 'inStock' and in_herd and voided_at is null group by stage`,
      [sheet.principalId, kind],
    );
    const before = weighed.stock.find((one) => one.species === kind)?.stages ?? {};
    const stages = new Set([
      ...tagged.map((one) => one.stage),
      ...Object.keys(sheet.foundUntagged[kind] ?? {}),
      ...Object.keys(before),
    ]);
    for (const stage of stages)
      await recordHerdCount(tx, {
        principalId: sheet.principalId,
        species: kind,
        stage,
        onDate: sheet.visitedOn,
        head: (tagged.find((one) => one.stage === stage)?.n ?? 0) + (sheet.foundUntagged[kind]?.[stage] ?? 0),
        source: 'visit',
        sourceId: visitId,
      });
  }
}

/** R24, R25, R23: what the station has to look at. */
async function tellStation(
  tx: Tx,
  visit: VisitKey,
  weighed: Weighed,
  spotCheck: boolean,
  isSelf: boolean,
): Promise<void> {
  const { holder, flags } = weighed;
  await closeTask(tx, 'prevention.immunisationVisit', visit.id);
  const ask = (taskType: string, words: string, permission: string) =>
    openTask(tx, {
      taskType,
      taskName: { key: `prevention.task.${words}`, args: { docNo: visit.docNo, name: holder.name } },
      entity: 'prevention.immunisationVisit',
      entityId: visit.id,
      linkPath: `/ant/preventionMange/visitDetail?id=${visit.id}`,
      permission,
      regionCode: holder.regionCode,
      principalId: holder.principalId,
    });
  if (isSelf) await ask('accept', 'acceptVisit', 'ant:visit:accept');
  else if (flags.length > 0) await ask('check', 'checkFlags', 'ant:visit:check');
  else if (spotCheck) await ask('spotCheck', 'spotCheck', 'ant:visit:check');
}
