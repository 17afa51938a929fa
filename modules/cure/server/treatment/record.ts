import { AppError, notFound, refusal } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { linkFiles } from '#kit/server/files/files.ts';
import type { TreatmentSheet } from '#modules/cure/contract/treatment/treatment.ts';
import { consume } from '#modules/depot/server/index.ts';
import { type LifeEvent, lockAnimals, writeEvents } from '#modules/registry/server/index.ts';
import { tellTreatment } from '../extension-points.ts';
import { addDays } from '../medicine/labels.ts';
import { refuseForeignStore } from '../medicine/stores.ts';
import { giveUnder } from '../prescription/prescription.ts';
import { lotsHandedOut } from '../prescription/prescription-dispense.ts';
import { type Block, blockAnimals, blockGroup } from '../withdrawal/animal-withdrawal.ts';
import { type Judged, type JudgedLine, judge, type Practice, type Refused } from './judge.ts';
import { insertTreatment, type TreatmentKey, tellLots, treatmentOfRequest } from './treatment.ts';
import { insertTreated } from './treatment-animal.ts';
import { insertLines } from './treatment-line.ts';

export const treatmentSource = 'cure.treatment';

export interface Recorded extends TreatmentKey {
  readonly refused: readonly Refused[];
  readonly isRepeat: boolean;
}

export class RefusedAnimals extends Error {
  readonly refused: readonly Refused[];
  constructor(refused: readonly Refused[]) {
    super('refusedAnimals');
    this.refused = refused;
  }
}

/** Who treats, as the caller's staff row and filing say. */
export async function practiceOf(
  tx: Tx,
  principalId: number,
  userId: number | null = tx.scope.userId,
): Promise<Omit<Practice, 'backdateDays'>> {
  const [row] = await inTenant(tx, tx.scope.tenantNo, 'practice', (all) =>
    all.query<{ staffId: number; unitId: number; vetLevel: string | null }>(
      `select s.id as "staffId", coalesce(p.unit_id, s.principal_id) as "unitId", p.vet_level as "vetLevel"
        from cure.staff_seen s
       left join cure.practitioner p on p.tenant_no = s.tenant_no and p.staff_id = s.id and p.status = 'active'
       where s.tenant_no = kit.tenant() and s.user_id = $1 and s.status = 'active'
       order by p.id nulls last, s.principal_id = $2 desc, s.id limit 1`,
      [userId, principalId],
    ),
  );
  return row ?? { staffId: null, unitId: null, vetLevel: null };
}

/** Where the holder stands; refused where the caller may not know. */
export async function placeOf(tx: Tx, principalId: number): Promise<{ name: string; regionCode: number }> {
  const [row] = await tx.query<{ name: string; regionCode: number }>(
    'select name, region_code as "regionCode" from cure.unit_seen where id = $1',
    [principalId],
  );
  if (!row) throw notFound();
  return row;
}

/** The stock's refusals in the words of this form. */
function asTreatmentError(error: unknown, line: JudgedLine): unknown {
  if (!(error instanceof AppError)) return error;
  const words: Record<string, string> = { expired: 'lotExpired', held: 'lotHeld', recalled: 'lotHeld', noBox: 'noBox' };
  const code = words[error.bizCode ?? ''];
  return code ? refusal(code, `cure.refusal.${code}`, { medicine: line.name }, error.data) : error;
}

/** R53: what was given leaves the box or the store in the same transaction; what was dispensed or bought elsewhere left it before. */
async function takeStock(
  tx: Tx,
  sheet: Omit<TreatmentSheet, 'source'> & { source: string },
  id: number,
  judged: Judged,
  staffId: number | null,
): Promise<(JudgedLine & { lotNo: string })[]> {
  const done: (JudgedLine & { lotNo: string })[] = [];
  const handedOut =
    sheet.source === 'dispensed' && sheet.prescriptionId ? await lotsHandedOut(tx, sheet.prescriptionId) : new Map();
  for (const line of judged.lines) {
    if (!['box', 'depot'].includes(sheet.source) || line.totalQty === 0) {
      done.push({ ...line, lotNo: line.typedLot ?? handedOut.get(line.medicineId) ?? '' });
      continue;
    }
    try {
      const { lots } = await consume(tx, {
        ...(sheet.source === 'box' ? { staffId: staffId ?? 0 } : { depotId: sheet.depotId ?? 0 }),
        materialId: line.materialId as number,
        lotId: line.lotId,
        qty: line.totalQty,
        headServed: judged.patients.length + sheet.untaggedHead,
        bizDate: sheet.treatedOn,
        source: { type: treatmentSource, id, line: line.lineNo },
      });
      done.push({ ...line, lotNo: lots.map((lot) => lot.lotNo).join('、') });
    } catch (error) {
      throw asTreatmentError(error, line);
    }
  }
  return done;
}

export interface Recording {
  readonly sheet: Omit<TreatmentSheet, 'source'> & { readonly source: 'box' | 'depot' | 'outside' | 'dispensed' };
  readonly practice: Practice;
  readonly skipRefused: boolean;
}

/**
 * The one way a treatment is written: record, stock, one event per animal and withdrawal in one transaction. The animals are locked first, so that a
 * sale of one of them waits, and is refused. A request sent again is answered with what it became.
 */
export async function recordTreatment(tx: Tx, { sheet, practice, skipRefused }: Recording): Promise<Recorded> {
  const { regionCode } = await placeOf(tx, sheet.principalId);
  const animals = await lockAnimals(tx, [...new Set(sheet.animals.map((one) => one.animalId))]);
  const known = await treatmentOfRequest(tx, sheet.requestId);
  if (known) return { ...known, refused: [], isRepeat: true };
  const asked = { ...sheet, source: sheet.source === 'dispensed' ? 'depot' : sheet.source } as TreatmentSheet;
  const judged = await judge(tx, asked, animals, practice);
  const isNobody = judged.patients.length === 0 && sheet.untaggedHead === 0;
  if (judged.refused.length > 0 && (!skipRefused || isNobody)) throw new RefusedAnimals(judged.refused);
  const medicines = [...new Set(judged.lines.map((line) => line.name))].join('、');
  const made = await insertTreatment(tx, {
    sheet,
    regionCode,
    staffId: practice.staffId,
    unitId: practice.unitId,
    heads: judged.patients.length + sheet.untaggedHead,
    medicines,
    meatUntil: judged.meatUntil,
  });
  if (!made) {
    const first = (await treatmentOfRequest(tx, sheet.requestId)) as TreatmentKey;
    return { ...first, refused: [], isRepeat: true };
  }
  if (sheet.source === 'depot' && sheet.depotId)
    await refuseForeignStore(tx, sheet.depotId, [sheet.principalId, practice.unitId]);
  const lines = await takeStock(tx, sheet, made.id, judged, practice.staffId);
  await insertLines(tx, made.id, lines);
  await tellLots(tx, made.id, [...new Set(lines.map((line) => line.lotNo).filter(Boolean))].join('、'));
  await linkFiles(tx, [...sheet.photos, ...sheet.lines.flatMap((line) => line.labelPhoto)], 'cure.treatment', made.id);
  const actor = tx.scope.userId;
  await inTenant(tx, tx.scope.tenantNo, 'treatment', async (all) => {
    const seqs = await writeEvents(
      all,
      judged.patients.map((one): LifeEvent => treatedEvent(made, sheet, one.animal, lines, judged.meatUntil)),
      actor,
    );
    await insertTreated(
      all,
      made.id,
      judged.patients.map(({ animal, weightKg, weightBy, doses }, at) => ({
        animalId: animal.id,
        earTag: animal.earTag,
        weightKg,
        weightBy,
        doses,
        eventSeq: seqs[at] ?? 0,
      })),
    );
    await blockAll(all, made, sheet, judged, { medicines, regionCode, actor });
    if (judged.under) await giveUnder(all, judged.under.id, sheet.treatedOn, judged.lines);
  });
  await tellTreatment(tx, { treatmentId: made.id, principalId: sheet.principalId });
  return { ...made, refused: judged.refused, isRepeat: false };
}

const treatedEvent = (
  made: TreatmentKey,
  sheet: Recording['sheet'],
  animal: Judged['patients'][number]['animal'],
  lines: readonly (JudgedLine & { lotNo: string })[],
  meatUntil: string | null,
): LifeEvent => ({
  animalId: animal.id,
  kind: 'treated',
  happenedOn: sheet.treatedOn,
  principalId: animal.principalId,
  regionCode: animal.regionCode,
  source: { entity: treatmentSource, id: made.id, docNo: made.docNo },
  summary: {
    cause: sheet.cause,
    medicines: lines.map((line) => ({ name: line.name, lotNo: line.lotNo })),
    docNo: made.docNo,
    ...(meatUntil && { meatUntil }),
  },
});

async function blockAll(
  tx: Tx,
  made: TreatmentKey,
  sheet: Recording['sheet'],
  judged: Judged,
  about: { medicines: string; regionCode: number; actor: number | null },
): Promise<void> {
  if (!judged.meatUntil && !judged.milkUntil) return;
  const block: Block = {
    sourceType: 'treatment',
    sourceId: made.id,
    sourceNo: made.docNo,
    lastDoseOn: sheet.treatedOn,
    // Milk alone waits: the animal itself may go.
    meatUntil: judged.meatUntil ?? addDays(sheet.treatedOn, -1),
    milkUntil: judged.milkUntil,
    medicineNames: about.medicines,
    treatedBy: about.actor,
  };
  await blockAnimals(
    tx,
    block,
    judged.patients.map(({ animal }) => ({
      animalId: animal.id,
      earTag: animal.earTag,
      species: animal.species,
      principalId: animal.principalId,
      regionCode: animal.regionCode,
    })),
  );
  if (sheet.untaggedHead > 0)
    await blockGroup(tx, block, {
      principalId: sheet.principalId,
      regionCode: about.regionCode,
      species: sheet.species,
      penId: sheet.penId ?? null,
    });
}
