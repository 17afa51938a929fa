import { outermost, parentOf, within } from '#kit/contract/region.ts';

/** What of these regions lies inside the limits; of one that is wider than a limit, the limit remains. */
export const clipTo = (codes: readonly number[], limits: readonly number[]): number[] =>
  outermost(
    codes.flatMap((code) =>
      limits.some((limit) => within(code, limit)) ? [code] : limits.filter((limit) => within(limit, code)),
    ),
  );

/** R8 of the registry: no region beside one that holds it, and all children of one stand as their parent, up to the ceiling. */
export function normalised(
  codes: readonly number[],
  childrenOf: (code: number) => readonly number[],
  ceiling: number,
): number[] {
  let set = outermost(codes);
  for (;;) {
    const has = new Set(set);
    const parents = new Set(set.flatMap((code) => parentOf(code) ?? []));
    const full = [...parents].filter((parent) => {
      const children = childrenOf(parent);
      return within(parent, ceiling) && children.length > 0 && children.every((child) => has.has(child));
    });
    if (full.length === 0) return set;
    set = outermost([...set, ...full]);
  }
}
