/** How long a code must be out of sight before it counts as scanned again. */
const absence = 2_500;

/** A camera sees the same code thirty times a second: each is told once, and again only after it was away. */
export function seenCodes(now: () => number = Date.now) {
  const last = new Map<string, number>();
  return (codes: readonly string[]): string[] => {
    const at = now();
    const fresh = [...new Set(codes.map((one) => one.trim()).filter(Boolean))].filter(
      (one) => at - (last.get(one) ?? Number.NEGATIVE_INFINITY) > absence,
    );
    for (const one of codes) last.set(one.trim(), at);
    return fresh;
  };
}
