import { outermost, within } from '#kit/contract/region.ts';

export type Below = ReadonlyMap<number, readonly number[]>;

export const tickOf = (code: number, chosen: readonly number[]): 'all' | 'part' | 'none' =>
  chosen.some((one) => within(code, one)) ? 'all' : chosen.some((one) => within(one, code)) ? 'part' : 'none';

/**
 * Ticks or unticks one region. To untick part of a wider choice, the wider one gives way to its parts but this; the parts are known,
 * since the region is on screen below them.
 */
export function toggle(code: number, chosen: readonly number[], below: Below): number[] {
  const wider = chosen.find((one) => within(code, one));
  if (wider === undefined) return outermost([...chosen.filter((one) => !within(one, code)), code]);
  const rest = chosen.filter((one) => one !== wider);
  for (let at = wider; at !== code; ) {
    const parts = below.get(at) ?? [];
    const next = parts.find((one) => within(code, one));
    if (next === undefined) break;
    rest.push(...parts.filter((one) => one !== next));
    at = next;
  }
  return outermost(rest);
}
