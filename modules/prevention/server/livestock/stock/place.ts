import { forbidden } from '#kit/contract/errors.ts';
import { levelOf, parentOf, rangeOf, within } from '#kit/contract/region.ts';
import type { Call } from '#kit/server/http/call.ts';
import { lookups } from '#kit/server/resource/lookups.ts';

/** What a board is about: the region asked for, or the one that holds all of the caller's. */
export interface Place {
  readonly code: number;
  readonly range: readonly [lo: number, hi: number];
  /** The caller's own within it, none inside another: what is added up. */
  readonly own: readonly number[];
  /** From the caller's own down to it. */
  readonly path: readonly { readonly code: number; readonly name: string }[];
}

type Asking = Pick<Call, 'actor' | 'language'>;

/** Without the names of what stands above it. */
export const shortName = (call: Asking, code: number): string =>
  lookups().regionName(code, call.language)?.split(' ').at(-1) ?? String(code);

export function placeOf(call: Asking, asked: number | undefined): Place {
  const { regions } = call.actor.scope;
  const code = asked ?? common(regions);
  if (code === null || !regions.some((own) => within(code, own) || within(own, code))) throw forbidden();
  const own = regions.some((one) => within(code, one)) ? [code] : regions.filter((one) => within(one, code));
  const path: { code: number; name: string }[] = [];
  for (let at: number | null = code; at !== null; at = parentOf(at)) {
    const here = at;
    if (here !== code && !regions.some((one) => within(here, one))) break;
    path.unshift({ code: here, name: shortName(call, here) });
  }
  return { code, range: rangeOf(code), own, path };
}

function common(regions: readonly number[]): number | null {
  let at: number | null = regions[0] ?? null;
  while (at !== null && !regions.every((own) => within(own, at as number))) at = parentOf(at);
  return at;
}

/** How wide the parts of a place are; a village is its own. */
export const partWidth = (code: number): number => ({ 1: 1e8, 2: 1e6, 3: 1e3, 4: 1, 5: 1 })[levelOf(code)];
