import { invalid, refusal, type TextArgs } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { today } from '#kit/server/today.ts';
import type { TreatmentSheet } from '#modules/cure/contract/treatment/treatment.ts';
import type { AnimalState } from '#modules/registry/server/index.ts';
import { addDays, type Drug, drugsOf, leastDays, waitingOf } from '../medicine/labels.ts';
import { settingsFor } from '../setting/settings.ts';
import { standingReports } from '../suspect/suspect-report.ts';
import { type Sheet, sheetFor } from './under-sheet.ts';

export interface Refused {
  readonly animalId: number;
  readonly earTag: string;
  readonly code: string;
  readonly args: TextArgs;
}
export interface JudgedLine {
  readonly lineNo: number;
  readonly medicineId: number;
  readonly name: string;
  readonly materialId: number | null;
  readonly lotId: number | null;
  readonly typedLot: string | null;
  readonly labelPhoto: readonly number[];
  readonly route: string;
  readonly dose: number;
  readonly dosePer: 'kg' | 'head';
  readonly doseUnit: string;
  readonly totalQty: number;
  readonly activeMg: number | null;
  readonly meatDays: number;
  readonly milkHours: number | null;
}
export interface Patient {
  readonly animal: AnimalState;
  readonly weightKg: number;
  readonly weightBy: 'measured' | 'estimated';
  readonly doses: Readonly<Record<string, number>>;
}
export interface Judged {
  readonly patients: readonly Patient[];
  readonly refused: readonly Refused[];
  readonly lines: readonly JudgedLine[];
  readonly meatUntil: string | null;
  readonly milkUntil: string | null;
  readonly under: Sheet | null;
}

export interface Practice {
  readonly staffId: number | null;
  readonly unitId: number | null;
  readonly vetLevel: string | null;
  /** How many days back may be written down. */
  readonly backdateDays: number;
}

/** R54: what an animal of a stage weighs where nobody weighed it lately. */
const stageWeights: Readonly<Record<string, number>> = {
  calf: 90,
  heifer: 280,
  cow: 450,
  steer: 400,
  bull: 600,
  lamb: 15,
  eweLamb: 30,
  ewe: 50,
  wether: 45,
  ram: 70,
};
const withoutDiagnosis = new Set(['deworm', 'birth', 'prevent', 'hoof']);
const thousandths = (n: number) => Math.round(n * 1000) / 1000;
/** As many places as the stock is counted in, never less than was given. */
const roundUp = (n: number, decimals: number) => Math.ceil(thousandths(n) * 10 ** decimals - 1e-6) / 10 ** decimals;

/** R52. */
function checkDay(sheet: TreatmentSheet, backdateDays: number): void {
  const oldest = addDays(today(), -backdateDays);
  if (sheet.treatedOn > today() || sheet.treatedOn < oldest)
    throw invalid([{ field: 'treatedOn', key: 'cure.refusal.treatedOn' }]);
}

/** R51: a medicine on prescription is given under a sheet, by a licensed vet, or by a rural vet from the basic list. */
function refuseWithoutSheet(drug: Drug, practice: Practice, under: Sheet | null): void {
  if (!drug.rxOnly || under) return;
  if (practice.vetLevel === 'licensed' || (practice.vetLevel === 'rural' && drug.ruralList)) return;
  throw refusal('needPrescription', 'cure.refusal.needPrescription', { medicine: drug.name });
}

/** R41: banned, stopped or not yet published. */
export function refuseBanned(drug: Drug | undefined): asserts drug is Drug {
  if (!drug || drug.foodBan || drug.status !== 'published')
    throw refusal('banned', 'cure.refusal.banned', { medicine: drug?.name ?? '' });
}

interface Weighed {
  readonly id: number;
  readonly weight: number | null;
}
/** Weighed within 90 days before the treatment. */
const weightsOf = async (tx: Tx, ids: readonly number[], on: string) =>
  new Map(
    (
      await tx.query<Weighed>(
        `select id, weight::float8 as weight from cure.animal_seen
         where id = any ($1) and weight is not null and weight_on between $2::date - 90 and $2::date`,
        [ids, on],
      )
    ).map((one) => [one.id, one.weight]),
  );

/** Everything the rules say of a sheet; the same for the preview and for the record. */
export async function judge(
  tx: Tx,
  sheet: TreatmentSheet,
  animals: readonly AnimalState[],
  practice: Practice,
): Promise<Judged> {
  checkDay(sheet, practice.backdateDays);
  if (sheet.animals.length === 0 && sheet.untaggedHead === 0)
    throw invalid([{ field: 'animals', key: 'cure.refusal.nobody' }]);
  if (!sheet.diagnosisTagId && !withoutDiagnosis.has(sheet.cause))
    throw invalid([{ field: 'diagnosisTagId', key: 'error.field.required' }]);
  const drugs = await inTenant(tx, tx.scope.tenantNo, 'drugs', (all) =>
    drugsOf(
      all,
      sheet.lines.map((line) => line.medicineId),
    ),
  );
  const under = sheet.prescriptionId ? await sheetFor(tx, sheet.prescriptionId, sheet.treatedOn) : null;
  const known = new Map(animals.map((one) => [one.id, one]));
  const reported = await standingReports(tx, [...known.keys()]);
  const weights = await weightsOf(tx, [...known.keys()], sheet.treatedOn);
  const refused: Refused[] = [];
  const patients: Patient[] = [];
  for (const { animalId, weightKg } of sheet.animals) {
    const animal = known.get(animalId);
    const no = (code: string, args: TextArgs = {}) =>
      refused.push({ animalId, earTag: animal?.earTag ?? '', code, args });
    if (!animal) no('unknownAnimal');
    else if (animal.status !== 'inStock') no('notInStock');
    else if (animal.principalId !== sheet.principalId) no('otherHolder');
    else if (animal.species !== sheet.species) no('otherSpecies');
    else if (sheet.treatedOn < animal.entryOn) no('beforeEntry');
    else if (reported.has(animalId)) no('noTreat', { disease: reported.get(animalId) ?? '' });
    else if (under && !under.animalIds.includes(animalId)) no('notOnSheet', { docNo: under.docNo });
    else {
      const known90 = weights.get(animalId) ?? null;
      const kg = weightKg ?? known90 ?? stageWeights[animal.stage] ?? 50;
      const doses = Object.fromEntries(
        sheet.lines.map((line, at) => [at + 1, thousandths(line.dosePer === 'kg' ? line.dose * kg : line.dose)]),
      );
      patients.push({ animal, weightKg: kg, weightBy: weightKg || known90 ? 'measured' : 'estimated', doses });
    }
  }
  const [place] = await tx.query<{ regionCode: number }>(
    'select region_code as "regionCode" from cure.unit_seen where id = $1',
    [sheet.principalId],
  );
  const { offLabelDays } = await settingsFor(tx, place?.regionCode ?? 0);
  const lines = sheet.lines.map((line, at) =>
    judgeLine(sheet, line, at, drugs.get(line.medicineId), { patients, offLabelDays }),
  );
  for (const [at, line] of lines.entries()) {
    const drug = drugs.get(line.medicineId) as Drug;
    refuseWithoutSheet(drug, practice, under);
    if (under) under.take(line.medicineId, line.totalQty, `lines.${at}.medicineId`);
  }
  const days = Math.max(...lines.map((line) => line.meatDays));
  const hours = Math.max(0, ...lines.map((line) => line.milkHours ?? 0));
  const lastDose = new Date(Math.min(Date.now(), Date.parse(`${sheet.treatedOn}T23:59:59+08:00`)));
  return {
    patients,
    refused,
    lines,
    // R61: the last blocked day; no days block nothing.
    meatUntil: days > 0 ? addDays(sheet.treatedOn, days) : null,
    milkUntil: hours > 0 ? new Date(lastDose.getTime() + hours * 3_600_000).toISOString() : null,
    under,
  };
}

function judgeLine(
  sheet: TreatmentSheet,
  line: TreatmentSheet['lines'][number],
  at: number,
  drug: Drug | undefined,
  { patients, offLabelDays }: { patients: readonly Patient[]; offLabelDays: number },
): JudgedLine {
  refuseBanned(drug);
  const pack = drug.packs.find((one) => one.materialId === line.materialId) ?? null;
  if (sheet.source !== 'outside' && !pack) throw invalid([{ field: `lines.${at}.materialId`, key: 'error.field.ref' }]);
  // R53: whoever buys elsewhere shows what was bought.
  if (sheet.source === 'outside' && (!line.lotNo || line.labelPhoto.length === 0))
    throw refusal('lotOutside', 'cure.refusal.lotOutside');
  const least = leastDays(drug, sheet.species, line.route, { materialId: pack?.materialId, offLabelDays });
  if (line.meatDays !== null && line.meatDays !== undefined && line.meatDays < least)
    throw invalid([{ field: `lines.${at}.meatDays`, key: 'cure.refusal.meatDaysLeast', args: { n: least } }]);
  const waiting = waitingOf(drug, sheet.species, line.route, {
    materialId: pack?.materialId,
    typed: line.meatDays,
    offLabelDays,
  });
  const tagged = patients.reduce((sum, one) => sum + (one.doses[at + 1] ?? 0), 0);
  const each =
    line.dosePer === 'kg' ? line.dose * (stageWeights[sheet.species === 'cattle' ? 'calf' : 'lamb'] ?? 15) : line.dose;
  const totalQty = roundUp(tagged + each * sheet.untaggedHead, pack?.decimals ?? 3);
  return {
    lineNo: at + 1,
    medicineId: drug.id,
    name: drug.name,
    materialId: pack?.materialId ?? null,
    lotId: line.lotId ?? null,
    typedLot: line.lotNo ?? null,
    labelPhoto: line.labelPhoto,
    route: line.route,
    dose: line.dose,
    dosePer: line.dosePer,
    doseUnit: line.doseUnit,
    totalQty,
    activeMg: pack?.activeMg ? thousandths(totalQty * pack.activeMg) : null,
    meatDays: waiting.meatDays,
    milkHours: waiting.milkHours,
  };
}
