import { forbidden } from '#kit/contract/errors.ts';
import { parentOf, within } from '#kit/contract/region.ts';
import type { Statement } from '#kit/server/db/database.ts';
import type { Call } from '#kit/server/http/call.ts';
import { lookups } from '#kit/server/resource/lookups.ts';
import { regionChildrenOf } from '#modules/platform/server/index.ts';

/** A row of a board and the regions it adds up: those of the caller that lie in it. */
export interface Part {
  readonly regionCode: number;
  readonly name: string;
  readonly hasBelow: boolean;
  readonly parts: readonly number[];
}

export interface Place {
  readonly regionCode: number | null;
  readonly path: { code: number; name: string }[];
  readonly rows: readonly Part[];
}

type Asked = Pick<Call, 'actor' | 'language'>;

/** Without the names of what stands above it. */
const short = (call: Asked, code: number) =>
  (lookups().regionName(code, call.language) ?? String(code)).split(' ').at(-1) ?? '';

/** The region asked for, or the one that holds all of the caller's, and what lies directly below it as far as the caller sees it. */
export function placeOf(call: Asked, asked: number | undefined): Place {
  const { regions } = call.actor.scope;
  const touches = (code: number) => regions.some((own) => within(code, own) || within(own, code));
  if (asked !== undefined && !touches(asked)) throw forbidden();
  let at: number | null = asked ?? regions[0] ?? null;
  while (asked === undefined && at !== null && !regions.every((own) => within(own, at as number))) at = parentOf(at);
  if (at === null) return { regionCode: null, path: [], rows: [] };
  const here = at;
  const partsOf = (code: number) =>
    regions.some((own) => within(code, own)) ? [code] : regions.filter((own) => within(own, code));
  const below = regionChildrenOf(here, regions).filter(({ code }) => touches(code));
  const rows: Part[] =
    below.length > 0
      ? below.map(({ code, name, hasChildren }) => ({
          regionCode: code,
          name,
          hasBelow: hasChildren,
          parts: partsOf(code),
        }))
      : [{ regionCode: here, name: short(call, here), hasBelow: false, parts: partsOf(here) }];
  const path: Place['path'] = [];
  for (let up: number | null = here; up !== null && regions.some((own) => within(up as number, own)); up = parentOf(up))
    path.unshift({ code: up, name: short(call, up) });
  return { regionCode: here, path, rows };
}

export interface PartFigure {
  readonly regionCode: number;
  readonly keys: readonly string[];
  readonly n: number;
}

/** Figures of a rollup for each row of a board, exact to the last commit. */
export function figuresOf(name: string, rows: readonly Part[]): Statement<PartFigure> {
  const pairs = rows.flatMap((row) => row.parts.map((part) => [row.regionCode, part] as const));
  return {
    text: `with asked as (select code, part, part + platform.region_width(part) as hi from unnest($2::bigint[], $3::bigint[]) a(code, part))
           select code as "regionCode", keys, sum(n)::bigint as n from (
             select a.code, r.keys, r.n from asked a join kit.rollup r on r.tenant_no = kit.tenant() and r.name = $1 and r.region_code = a.part
             union all
             select a.code, d.keys, d.n from asked a join kit.rollup_delta d on d.tenant_no = kit.tenant() and d.name = $1 and d.region_code >= a.part and d.region_code < a.hi
           ) x group by 1, 2 having sum(n) <> 0`,
    values: [name, pairs.map(([code]) => code), pairs.map(([, part]) => part)],
  };
}
