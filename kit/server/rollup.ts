import { rangeOf } from '#kit/contract/region.ts';
import type { Database, Statement } from './db/database.ts';
import { makeScope } from './db/scope.ts';

/**
 * Figures kept by appended differences. Whoever changes rows appends what changed to `kit.rollup_delta` in the same statement (a statement trigger
 * with transition tables does it best); a worker adds it into every level of regions; a reader adds what was not folded yet. So a figure is exact
 * at every commit, and nobody ever waits for a counter.
 */

const nobody = makeScope({ tenantNo: -1, userId: null });
const most = 20_000;

/** Folds what there is, of regions and of parties; several workers may ask, one does it. */
export async function foldRollups(database: Database): Promise<number> {
  const ofRegions = await foldAll(database, 'select kit.fold_rollups($1) as n');
  return ofRegions + (await foldAll(database, 'select kit.fold_party_rollups($1) as n'));
}

async function foldAll(database: Database, text: string): Promise<number> {
  let folded = 0;
  for (;;) {
    const taken = await database.transaction(nobody, async (tx) => {
      const [row] = await tx.query<{ n: number }>(text, [most]);
      return row?.n ?? 0;
    });
    folded += taken;
    if (taken < most) return folded;
  }
}

export interface RollupQuery {
  readonly name: string;
  /** Regions whose figures are added up; none may lie inside another. */
  readonly regions: readonly number[];
  readonly from?: string;
  readonly to?: string;
}

export interface Figure {
  readonly keys: readonly string[];
  readonly n: number;
}

/**
 * A statement that answers the figures of regions by their keys, exact to the last commit.
 *
 * @example
 * const [figures] = await database.read<[Figure]>(scope, rollupOf({ name: 'registry.stock', regions: [150521000000] }));
 */
export function rollupOf({ name, regions, from, to }: RollupQuery): Statement<Figure> {
  const ranges = regions.map(rangeOf);
  return {
    text: `select keys, sum(n)::bigint as n from (
             select keys, n from kit.rollup where tenant_no = kit.tenant() and name = $1 and region_code = any ($2::bigint[])
               and ($5::date is null or day >= $5) and ($6::date is null or day <= $6)
             union all
             select d.keys, d.n from kit.rollup_delta d join unnest($3::bigint[], $4::bigint[]) r(lo, hi) on d.region_code >= r.lo and d.region_code < r.hi
             where d.tenant_no = kit.tenant() and d.name = $1 and ($5::date is null or d.day >= $5) and ($6::date is null or d.day <= $6)
           ) figures group by keys having sum(n) <> 0 order by keys`,
    values: [name, regions, ranges.map(([lo]) => lo), ranges.map(([, hi]) => hi), from ?? null, to ?? null],
  };
}

export interface PartyFigure extends Figure {
  readonly partyId: number;
}

/**
 * The figures of parties, each by itself, exact to the last commit: for whoever sees no region, of the units they speak for. A
 * trigger of the module appends to `kit.rollup_party_delta` what changed.
 *
 * @example
 * const [figures] = await database.read<[PartyFigure]>(scope, partyFiguresOf({ name: 'insurance.cover', parties: scope.principals }));
 */
export function partyFiguresOf(ask: {
  readonly name: string;
  readonly parties: readonly number[];
  readonly from?: string;
  readonly to?: string;
}): Statement<PartyFigure> {
  const fits = `tenant_no = kit.tenant() and party_id = any ($2::bigint[]) and name = $1
    and ($3::date is null or day >= $3) and ($4::date is null or day <= $4)`;
  return {
    text: `select party_id as "partyId", keys, sum(n)::bigint as n from (
             select party_id, keys, n from kit.rollup_party where ${fits}
             union all
             select party_id, keys, n from kit.rollup_party_delta where ${fits}
           ) figures group by 1, 2 having sum(n) <> 0 order by 1, 2`,
    values: [ask.name, ask.parties, ask.from ?? null, ask.to ?? null],
  };
}

/** A place and what of it is added up: itself, or the parts of it that are the caller's. */
export interface RollupPlace {
  readonly code: number;
  readonly own: readonly number[];
}

export interface PlaceFigure extends Figure {
  readonly code: number;
  /** Only where days were asked for apart. */
  readonly day: string;
}

export interface PlacesQuery {
  readonly name: string;
  readonly places: readonly RollupPlace[];
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** Only figures whose first key is this. */
  readonly first?: string | undefined;
  /** Days apart instead of added up. */
  readonly byDay?: boolean | undefined;
}

/** The same for several places at once, each by itself: one statement, however many there are. */
export function rollupsOf({ name, places, from, to, first, byDay = false }: PlacesQuery): Statement<PlaceFigure> {
  const parts = places.flatMap(({ code, own }) => own.map((region) => ({ code, region, range: rangeOf(region) })));
  const day = byDay ? `to_char(day, 'YYYY-MM-DD')` : "''";
  const fits = (row: string) =>
    `${row}.tenant_no = kit.tenant() and ${row}.name = $1 and ($6::date is null or ${row}.day >= $6) and ($7::date is null or ${row}.day <= $7) and ($8::text is null or ${row}.keys[1] = $8)`;
  return {
    text: `with parts as (select * from unnest($2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[]) p(code, region, lo, hi))
           select code, keys, ${day} as day, sum(n)::bigint as n from (
             select p.code, r.keys, r.day, r.n from parts p join kit.rollup r on r.region_code = p.region where ${fits('r')}
             union all
             select p.code, d.keys, d.day, d.n from parts p join kit.rollup_delta d on d.region_code >= p.lo and d.region_code < p.hi where ${fits('d')}
           ) figures group by 1, 2, 3 having sum(n) <> 0`,
    values: [
      name,
      parts.map((one) => one.code),
      parts.map((one) => one.region),
      parts.map((one) => one.range[0]),
      parts.map((one) => one.range[1]),
      from ?? null,
      to ?? null,
      first ?? null,
    ],
  };
}
