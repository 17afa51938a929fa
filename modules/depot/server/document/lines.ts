import { type FieldError, invalid, refusal } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { whenMissing } from '#kit/server/missing.ts';
import { type DocType, isShortLived, type LineInput } from '#modules/depot/contract/document/stock-doc.ts';
import { baseQty, factorOf } from '#modules/depot/contract/goods/quantity.ts';
import { type MaterialFacts, materialFacts } from '../goods/material.ts';
import { isTakenBack } from '../stock/lot.ts';
import { refuseTemp } from '../temperature/temp-fit.ts';
import type { Powers } from './rights.ts';
import type { Line } from './stock-doc-line.ts';

export interface StoreFacts {
  readonly id: number;
  readonly kind: string;
  readonly status: string;
  readonly name: string;
  readonly principalId: number;
  readonly regionCode: number;
  readonly staffId: number | null;
  readonly tempMin: number | null;
  readonly tempMax: number | null;
}

/** A store as papers must know it; under the sight of whoever asks. */
export async function storeOf(tx: Tx, id: number, field = 'depotId'): Promise<StoreFacts> {
  const [row] = await tx.query<StoreFacts>(
    `select id, kind, status, name, principal_id as "principalId", region_code as "regionCode", staff_id as "staffId", temp_min as "tempMin", temp_max as "tempMax"
     from depot.depot where id = $1 and kind <> 'transit'`,
    [id],
  );
  if (!row) throw invalid([{ field, key: 'error.field.ref' }]);
  if (row.status === 'closed') throw refusal('closed', 'depot.ledger.closed', { depot: row.name });
  return row;
}

interface About {
  readonly docType: DocType;
  readonly reason: string | null;
  readonly bizDate: string;
  /** Where the goods come to, for R23; null where they leave for good. */
  readonly into: StoreFacts | null;
  readonly powers: Powers;
}

/** R4, R11, R23 and the like, line by line; answers the lines with their quantities in base units. */
export async function readLines(tx: Tx, about: About, inputs: readonly LineInput[]): Promise<Line[]> {
  const materials = await materialFacts(
    tx,
    inputs.map((one) => Number(one.materialId)),
  ).catch(
    whenMissing(() => {
      throw invalid([{ field: 'lines', key: 'error.field.ref' }]);
    }),
  );
  const errors: FieldError[] = [];
  const lines: Line[] = [];
  for (const [at, input] of inputs.entries()) {
    const material = materials.get(Number(input.materialId)) as MaterialFacts;
    if (material.kind === 'earTag') throw refusal('useSign', 'depot.ledger.useSign');
    const line = { ...measure(material, input), ...words(input), ...(await known(tx, material, input)) };
    // Boxes with ice are told by a reason; whatever comes in for the first time must fit.
    if (about.into) refuseTemp(material, about.into, line.tempReason, about.powers.overrideTemp);
    if (about.docType === 'purchaseIn' || (about.docType === 'otherIn' && about.reason !== 'staffReturn')) {
      errors.push(...missingWords(material, line, at));
      await refuseMismatch(tx, material, line);
      if (about.docType === 'purchaseIn' && line.expireOn && line.expireOn < about.bizDate)
        throw refusal('expired', 'depot.ledger.expired', { lot: line.lotNo ?? '' });
      if (about.docType === 'purchaseIn' && isShortLived(material, line, about.bizDate) && !line.shortLifeReason)
        errors.push({ field: `lines.${at}.shortLifeReason`, key: 'depot.ledger.shortLife' });
    } else if (about.docType !== 'issueOut' && !line.lotId && line.segFrom === null)
      errors.push({ field: `lines.${at}.lotId`, key: 'error.field.required' });
    lines.push(line);
  }
  if (errors.length > 0) throw invalid(errors);
  return lines;
}

function measure(material: MaterialFacts, input: LineInput) {
  const segFrom = input.segFrom ?? null;
  const segTo = input.segTo ?? null;
  const factor = factorOf(material, input.unit);
  const hasNumbers = segFrom !== null && segTo !== null;
  // R4; of numbered goods the numbers say how many they are.
  const qty = hasNumbers ? segTo - segFrom + 1 : baseQty(material, input.unit, input.unitQty);
  if (factor === null || qty === null || qty <= 0 || (hasNumbers && material.tracking !== 'segment'))
    throw refusal('unitFraction', 'depot.ledger.unitFraction', { unit: `@depot.unit.${material.baseUnit}` });
  return {
    materialId: material.id,
    unit: hasNumbers ? material.baseUnit : input.unit,
    unitQty: hasNumbers ? qty : input.unitQty,
    factor: hasNumbers ? 1 : factor,
    qty,
    segFrom,
    segTo,
  };
}

const words = (input: LineInput) => ({
  lotId: input.lotId ? Number(input.lotId) : null,
  lotNo: input.lotNo || null,
  manufacturer: input.manufacturer || null,
  producedOn: input.producedOn ?? null,
  expireOn: input.expireOn ?? null,
  shortLifeReason: input.shortLifeReason || null,
  fefoReason: input.fefoReason || null,
  tempReason: input.tempReason || null,
  temperature: input.temperature ?? null,
  remark: input.remark || null,
});

/** A lot that is named is one of this material, and brings its own words. */
async function known(tx: Tx, material: MaterialFacts, input: LineInput): Promise<Partial<Line>> {
  if (!input.lotId) return {};
  const [lot] = await tx.query<Pick<Line, 'lotNo' | 'manufacturer' | 'producedOn' | 'expireOn'>>(
    `select lot_no as "lotNo", manufacturer, produced_on as "producedOn", expire_on as "expireOn" from depot.lot where id = $1 and material_id = $2`,
    [input.lotId, material.id],
  );
  if (!lot) throw invalid([{ field: 'lines', key: 'error.field.ref' }]);
  return lot;
}

/** What must be read off a pack that is new here. */
function missingWords(material: MaterialFacts, line: Line, at: number): FieldError[] {
  const errors: FieldError[] = [];
  const miss = (name: string) => errors.push({ field: `lines.${at}.${name}`, key: 'error.field.required' });
  if (material.tracking === 'batch' && !line.lotNo) miss('lotNo');
  if (material.tracking === 'segment' && (line.segFrom === null || line.segTo === null)) miss('segFrom');
  if (material.hasExpiry && material.tracking !== 'segment' && !line.expireOn) miss('expireOn');
  if (line.producedOn && line.expireOn && line.producedOn > line.expireOn)
    errors.push({ field: `lines.${at}.expireOn`, key: 'depot.ledger.beforeMade' });
  return errors;
}

/** R11 at once, not only when the paper is posted: the pack is still in the hand. */
async function refuseMismatch(tx: Tx, material: MaterialFacts, line: Line): Promise<void> {
  if (!material.hasExpiry || material.tracking !== 'batch' || !line.lotNo) return;
  const [known] = await tx.query<{ id: number; expireOn: string | null }>(
    `select l.id, l.expire_on as "expireOn" from depot.lot l join depot.material m on m.id = l.material_id
     where l.material_id = $1 and l.lot_no = $2 and l.manufacturer = coalesce($3, m.manufacturer, '') and l.seg_from is null`,
    [material.id, line.lotNo.trim(), line.manufacturer],
  );
  if (known && known.expireOn !== line.expireOn && !(await isTakenBack(tx, known.id)))
    throw refusal('lotMismatch', 'depot.ledger.lotMismatch', { lot: line.lotNo, day: known.expireOn ?? '' });
}
