import { levelOf, parentOf, rangeOf, within } from '#kit/contract/region.ts';
import type { Database } from '#kit/server/db/database.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import * as contract from '#modules/platform/contract/reference/reference.ts';
import { nobody } from '../../auth/authenticator.ts';
import { saysNothing } from './place-names.ts';

interface Point {
  readonly longitude: number;
  readonly latitude: number;
}

/**
 * The regions of the whole country, in memory: public reference data that every list and form asks for. Codes are sorted and stand in a typed array
 * with names beside them, which takes a tenth of the memory of an object for each; what lies below a region is a range of the array.
 */
interface Directory {
  readonly codes: Float64Array;
  readonly names: readonly string[];
  /** Still in use; one that is not keeps its name for what happened there. */
  readonly active: Uint8Array;
  readonly points: ReadonlyMap<number, Point>;
  readonly tenants: ReadonlyMap<number, number>;
}

const empty: Directory = {
  codes: new Float64Array(),
  names: [],
  active: new Uint8Array(),
  points: new Map(),
  tenants: new Map(),
};
let directory = empty;

export async function loadRegions(database: Database): Promise<void> {
  const [[all], placed, tenants] = await database.read<
    [
      { codes: string | null; names: string | null; gone: number[] },
      { code: number; longitude: number; latitude: number },
      { tenantNo: number; regionCode: number },
    ]
  >(
    nobody,
    {
      text: `select string_agg(code::text, ' ' order by code) as codes, string_agg(name, E'\n' order by code) as names,
               coalesce(array_agg(code order by code) filter (where status <> 'active'), '{}') as gone from platform.sys_region`,
      values: [],
    },
    {
      text: 'select code, longitude, latitude from platform.sys_region where longitude is not null and latitude is not null order by code',
      values: [],
    },
    {
      text: 'select tenant_no as "tenantNo", region_code as "regionCode" from platform.sys_tenant where tenant_no <> 0',
      values: [],
    },
  );
  const codes = Float64Array.from(all?.codes?.split(' ') ?? [], Number);
  const active = new Uint8Array(codes.length).fill(1);
  for (const code of all?.gone ?? []) active[indexIn(codes, Number(code))] = 0;
  const names = all?.names?.split('\n') ?? [];
  directory = {
    codes,
    names,
    active,
    points: new Map(),
    tenants: new Map(tenants.map((one) => [one.tenantNo, one.regionCode])),
  };
  directory = { ...directory, points: pointsOf(placed) };
  counties = null;
}

/** A region nobody placed lies amid what it holds. */
function pointsOf(placed: readonly ({ code: number } & Point)[]): Map<number, Point> {
  const points = new Map<number, Point>(placed.map(({ code, longitude, latitude }) => [code, { longitude, latitude }]));
  for (const level of [5, 4, 3, 2]) {
    const held = [...points.keys()].filter((code) => levelOf(code) === level && isActive(code)).sort((a, b) => a - b);
    for (const [parent, below] of Map.groupBy(held, parentOf)) {
      if (parent === null || points.has(parent) || indexOf(parent) < 0) continue;
      const mean = (key: keyof Point) =>
        below.reduce((sum, code) => sum + (points.get(code)?.[key] ?? 0), 0) / below.length;
      points.set(parent, { longitude: mean('longitude'), latitude: mean('latitude') });
    }
  }
  return points;
}

/** Where the code stands or would stand. */
function firstFrom(codes: Float64Array, code: number): number {
  let [low, high] = [0, codes.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((codes[middle] as number) < code) low = middle + 1;
    else high = middle;
  }
  return low;
}

function indexIn(codes: Float64Array, code: number): number {
  const at = firstFrom(codes, code);
  return codes[at] === code ? at : -1;
}

const indexOf = (code: number): number => indexIn(directory.codes, code);
const isActive = (code: number): boolean => directory.active[indexOf(code)] === 1;
const ownName = (code: number): string | null => directory.names[indexOf(code)] ?? null;

/** Regions in use directly below this one, each subtree skipped as a whole; below nothing stand the provinces. */
function* below(parent: number | null): Generator<number> {
  const { codes, active } = directory;
  const end = parent === null ? Number.POSITIVE_INFINITY : rangeOf(parent)[1];
  let at = parent === null ? 0 : firstFrom(codes, parent + 1);
  for (let code = codes[at]; code !== undefined && code < end; code = codes[at]) {
    if (active[at] === 1 && parentOf(code) === parent) yield code;
    at = firstFrom(codes, rangeOf(code)[1]);
  }
}

/** `科尔沁左翼中旗 宝龙山镇 前玛尼吐嘎查`: from the county down, as people say it; wider regions stand alone. */
export function regionName(code: number): string | null {
  const name = ownName(code);
  const parent = parentOf(code);
  if (name === null || parent === null) return name;
  const above = levelOf(code) > 3 ? regionName(parent) : saysNothing(name) ? ownName(parent) : null;
  return above === null ? name : `${above} ${name}`;
}

/** Where a region is; null where nobody said. */
export const regionPoint = (code: number): Point | null => directory.points.get(code) ?? null;

let counties: Map<string, number[]> | null = null;

/** The codes of counties and wider regions by their names. */
function countiesByName(): Map<string, number[]> {
  if (!counties) {
    counties = new Map();
    for (const province of below(null))
      for (const code of [province, ...[...below(province)].flatMap((one) => [one, ...below(one)])]) {
        const name = levelOf(code) <= 3 ? regionName(code) : null;
        if (name) counties.set(name, [...(counties.get(name) ?? []), code]);
      }
  }
  return counties;
}

/** The region a full name stands for. Many counties share a name, so the tenant's own comes first; what still is ambiguous stands for nothing. */
export function regionCodeOf(name: string, tenantNo: number): number | null {
  const parts = name.trim().split(/[\s/／]+/);
  const byName = countiesByName();
  const whole = byName.get(parts.join(' '));
  let found = whole ?? byName.get(parts[0] ?? '') ?? [];
  for (const part of whole ? [] : parts.slice(1))
    found = found.flatMap((code) => [...below(code)].filter((one) => ownName(one) === part));
  const root = directory.tenants.get(tenantNo);
  const own = found.length > 1 && root !== undefined ? found.filter((code) => within(code, root)) : found;
  return own.length === 1 ? (own[0] as number) : null;
}

/** What the caller chooses from: the jurisdiction, or all of the tenant for those who have none. The operator has no bounds. */
function rootsOf({ scope, tenantNo }: Call['actor']): readonly number[] {
  if (scope.regions.length > 0) return scope.regions;
  const root = directory.tenants.get(tenantNo);
  return root === undefined ? [] : [root];
}

function node(code: number): contract.RegionNode {
  return {
    code,
    name: ownName(code) ?? String(code),
    fullName: regionName(code) ?? String(code),
    level: levelOf(code),
    hasChildren: !below(code).next().done,
  };
}

export const rootRegionOf = (tenantNo: number): number | null => directory.tenants.get(tenantNo) ?? null;

/** Regions directly below one, or the roots themselves. */
export const regionChildrenOf = (parent: number | null, roots: readonly number[]): contract.RegionNode[] =>
  (parent === null ? roots : [...below(parent)]).map(node);

/** Escaped for `like`. */
const literal = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/**
 * Wide before narrow, exact before partial. People shorten names as they like: `kzzq` finds 科尔沁左翼中旗, whose initials are `keqzyzq`.
 */
async function search(call: Call<typeof contract.regionSearch>): Promise<contract.RegionNode[]> {
  const { keyword, level } = call.query;
  const wanted = keyword.toLowerCase();
  const ranges = rootsOf(call.actor).map(rangeOf);
  const shortened = /^[a-z]{3,}$/.test(wanted) ? `${[...wanted].join('%')}%` : `${literal(wanted)}%`;
  const [rows] = await call.database.read<[{ code: number }]>(call.actor.scope, {
    text: `select code from platform.sys_region
           where status = 'active' and ($2::int is null or level = $2)
             and ($3::bigint[] = '{}' or exists (select 1 from unnest($3::bigint[], $4::bigint[]) r(lo, hi) where code >= r.lo and code < r.hi))
             and (name like $5 or initials like $6 or initials like $7 or pinyin like $6 or code::text like $6)
           order by (initials = $1 or name = $1) desc, level, code limit 50`,
    values: [
      wanted,
      level ?? null,
      ranges.map(([lo]) => lo),
      ranges.map(([, hi]) => hi),
      `%${literal(wanted)}%`,
      `${literal(wanted)}%`,
      shortened,
    ],
  });
  return rows.map((row) => node(row.code));
}

export const regionRoutes = (): Route[] => [
  serve('platform', contract.regionChildren, async (call) => {
    const { parentCode } = call.query;
    const roots = rootsOf(call.actor);
    if (parentCode === undefined) return (roots.length > 0 ? [...roots] : [...below(null)]).map(node);
    const isVisible = (code: number) => roots.some((root) => within(code, root) || within(root, code));
    return [...below(parentCode)].filter((code) => roots.length === 0 || isVisible(code)).map(node);
  }),
  serve('platform', contract.regionSearch, search),
  serve('platform', contract.regionPath, async (call) => {
    const path: contract.RegionNode[] = [];
    for (let at: number | null = call.params.code; at !== null; at = parentOf(at))
      if (indexOf(at) >= 0) path.unshift(node(at));
    return path;
  }),
  serve('platform', contract.regionBoundaries, async (call) => {
    const [rows] = await call.database.read<
      [{ code: number; name: string; longitude: number; latitude: number; shape: string }]
    >(call.actor.scope, {
      text: `select code, name, longitude, latitude, st_asgeojson(st_simplifypreservetopology(boundary, 0.004), 4) as shape
             from platform.sys_region where parent_code = $1 and boundary is not null`,
      values: [call.query.parentCode],
    });
    return {
      type: 'FeatureCollection' as const,
      features: rows.map((row) => ({
        type: 'Feature',
        properties: { code: row.code, name: row.name, center: [row.longitude, row.latitude] },
        geometry: JSON.parse(row.shape),
      })),
    };
  }),
];
