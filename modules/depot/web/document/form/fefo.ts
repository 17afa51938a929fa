/** What lies on a shelf, in the order it should be taken. */
export interface Shelf {
  readonly lotId: number;
  readonly lotNo: string;
  readonly manufacturer: string;
  readonly expireOn: string | null;
  readonly quality: string;
  readonly hold: boolean;
  readonly segFrom: number | null;
  readonly segTo: number | null;
  readonly qty: number;
  readonly free: number;
  readonly materialId: number;
}

const today = () => new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);

/** R12 as the server computes it, to be seen while typing. */
export function fefoOf(
  shelf: readonly Shelf[],
  qty: number,
): { lots: { lotId: number; lotNo: string; qty: number }[]; missing: number } {
  let rest = Math.round(qty * 1000);
  const lots: { lotId: number; lotNo: string; qty: number }[] = [];
  for (const one of shelf) {
    const isFit = one.quality === 'ok' && !one.hold && (one.expireOn === null || one.expireOn >= today());
    const part = Math.min(rest, Math.round(one.free * 1000));
    if (!isFit || part <= 0) continue;
    lots.push({ lotId: one.lotId, lotNo: one.lotNo, qty: part / 1000 });
    rest -= part;
  }
  return { lots, missing: rest / 1000 };
}
