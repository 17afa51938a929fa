import { levelOf, parentOf, within } from '#kit/contract/region.ts';
import type { Database } from '#kit/server/db/database.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import * as contract from '#modules/platform/contract/reference.ts';
import { nobody } from './doorkeeper.ts';

interface Region {
  code: number;
  name: string;
  pinyin: string;
  initials: string;
  /** Still in use; one that is not keeps its name for what happened there. */
  active: boolean;
  longitude: number | null;
  latitude: number | null;
  children: number[];
  /** As people say it, once somebody asked. */
  said?: string;
}

/** All regions, in memory: public reference data that every list, form and search asks for. */
let regions = new Map<number, Region>();

export async function loadRegions(database: Database): Promise<void> {
  const [rows] = await database.read<[Omit<Region, 'children'>]>(nobody, {
    text: "select code, name, coalesce(pinyin, '') as pinyin, coalesce(initials, '') as initials, status = 'active' as active, longitude, latitude from platform.sys_region order by code",
    values: [],
  });
  const loaded = new Map<number, Region>(rows.map((row) => [row.code, { ...row, children: [] }]));
  for (const [code, { active }] of loaded) {
    if (!active) continue;
    const parent = parentOf(code);
    if (parent !== null) loaded.get(parent)?.children.push(code);
  }
  // A region nobody placed lies amid what it holds.
  for (const level of [4, 3, 2, 1])
    for (const [code, region] of loaded) {
      if (levelOf(code) !== level || region.longitude !== null) continue;
      const placed = region.children.flatMap((one) => {
        const { longitude = null, latitude = null } = loaded.get(one) ?? {};
        return longitude === null || latitude === null ? [] : [{ longitude, latitude }];
      });
      if (placed.length === 0) continue;
      region.longitude = placed.reduce((sum, one) => sum + one.longitude, 0) / placed.length;
      region.latitude = placed.reduce((sum, one) => sum + one.latitude, 0) / placed.length;
    }
  regions = loaded;
  byName = null;
}

/** `科尔沁左翼中旗 宝龙山镇 前玛尼吐嘎查`: from the county down, as people say it; wider regions stand alone. */
export function regionName(code: number): string | null {
  const region = regions.get(code);
  if (!region) return null;
  if (levelOf(code) <= 3) return region.name;
  if (region.said) return region.said;
  const names: string[] = [];
  for (let at: number | null = code; at !== null && levelOf(at) >= 3; at = parentOf(at))
    names.unshift(regions.get(at)?.name ?? '');
  region.said = names.filter(Boolean).join(' ');
  return region.said;
}

/** Where a region is; null where nobody said. */
export function regionPoint(code: number): { readonly longitude: number; readonly latitude: number } | null {
  const { longitude = null, latitude = null } = regions.get(code) ?? {};
  return longitude === null || latitude === null ? null : { longitude, latitude };
}

let byName: Map<string, number | null> | null = null;

/** Full names are unique but for a few; those stand for nothing. */
export function regionCodeOf(name: string): number | null {
  if (!byName) {
    byName = new Map();
    for (const [code, { active }] of regions) {
      if (!active) continue;
      const full = regionName(code) ?? '';
      byName.set(full, byName.has(full) ? null : code);
    }
  }
  return byName.get(name.replace(/[\s/／]+/g, ' ').trim()) ?? null;
}

const isVisible = (call: Pick<Call, 'actor'>, code: number): boolean => {
  const roots = call.actor.scope.regions;
  return roots.length === 0 || roots.some((root) => within(code, root) || within(root, code));
};

function node(code: number): contract.RegionNode {
  const region = regions.get(code);
  return {
    code,
    name: region?.name ?? String(code),
    fullName: regionName(code) ?? String(code),
    level: levelOf(code),
    hasChildren: (region?.children.length ?? 0) > 0,
  };
}

/** Regions directly below one, or the roots themselves. */
export const regionChildrenOf = (parent: number | null, roots: readonly number[]): contract.RegionNode[] =>
  (parent === null ? roots : (regions.get(parent)?.children ?? [])).map(node);

const provinces = () => [...regions].flatMap(([code, { active }]) => (active && levelOf(code) === 1 ? [code] : []));

export const regionRoutes = (): Route[] => [
  serve('platform', contract.regionChildren, async (call) => {
    const { parentCode } = call.query;
    if (parentCode === undefined) {
      const roots = call.actor.scope.regions;
      return (roots.length > 0 ? [...roots] : provinces()).map(node);
    }
    return (regions.get(parentCode)?.children ?? []).filter((code) => isVisible(call, code)).map(node);
  }),
  serve('platform', contract.regionSearch, async (call) => {
    const wanted = call.query.keyword.toLowerCase();
    const roots = call.actor.scope.regions;
    const hits: Region[] = [];
    for (const region of regions.values()) {
      if (!region.active) continue;
      if (call.query.level !== undefined && levelOf(region.code) !== call.query.level) continue;
      if (roots.length > 0 && !roots.some((root) => within(region.code, root))) continue;
      const hit =
        region.name.includes(wanted) ||
        region.initials.startsWith(wanted) ||
        isSubsequence(wanted, region) ||
        String(region.code).startsWith(wanted);
      if (hit) hits.push(region);
    }
    // Wide before narrow, exact before partial.
    hits.sort(
      (a, b) =>
        Number(b.initials === wanted || b.name === wanted) - Number(a.initials === wanted || a.name === wanted) ||
        levelOf(a.code) - levelOf(b.code),
    );
    return hits.slice(0, 50).map((region) => node(region.code));
  }),
  serve('platform', contract.regionPath, async (call) => {
    const path: contract.RegionNode[] = [];
    for (let at: number | null = call.params.code; at !== null; at = parentOf(at))
      if (regions.has(at)) path.unshift(node(at));
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

/** People shorten names as they like: `kzzq` finds 科尔沁左翼中旗, whose initials are `keqzyzq`. */
function isSubsequence(wanted: string, region: Region): boolean {
  if (wanted.length < 3 || !/^[a-z]+$/.test(wanted) || region.initials[0] !== wanted[0])
    return region.pinyin.startsWith(wanted);
  let at = 0;
  for (const letter of region.initials) if (letter === wanted[at]) at += 1;
  return at === wanted.length || region.pinyin.startsWith(wanted);
}
