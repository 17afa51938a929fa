import { type AnyResource, fullName } from '#kit/contract/resource.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { mapOf } from '#kit/server/resource/columns.ts';
import { type ListInput, planList } from '#kit/server/resource/list.ts';
import { type Cluster, type Distribution, principalMap, type Whole } from '#modules/registry/contract/distribution.ts';
import { principal } from '#modules/registry/contract/principal.ts';

/** No answer has more clusters than this, however large the piece of the map is. */
const mostCells = 400;
/** Fewer than this at one place are named. */
const fewMembers = 12;
/** From here on a cluster is a neighbourhood, and its members are worth naming. */
const nearZoom = 12;
/** A cell is this many pixels wide on the screen. */
const cellPixels = 64;
/** Degrees of latitude are longer on a map of the north than degrees of longitude. */
const latitudeShare = 0.75;

interface Box {
  readonly west?: number;
  readonly south?: number;
  readonly east?: number;
  readonly north?: number;
  readonly zoom?: number;
}

interface Cell {
  cx: number | null;
  cy: number | null;
  kind: string;
  n: number;
  x: number | null;
  y: number | null;
  west: number | null;
  south: number | null;
  east: number | null;
  north: number | null;
  ids: number[] | null;
}

/** Where the rows of a list lie: the list's own filter and row rules, summed up over a grid by the database. */
async function distribution(call: Call, resource: AnyResource, kind: string): Promise<Distribution> {
  const { west, south, east, north, zoom = 0, ...filter } = call.query as Box & ListInput;
  const edges = [west, south, east, north].filter((one) => one !== undefined);
  const map = mapOf(fullName(resource));
  const plan = map && planList(map, { ...filter, pageNum: 1, pageSize: 1 }, call.actor.scope);
  if (!plan) return { whole: summed([]), clusters: [] };
  const rows = plan.all(`t.id, ${kind} as kind, t.longitude as x, t.latitude as y`);
  const values = [...rows.values];
  const add = (value: number) => `$${values.push(value)}::float8`;
  const [w = -180, s = -90, e = 180, n = 90] = edges.length === 4 ? edges : [];
  const cell = cellOf(Math.max(e - w, 1e-6), Math.max(n - s, 1e-6), zoom);
  const piece =
    edges.length === 4 ? `where x >= ${add(w)} and x <= ${add(e)} and y >= ${add(s)} and y <= ${add(n)}` : '';
  const ids =
    zoom >= nearZoom
      ? `(array_agg(id order by id))[1:${fewMembers}]`
      : 'case when count(*) = 1 then array[min(id)] end';
  const [cells] = await call.database.read<[Cell]>(call.actor.scope, {
    text: `select cx, cy, kind, count(*)::int as n, avg(x) as x, avg(y) as y, min(x) as west, min(y) as south, max(x) as east, max(y) as north, ${ids} as ids
           from (select id, kind, x, y, floor(x / ${add(cell)})::int as cx, floor(y / ${add(cell * latitudeShare)})::int as cy from (${rows.text}) r ${piece}) c
           group by cx, cy, kind`,
    values,
  });
  return {
    whole: piece ? null : summed(cells),
    clusters: await named(call, resource, kind, apart(joined(cells), cell * 0.8)),
  };
}

/** Cells of the same size wherever the map is moved to, and never too many of them. */
function cellOf(width: number, height: number, zoom: number): number {
  const wanted = (360 / (256 * 2 ** zoom)) * cellPixels;
  return Math.max(wanted, Math.sqrt((width * height) / latitudeShare / mostCells));
}

function summed(cells: readonly Cell[]): Whole {
  const located = cells.filter((one) => one.cx !== null);
  const kinds: Record<string, number> = {};
  for (const { kind, n } of located) kinds[kind] = (kinds[kind] ?? 0) + n;
  const sum = (some: readonly Cell[]) => some.reduce((all, one) => all + one.n, 0);
  const edge = (of: (...some: number[]) => number, name: 'west' | 'south' | 'east' | 'north') =>
    of(...located.map((one) => one[name] as number));
  return {
    total: sum(cells),
    without: sum(cells) - sum(located),
    kinds,
    bounds:
      located.length === 0
        ? null
        : [edge(Math.min, 'west'), edge(Math.min, 'south'), edge(Math.max, 'east'), edge(Math.max, 'north')],
  };
}

type Joined = Omit<Cluster, 'members'> & { ids: number[] | null };

/** The kinds of one cell together, in the middle of its rows. */
function joined(cells: readonly Cell[]): Joined[] {
  const at = new Map<string, Joined>();
  for (const { cx, cy, kind, n, x, y, ids } of cells) {
    if (cx === null || x === null || y === null) continue;
    const key = `${cx} ${cy}`;
    const own = { longitude: x, latitude: y, n, kinds: { [kind]: n }, ids };
    const had = at.get(key);
    at.set(key, had ? together(had, own) : own);
  }
  return [...at.values()];
}

/** Neighbours whose circles would cover each other are one: the larger takes the smaller. */
function apart(clusters: readonly Joined[], near: number): Joined[] {
  const kept: Joined[] = [];
  for (const one of clusters.toSorted((a, b) => b.n - a.n)) {
    const at = kept.findIndex(
      (other) => Math.hypot(other.longitude - one.longitude, (other.latitude - one.latitude) / latitudeShare) < near,
    );
    const taker = kept[at];
    if (taker) kept[at] = together(taker, one);
    else kept.push(one);
  }
  return kept;
}

function together(one: Joined, other: Joined): Joined {
  const n = one.n + other.n;
  const kinds = { ...one.kinds };
  for (const [kind, more] of Object.entries(other.kinds)) kinds[kind] = (kinds[kind] ?? 0) + more;
  return {
    longitude: (one.longitude * one.n + other.longitude * other.n) / n,
    latitude: (one.latitude * one.n + other.latitude * other.n) / n,
    n,
    kinds,
    ids: one.ids && other.ids ? [...one.ids, ...other.ids] : null,
  };
}

async function named(call: Call, resource: AnyResource, kind: string, clusters: readonly Joined[]): Promise<Cluster[]> {
  const map = mapOf(fullName(resource));
  const isFew = ({ ids, n }: Joined) => ids !== null && ids.length === n && n <= fewMembers;
  const ids = clusters.filter(isFew).flatMap((one) => one.ids ?? []);
  const [rows] = ids.length
    ? await call.database.read<[{ id: number; name: string; kind: string }]>(call.actor.scope, {
        text: `select t.id, ${map?.sql(resource.title)} as name, ${kind} as kind from ${map?.table} t where t.id = any ($1::bigint[])`,
        values: [ids],
      })
    : [[]];
  const byId = new Map(rows.map((row) => [row.id, row]));
  return clusters.map(({ ids: own, ...one }) => ({
    ...one,
    members: isFew({ ids: own, ...one }) ? (own ?? []).flatMap((id) => byId.get(id) ?? []) : [],
  }));
}

export const distributionRoutes = (): Route[] => [
  serve('registry', principalMap, (call) => distribution(call as unknown as Call, principal, 't.principal_unit_type')),
];
