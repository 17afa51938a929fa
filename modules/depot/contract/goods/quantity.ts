/**
 * Quantities are whole thousandths inside, so that sums are exact: a numeric(16,3) is at most ten digits before the point
 * on any screen, far below where a double would round.
 */
export const toMilli = (qty: number): number => Math.round(qty * 1000);
export const fromMilli = (milli: number): number => milli / 1000;

export interface Pack {
  readonly unit: string;
  readonly factor: number;
  readonly name?: string | null | undefined;
}

export interface Measured {
  readonly baseUnit: string;
  readonly decimals: number;
  readonly packs: readonly Pack[];
}

/** How many base units one of this unit is; null where the material is not kept in it. */
export function factorOf(material: Measured, unit: string): number | null {
  if (unit === material.baseUnit) return 1;
  return material.packs.find((pack) => pack.unit === unit)?.factor ?? null;
}

/** R4: so many of a unit in base units, or null where that is not a quantity this material can have. */
export function baseQty(material: Measured, unit: string, unitQty: number): number | null {
  const factor = factorOf(material, unit);
  if (factor === null) return null;
  // Both have at most three places, so the product is whole millionths.
  const millionths = Math.round(unitQty * 1000) * Math.round(factor * 1000);
  const step = 10 ** (6 - material.decimals);
  return millionths > 0 && millionths % step === 0 ? millionths / 1_000_000 : null;
}

export interface Part {
  readonly unit: string;
  readonly n: number;
}

/** R5: the same quantity in as few packs as possible, the largest first, the rest in base units. */
export function inPacks(material: Measured, qty: number): Part[] {
  const parts: Part[] = [];
  let rest = toMilli(qty);
  const packs = [...material.packs].filter((pack) => pack.factor > 0).sort((a, b) => b.factor - a.factor);
  for (const { unit, factor } of packs) {
    const one = toMilli(factor);
    const n = Math.floor(rest / one);
    if (n === 0) continue;
    parts.push({ unit, n });
    rest -= n * one;
  }
  if (rest > 0 || parts.length === 0) parts.push({ unit: material.baseUnit, n: fromMilli(rest) });
  return parts;
}
