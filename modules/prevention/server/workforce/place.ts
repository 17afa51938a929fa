import { forbidden } from '#kit/contract/errors.ts';
import { levelOf, parentOf, within } from '#kit/contract/region.ts';
import type { Call } from '#kit/server/http/call.ts';
import { lookups } from '#kit/server/resource/lookups.ts';
import { regionChildrenOf } from '#modules/platform/server/index.ts';

export interface Place {
  readonly regionCode: number | null;
  readonly path: { code: number; name: string }[];
  /** The regions its rows are of: what lies below it, as far as it is the caller's own. */
  readonly parts: readonly number[];
}

type Asking = Pick<Call, 'actor' | 'language'>;

export const shortName = (call: Pick<Call, 'language'>, code: number): string =>
  lookups().regionName(code, call.language)?.split(' ').at(-1) ?? String(code);

/** What the caller looks at: the region asked for, or the one that holds all of theirs. Other people's parts of it are absent. */
export function placeOf(call: Asking, asked: number | undefined): Place {
  const { regions } = call.actor.scope;
  if (regions.length === 0) throw forbidden();
  if (asked !== undefined && !regions.some((own) => within(asked, own) || within(own, asked))) throw forbidden();
  let place: number | null = asked ?? regions[0] ?? null;
  while (asked === undefined && place !== null && !regions.every((own) => within(own, place as number)))
    place = parentOf(place);
  const path: Place['path'] = [];
  for (let at = place; at !== null && regions.some((own) => within(at as number, own)); at = parentOf(at))
    path.unshift({ code: at, name: shortName(call, at) });
  const isWhole = place !== null && regions.some((own) => within(place as number, own));
  const below =
    place === null || !isWhole
      ? regions.filter((own) => place === null || within(own, place))
      : levelOf(place) === 5
        ? [place]
        : regionChildrenOf(place, []).map((one) => Number(one.code));
  return { regionCode: place, path, parts: below };
}
