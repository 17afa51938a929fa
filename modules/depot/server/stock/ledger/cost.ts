/**
 * R10 in whole ten-thousandths of a yuan, and quantities in whole thousandths: sums of money are never doubles.
 */
const costOf = (yuan: number): bigint => BigInt(Math.round(yuan * 10_000));
const milliOf = (qty: number): bigint => BigInt(Math.round(qty * 1000));

/** Half up, as people round money. */
const divide = (a: bigint, b: bigint): bigint => (2n * a + b) / (2n * b);

/** The average after a receipt: (qty × avg + q × c) ÷ (qty + q). */
export function averageAfter(qty: number, average: number, more: number, cost: number): number {
  const all = milliOf(qty) + milliOf(more);
  if (all <= 0n) return average;
  return Number(divide(milliOf(qty) * costOf(average) + milliOf(more) * costOf(cost), all)) / 10_000;
}

/** What a quantity is worth, in cents. */
export const centsOf = (qty: number, unitCost: number): number =>
  Number(divide(milliOf(qty) * costOf(unitCost), 100_000n));
