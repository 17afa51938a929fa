import { invalid, refusal } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { today } from '#kit/server/today.ts';
import { addDays, headsOf } from '#modules/prevention/contract/visit/judge.ts';
import type { VisitSheet } from '#modules/prevention/contract/visit/visit-sheet.ts';
import { configOf } from '#modules/registry/server/index.ts';
import { type Settings, settingsFor } from '../settings/settings.ts';
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
import { flagsOf, usedBefore } from './flags.ts';
import {
  type Judged,
  type JudgedLine,
  judgeSheet,
  refuseTwice,
  refuseUntagged,
  type TakenAnimal,
} from './judge-sheet.ts';

export interface Teller {
  readonly userId: number | null;
  /** Holds ant:visit:backdate: a station, which may write later and for its workers. */
  readonly mayBackdate: boolean;
}

export interface Assessed {
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

/** Results of a visit at which nothing was given. */
export const empty = new Set(['absent', 'refused', 'noStock']);
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

/** What is due at a household on a day: of the season, or to be made up this month. What is too young that day is not due yet. */
export const dueAnimals = (tx: Tx, principalId: number, season: SeasonFacts | null, on: string) =>
  tx.query<{ animalId: number; diseaseCode: string; why: string }>(
    `select animal_id as "animalId", disease_code as "diseaseCode", why from prevention.due_of_holder($2, $1, $3)`,
    [principalId, season?.id ?? null, on],
  );

/** Everything a sheet would do, without doing it. Whose the household and the animals are, the caller's own sight decides; all else is asked past it. */
export async function assess(tx: Tx, sheet: VisitSheet, teller: Teller, lock: boolean): Promise<Assessed> {
  refuseBare(sheet);
  refuseUntagged(sheet);
  refuseTwice(sheet);
  const [holder, animals] = await Promise.all([
    holderOf(tx, sheet.principalId),
    animalsById(
      tx,
      sheet.animals.map((one) => one.animalId),
      lock,
    ),
  ]);
  return inTenant(tx, tx.scope.tenantNo, 'assess', (sys) => assessAll(sys, sheet, teller, holder, animals));
}

async function assessAll(
  tx: Tx,
  sheet: VisitSheet,
  teller: Teller,
  holder: HolderFacts,
  animals: readonly AnimalFacts[],
): Promise<Assessed> {
  const { settings, season, staff } = await whoAndWhen(tx, sheet, teller, holder);
  const wantsDue = sheet.result !== 'partial' && !empty.has(sheet.result);
  // Nothing here waits for anything else: one round trip to the database.
  const [judged, stock, held, due, isCopied, before] = await Promise.all([
    judgeSheet(tx, sheet, holder, animals),
    stockAt(tx, holder.principalId),
    staff ? heldBy(tx, staff.id, sheet.visitedOn) : [],
    wantsDue ? dueAnimals(tx, holder.principalId, season, sheet.visitedOn) : [],
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
