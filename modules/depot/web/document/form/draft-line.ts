import type { DocLine, Goods } from '#modules/depot/contract/document/doc-view.ts';
import type { DocType, LineInput } from '#modules/depot/contract/document/stock-doc.ts';
import { baseQty } from '#modules/depot/contract/goods/quantity.ts';

/** A line while it is being typed. */
export interface DraftLine {
  readonly key: string;
  readonly goods: Goods;
  readonly unit: string;
  readonly unitQty: number | null;
  readonly lotId: number | null;
  readonly lotNo: string;
  readonly manufacturer: string;
  readonly producedOn: string | null;
  readonly expireOn: string | null;
  readonly segFrom: number | null;
  readonly segTo: number | null;
  readonly unitCost: number | null;
  readonly shortLifeReason: string;
  readonly fefoReason: string;
  readonly tempReason: string;
  readonly remark: string;
}

let serial = 0;

/** Begins with the largest pack: that is what is counted first. */
export function newLine(goods: Goods, more: Partial<DraftLine> = {}): DraftLine {
  serial += 1;
  const pack = [...goods.packs].sort((a, b) => a.factor - b.factor)[0];
  return {
    key: `line${serial}`,
    goods,
    unit: goods.tracking === 'segment' ? goods.baseUnit : (pack?.unit ?? goods.baseUnit),
    unitQty: null,
    lotId: null,
    lotNo: '',
    manufacturer: goods.manufacturer ?? '',
    producedOn: null,
    expireOn: null,
    segFrom: null,
    segTo: null,
    unitCost: null,
    shortLifeReason: '',
    fefoReason: '',
    tempReason: '',
    remark: '',
    ...more,
  };
}

export function lineOf(goods: Goods, saved: DocLine): DraftLine {
  const factor = saved.unitQty > 0 ? saved.qty / saved.unitQty : 1;
  return newLine(goods, {
    unit: saved.unit,
    unitQty: saved.unitQty,
    lotId: saved.lotId,
    lotNo: saved.lotNo ?? '',
    manufacturer: saved.manufacturer ?? '',
    producedOn: saved.producedOn,
    expireOn: saved.expireOn,
    segFrom: saved.segFrom,
    segTo: saved.segTo,
    unitCost: saved.unitCost === null ? null : Math.round(saved.unitCost * factor * 10_000) / 10_000,
    shortLifeReason: saved.shortLifeReason ?? '',
    fefoReason: saved.fefoReason ?? '',
    tempReason: saved.tempReason ?? '',
    remark: saved.remark ?? '',
  });
}

/** R4: the line in base units; null where that is no quantity. */
export function qtyOf(line: DraftLine): number | null {
  if (line.segFrom !== null && line.segTo !== null)
    return line.segTo >= line.segFrom ? line.segTo - line.segFrom + 1 : null;
  return line.unitQty === null ? null : baseQty(line.goods, line.unit, line.unitQty);
}

/** Does the paper describe its lots, or name those that lie in the store? */
export const describesLots = (docType: DocType, reason: string | null): boolean =>
  docType === 'purchaseIn' || (docType === 'otherIn' && reason !== 'staffReturn');

export function sent(line: DraftLine, describes: boolean): LineInput {
  const { goods } = line;
  const common = {
    materialId: goods.id,
    unit: line.unit,
    unitQty: line.unitQty ?? qtyOf(line) ?? 0,
    segFrom: line.segFrom,
    segTo: line.segTo,
    tempReason: line.tempReason || null,
    remark: line.remark || null,
  };
  if (!describes) return { ...common, lotId: line.lotId, fefoReason: line.fefoReason || null };
  return {
    ...common,
    lotNo: line.lotNo || null,
    manufacturer: line.manufacturer || null,
    producedOn: line.producedOn,
    expireOn: line.expireOn,
    unitCost: line.unitCost,
    shortLifeReason: line.shortLifeReason || null,
  };
}
