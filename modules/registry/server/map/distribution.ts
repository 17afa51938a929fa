import { type AnyResource, fullName } from '#kit/contract/resource.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { mapOf } from '#kit/server/resource/columns.ts';
import { type ListInput, planList } from '#kit/server/resource/list.ts';
import { animal } from '#modules/registry/contract/animal/animal.ts';
import {
  animalMap,
  type Cluster,
  type Distribution,
  enterpriseMap,
  principalMap,
  type Whole,
} from '#modules/registry/contract/map/distribution.ts';
import { principal } from '#modules/registry/contract/principal/principal.ts';
import { placedEnterprises } from '../principal/enterprise/enterprises.ts';

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
  /** Rows of the list. */
  n: number;
  /** Units they belong to. */
  units: number;
  x: number | null;
  y: number | null;
  west: number | null;
  south: number | null;
  east: number | null;
  north: number | null;
  ids: number[] | null;
  heads: number[] | null;
}

/** What a map is made of: one row per unit and kind, (id, kind, n, x, y); null where the caller sees nothing. */
export interface Placed {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** Where rows lie, summed up over a grid by the database. */
export async function distribution(call: Call, placed: Placed | null): Promise<Distribution> {
  const { west, south, east, north, zoom = 0 } = call.query as Box;
  const edges = [west, south, east, north].filter((one) => one !== undefined);
  if (!placed) return { whole: summed([]), clusters: [] };
  const values = [...placed.values];
  const add = (value: number) => `$${values.push(value)}::float8`;
  const [w = -180, s = -90, e = 180, n = 90] = edges.length === 4 ? edges : [];
  const cell = cellOf(Math.max(e - w, 1e-6), Math.max(n - s, 1e-6), zoom);
  const piece =
    edges.length === 4 ? `where x >= ${add(w)} and x <= ${add(e)} and y >= ${add(s)} and y <= ${add(n)}` : '';
  const few = (column: string) =>
    zoom >= nearZoom
      ? `(array_agg(${column} order by id))[1:${fewMembers}]`
      : `case when count(*) = 1 then array[min(${column})] end`;
  const [cells] = await call.database.read<[Cell]>(call.actor.scope, {
    text: `select cx, cy, kind, sum(n)::int as n, count(*)::int as units, sum(x * n) / sum(n) as x, sum(y * n) / sum(n) as y, min(x) as west, min(y) as south, max(x) as east, max(y) as north,
             ${few('id')} as ids, ${few('n')} as heads
           from (select id, kind, n, x, y, floor(x / ${add(cell)})::int as cx, floor(y / ${add(cell * latitudeShare)})::int as cy from (${placed.text}) r ${piece}) c
           group by cx, cy, kind`,
    values,
  });
  return {
    whole: piece ? null : summed(cells),
    clusters: await named(call, apart(joined(cells), cell * 0.8)),
  };
}

/** The list's own filter and row rules: no map can show what its list does not. */
function listed(call: Call, resource: AnyResource, columns: string): Placed | null {
  const { west, south, east, north, zoom, ...filter } = call.query as Box & ListInput;
  const map = mapOf(fullName(resource));
  return (map && planList(map, { ...filter, pageNum: 1, pageSize: 1 }, call.actor.scope)?.all(columns)) ?? null;
}

/** Holders and how many of the animals asked for each has; a holder the caller does not see has no place. */
function placedAnimals(call: Call): Placed | null {
  const rows = listed(call, animal, 't.principal_id, t.species');
  return (
    rows && {
      text: `select p.id, a.species as kind, count(*)::int as n, p.longitude as x, p.latitude as y
             from (${rows.text}) a left join registry.principal p on p.id = a.principal_id group by p.id, a.species, p.longitude, p.latitude`,
      values: rows.values,
    }
  );
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

type Member = Omit<Cluster['members'][number], 'name'>;
/** Null where they are too many to be named. */
type Joined = Omit<Cluster, 'members'> & { few: readonly Member[] | null };

/** The kinds of one cell together, in the middle of its rows. */
function joined(cells: readonly Cell[]): Joined[] {
  const at = new Map<string, Joined>();
  for (const { cx, cy, kind, n, units, x, y, ids, heads } of cells) {
    if (cx === null || x === null || y === null) continue;
    const key = `${cx} ${cy}`;
    const few = ids?.length === units ? ids.map((id, place) => ({ id, kind, n: heads?.[place] ?? 0 })) : null;
    const own = { longitude: x, latitude: y, n, kinds: { [kind]: n }, few };
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
    few: one.few && other.few && byUnit([...one.few, ...other.few]),
  };
}

/** A unit with several kinds of rows is one, named by what it has most of. */
function byUnit(members: readonly Member[]): Member[] {
  return [...Map.groupBy(members, (one) => one.id).values()].map((own) => ({
    id: own[0]?.id ?? 0,
    kind: own.toSorted((one, other) => other.n - one.n)[0]?.kind ?? '',
    n: own.reduce((sum, one) => sum + one.n, 0),
  }));
}

async function named(call: Call, clusters: readonly Joined[]): Promise<Cluster[]> {
  const membersOf = ({ few }: Joined) => (few && few.length <= fewMembers ? few : []);
  const ids = clusters.flatMap((one) => membersOf(one).map(({ id }) => id));
  const [rows] = ids.length
    ? await call.database.read<[{ id: number; name: string }]>(call.actor.scope, {
        text: 'select id, principal_unit_name as name from registry.principal where id = any ($1::bigint[])',
        values: [ids],
      })
    : [[]];
  const nameOf = new Map(rows.map((row) => [row.id, row.name]));
  return clusters.map((one) => {
    const { few: _, ...cluster } = one;
    return { ...cluster, members: membersOf(one).map((member) => ({ ...member, name: nameOf.get(member.id) ?? '' })) };
  });
}

export const distributionRoutes = (): Route[] => [
  serve('registry', principalMap, (call) => {
    const plain = call as unknown as Call;
    const columns = 't.id, t.principal_unit_type as kind, 1 as n, t.longitude as x, t.latitude as y';
    return distribution(plain, listed(plain, principal, columns));
  }),
  serve('registry', animalMap, (call) => {
    const plain = call as unknown as Call;
    return distribution(plain, placedAnimals(plain));
  }),
  serve('registry', enterpriseMap, (call) => distribution(call as unknown as Call, placedEnterprises(call.query))),
];
