import type { TextArgs } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { type Drug, drugsOf, type Waiting, waitingOf } from '../medicine/labels.ts';
import { settingsFor } from '../setting/settings.ts';
import { standingReports } from '../suspect/suspect-report.ts';
import { type PatientFacts, patientFacts } from './patients.ts';

export interface RxDraft {
  readonly principalId: number;
  readonly species: string;
  readonly animalIds: readonly number[];
  readonly heads: number;
  readonly meanKg: number | null;
  readonly exceptId?: number | null;
  readonly lines: readonly {
    readonly medicineId: number;
    readonly route: string;
    readonly dose: number;
    readonly timesPerDay: number;
    readonly days: number;
    readonly meatDays?: number | null | undefined;
    readonly reason?: string | null | undefined;
  }[];
}
export interface RxFound {
  readonly line: number | null;
  readonly level: 'error' | 'warn';
  readonly code: string;
  readonly args: TextArgs;
}
export interface RxLine extends Waiting {
  readonly name: string;
  readonly totalQty: number;
  readonly antimicrobial: boolean;
}
export interface RxJudged {
  readonly found: readonly RxFound[];
  readonly lines: readonly RxLine[];
  readonly days: number;
  readonly meatDays: number;
}

interface OpenDrug {
  readonly medicineId: number;
  readonly classCode: string;
  readonly docNo: string;
}

/** What these animals take already, by open sheets. */
const openDrugs = (tx: Tx, animalIds: readonly number[], exceptId: number | null) =>
  tx.query<OpenDrug>(
    `select distinct l.medicine_id as "medicineId", m.class_code as "classCode", p.doc_no as "docNo"
     from cure.prescription_animal a join cure.prescription p on p.id = a.parent_id and p.status in ('issued',
       'running')
       join cure.prescription_line l on l.parent_id = p.id join cure.medicine m on m.id = l.medicine_id
     where a.tenant_no = kit.tenant() and a.animal_id = any ($1) and p.id <> coalesce($2::bigint, 0)`,
    [animalIds, exceptId],
  );

/** R40 to R47, line by line. An error refuses the sheet, a warning asks for a reason. */
export async function judgeSheet(tx: Tx, draft: RxDraft): Promise<RxJudged> {
  return inTenant(tx, tx.scope.tenantNo, 'judgeSheet', async (all) => {
    const drugs = await drugsOf(
      all,
      draft.lines.map((line) => line.medicineId),
    );
    const taken = await openDrugs(all, draft.animalIds, draft.exceptId ?? null);
    const found: RxFound[] = [];
    const [place] = await all.query<{ regionCode: number }>(
      'select region_code as "regionCode" from cure.unit_seen where id = $1',
      [draft.principalId],
    );
    const { offLabelDays, rxMaxLines } = await settingsFor(all, place?.regionCode ?? 0);
    if (draft.lines.length > rxMaxLines)
      found.push({ line: null, level: 'error', code: 'tooManyLines', args: { n: rxMaxLines } });
    const facts = await patientFacts(all, draft.animalIds, draft.heads, draft.exceptId ?? null);
    const reported = await standingReports(all, draft.animalIds);
    const [disease] = reported.values();
    if (disease) found.push({ line: null, level: 'error', code: 'noTreat', args: { disease } });
    const gone = await all.query<{ earTag: string }>(
      `select ear_tag as "earTag" from cure.animal_seen where id = any ($1) and (status <> 'inStock'
        or principal_id <> $2 or species <> $3)`,
      [draft.animalIds, draft.principalId, draft.species],
    );
    if (gone[0]) found.push({ line: null, level: 'error', code: 'notInStockTag', args: { tag: gone[0].earTag } });
    const lines = draft.lines.map((line, at): RxLine => {
      const say = (level: 'error' | 'warn', code: string, args: TextArgs = {}) =>
        found.push({ line: at, level, code, args });
      const drug = drugs.get(line.medicineId);
      if (!drug || drug.foodBan || drug.status !== 'published') {
        say('error', 'banned', { medicine: drug?.name ?? '' });
        return { ...nothing, name: drug?.name ?? '' };
      }
      const waiting = waitingOf(drug, draft.species, line.route, { typed: line.meatDays, offLabelDays });
      lineFindings(drug, line, waiting, draft.meanKg, say);
      patientFindings(drug, waiting, facts, say);
      const other = taken.find((one) => one.medicineId === drug.id);
      if (other) say('error', 'duplicateDrug', { docNo: other.docNo });
      return {
        ...waiting,
        name: drug.name,
        antimicrobial: drug.antimicrobial !== 'none',
        totalQty: Math.round(line.dose * line.timesPerDay * line.days * Math.max(1, draft.heads) * 1000) / 1000,
      };
    });
    if (draft.lines.length > 1 && draft.lines.some((line) => drugs.get(line.medicineId)?.controlled))
      found.push({ line: null, level: 'error', code: 'controlledAlone', args: {} });
    return {
      found,
      lines,
      days: Math.max(1, ...draft.lines.map((line) => line.days)),
      meatDays: Math.max(0, ...lines.map((line) => line.meatDays)),
    };
  });
}

const nothing: Omit<RxLine, 'name'> = {
  meatDays: 0,
  milkHours: null,
  offLabel: false,
  source: 'label',
  label: null,
  totalQty: 0,
  antimicrobial: false,
};

function lineFindings(
  drug: Drug,
  line: RxDraft['lines'][number],
  { label, offLabel, meatDays }: Waiting,
  meanKg: number | null,
  say: (level: 'error' | 'warn', code: string, args?: TextArgs) => void,
): void {
  if (line.meatDays !== null && line.meatDays !== undefined && line.meatDays < meatDays)
    say('error', 'meatDaysLeast', { n: meatDays });
  if (offLabel || !label) say('warn', 'offLabel');
  else {
    const most = label.dosePer === 'kg' ? (meanKg === null ? null : label.doseTo * meanKg) : label.doseTo;
    const from = label.dosePer === 'kg' ? (meanKg === null ? null : label.doseFrom * meanKg) : label.doseFrom;
    if (most !== null && line.dose > most * 2) say('error', 'overDose');
    else if ((most !== null && line.dose > most * 1.001) || (from !== null && line.dose < from * 0.999))
      say('warn', 'doseOffLabel');
    if (line.days > label.daysMax) say('warn', 'tooLong', { n: label.daysMax });
  }
  if (drug.antimicrobial === 'critical') say('warn', 'critical');
  if (drug.antimicrobial !== 'none' && line.days > 7) say('warn', 'antimicrobialLong');
}

/** R43, R44: what speaks against it in these animals. Heads without a number are taken to be what the leaflet warns of. */
function patientFindings(
  drug: Drug,
  waiting: Waiting,
  facts: PatientFacts,
  say: (level: 'error' | 'warn', code: string, args?: TextArgs) => void,
): void {
  if (waiting.milkHours === null && facts.inMilk > 0) say('error', 'notForMilk', { n: facts.inMilk });
  if (drug.banPregnant && facts.pregnant + facts.unknown > 0) say('warn', 'pregnant');
  if (drug.minAgeDays !== null && (facts.unknown > 0 || (facts.youngestDays ?? drug.minAgeDays) < drug.minAgeDays))
    say('warn', 'tooYoung', { n: drug.minAgeDays });
  if (drug.antimicrobial !== 'none' && facts.recentClasses.has(drug.classCode)) say('warn', 'sameClass');
}

/** Warnings that nobody gave a reason for. */
export const withoutReason = (draft: RxDraft, found: readonly RxFound[]): RxFound | undefined =>
  found.find((one) => one.level === 'warn' && one.line !== null && !draft.lines[one.line]?.reason);
