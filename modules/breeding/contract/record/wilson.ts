/** Wilson's interval of 95 % around a share; of no cases there is none. */
export function wilson(n: number, of: number): { low: number; high: number } | null {
  if (of <= 0) return null;
  const z = 1.959963984540054;
  const p = n / of;
  const middle = p + (z * z) / (2 * of);
  const spread = z * Math.sqrt((p * (1 - p)) / of + (z * z) / (4 * of * of));
  const below = 1 + (z * z) / of;
  return { low: Math.max(0, (middle - spread) / below), high: Math.min(1, (middle + spread) / below) };
}
