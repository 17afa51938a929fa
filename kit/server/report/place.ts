import { forbidden } from '#kit/contract/errors.ts';
import { levelOf, parentOf, type RegionLevel, rangeOf, widthOf, within } from '#kit/contract/region.ts';
import type { Call } from '../http/call.ts';
import { lookups } from '../resource/lookups.ts';

/** A region below the place, and what of it is added up: itself, or those of the caller's regions that lie in it. */
export interface PlacePart {
  readonly code: number;
  readonly own: readonly number[];
  readonly name: string;
  readonly hasBelow: boolean;
}

/** What a report looks at: the region asked for, or the smallest one that holds all of the caller's. */
export interface Place {
  /** Null where the caller's regions have nothing in common. */
  readonly regionCode: number | null;
  readonly range: readonly [lo: number, hi: number];
  readonly own: readonly number[];
  readonly parts: readonly PlacePart[];
  /** `code / width * width` is the part a code lies in. */
  readonly width: number;
  /** From the caller's own region down to the place. */
  readonly path: readonly { readonly code: number; readonly name: string }[];
}

/** Without the names of the regions above it. */
export const shortRegionName = (code: number, language: Call['language']): string =>
  lookups().regionName(code, language)?.split(' ').at(-1) ?? String(code);

export function placeOf({ actor, language }: Pick<Call, 'actor' | 'language'>, asked: number | undefined): Place {
  const root = lookups().rootRegion(actor.tenantNo);
  // Who sees rows as a party only looks at the whole tenant; the database shows them their own rows.
  const regions = actor.scope.regions.length > 0 || root === null ? actor.scope.regions : [root];
  const covers = (code: number) => regions.some((own) => within(code, own));
  const touches = (code: number) => covers(code) || regions.some((own) => within(own, code));
  if (regions.length === 0 || (asked !== undefined && !touches(asked))) throw forbidden();
  let at: number | null = asked ?? regions[0] ?? null;
  while (asked === undefined && at !== null && !regions.every((own) => within(own, at as number))) at = parentOf(at);
  const name = (code: number) => shortRegionName(code, language);
  const ownIn = (code: number) => (covers(code) ? [code] : regions.filter((own) => within(own, code)));
  const here = at;
  const below =
    here === null
      ? []
      : lookups()
          .regionsBelow(here)
          .filter(({ code }) => touches(code));
  const parts: PlacePart[] =
    here === null
      ? regions.map((code) => ({ code, own: [code], name: name(code), hasBelow: levelOf(code) < 5 }))
      : below.length > 0
        ? below.map((one) => ({ code: one.code, own: ownIn(one.code), name: one.name, hasBelow: one.hasChildren }))
        : [{ code: here, own: ownIn(here), name: name(here), hasBelow: false }];
  const path: { code: number; name: string }[] = [];
  for (let up = here; up !== null && covers(up); up = parentOf(up)) path.unshift({ code: up, name: name(up) });
  return {
    regionCode: here,
    range: here === null ? [0, 1e12] : rangeOf(here),
    own: here === null ? regions : ownIn(here),
    parts,
    width: widthOf((parts[0] ? levelOf(parts[0].code) : 5) as RegionLevel),
    path,
  };
}
