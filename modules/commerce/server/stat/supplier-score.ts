export interface Marks {
  readonly completed: number;
  readonly accepted: number;
  readonly inDay: number;
  readonly shipments: number;
  readonly onTime: number;
  readonly atFault: number;
  readonly rating: number | null;
}

/**
 * From 0 to 100: forty for sending when promised, thirty for goods nobody complains about with reason, twenty for what buyers
 * think, ten for accepting within a day. What cannot be judged yet is left out, and the rest weighs more.
 */
export function scoreOf(one: Marks): number | null {
  const parts: [weight: number, share: number | null][] = [
    [40, one.shipments > 0 ? one.onTime / one.shipments : null],
    [30, one.completed > 0 ? Math.max(0, 1 - (5 * one.atFault) / one.completed) : null],
    [20, one.rating === null ? null : one.rating / 5],
    [10, one.accepted > 0 ? one.inDay / one.accepted : null],
  ];
  const known = parts.filter(([, share]) => share !== null);
  const weight = known.reduce((sum, [own]) => sum + own, 0);
  if (weight === 0) return null;
  const points = known.reduce((sum, [own, share]) => sum + own * (share ?? 0), 0);
  return Math.round((points / weight) * 1000) / 10;
}
