import { levelOf } from '#kit/contract/region.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { type Figure, rollupOf } from '#kit/server/rollup.ts';
import { today } from '#kit/server/today.ts';
import * as contract from '#modules/prevention/contract/livestock/stock.ts';
import { dayBefore } from '../stock-day.ts';
import { figuresByPart, holdersByPart, keptByPart, type PartFigure } from './figures.ts';
import { type Place, placeOf, shortName } from './place.ts';

type Kept = { readonly part: number; readonly on: string } & contract.StockCell;
type Held = { readonly part: number; readonly holders: number; readonly scaled: number };
type By = 'stage' | 'breed' | 'scale';

/** Cells of figures: what the registry counts with a number, what prevention knows without one. */
function cellsOf(by: By, tagged: readonly Figure[], stock: readonly Figure[]): contract.StockCell[] {
  const cells = new Map<string, contract.StockCell>();
  const add = (species: string, key: string, more: Partial<contract.StockCell>) => {
    const had = cells.get(`${species} ${key}`) ?? { species, key, tagged: 0, untagged: 0 };
    cells.set(`${species} ${key}`, {
      ...had,
      tagged: had.tagged + (more.tagged ?? 0),
      untagged: had.untagged + (more.untagged ?? 0),
    });
  };
  if (by !== 'scale')
    for (const {
      keys: [species = '', stage = '', breed = ''],
      n,
    } of tagged)
      add(species, by === 'breed' ? breed : stage, { tagged: n });
  for (const {
    keys: [species = '', key = '', what = ''],
    n,
  } of stock) {
    if (by === 'stage' && what === 'loose') add(species, key, { untagged: n });
    if (by === 'scale' && (what === 'tagged' || what === 'untagged')) add(species, key, { [what]: n });
  }
  return [...cells.values()]
    .filter((one) => one.tagged > 0 || one.untagged > 0)
    .sort((a, b) => a.species.localeCompare(b.species) || b.tagged + b.untagged - a.tagged - a.untagged);
}

const sum = (cells: readonly contract.StockCell[]) => cells.reduce((all, one) => all + one.tagged + one.untagged, 0);
const tagged = (cells: readonly contract.StockCell[]) => cells.reduce((all, one) => all + one.tagged, 0);

interface Before {
  readonly month: readonly Kept[];
  readonly year: readonly Kept[];
}

/** Null where no day was kept at all: nothing is not the same as unknown. */
const before = (all: readonly Kept[], some: readonly Kept[]): number | null => (all.length === 0 ? null : sum(some));

interface Asked {
  readonly by: By;
  readonly regionCode?: number | undefined;
  readonly on?: string | undefined;
}

export async function stockBoard(call: Call, { by, regionCode, on }: Asked): Promise<contract.StockBoard> {
  const place = placeOf(call, regionCode);
  const day = on ?? today();
  const isNow = day >= today() || by !== 'stage';
  const until = isNow ? today() : day;
  const [month, year, [first], kept, held, tags, stock, allTags, allStock] = await call.database.read<
    [Kept, Kept, { since: string | null }, Kept, Held, PartFigure, PartFigure, Figure, Figure]
  >(
    call.actor.scope,
    keptByPart(place, dayBefore(`${until.slice(0, 7)}-01`)),
    keptByPart(place, yearBefore(until)),
    {
      text: 'select min(day) as since from prevention.stock_day where tenant_no = kit.tenant() and region_code >= $1 and region_code < $2',
      values: [...place.range],
    },
    isNow ? { text: 'select 1 where false', values: [] } : keptByPart(place, day),
    holdersByPart(place),
    figuresByPart('registry.stock', place),
    figuresByPart('prevention.stock', place),
    rollupOf({ name: 'registry.stock', regions: place.own }),
    rollupOf({ name: 'prevention.stock', regions: place.own }),
  );
  const past: Before = { month, year };
  const whole = isNow ? cellsOf(by, allTags, allStock) : added(kept);
  const parts = isNow
    ? [...new Set([...tags, ...stock].map((one) => one.part))].map((part) => ({
        part,
        cells: cellsOf(
          by,
          tags.filter((one) => one.part === part),
          stock.filter((one) => one.part === part),
        ),
      }))
    : [...Map.groupBy(kept, (one) => one.part)].map(([part, cells]) => ({ part, cells: added(cells) }));
  const rows = parts
    .filter(({ cells }) => cells.length > 0)
    .map(({ part, cells }) => rowOf(call, place, { part, cells, isNow }, past, held))
    .sort((a, b) => b.total - a.total);
  const total = {
    cells: whole,
    total: sum(whole),
    tagged: tagged(whole),
    holders: isNow ? held.reduce((all, one) => all + one.holders, 0) : null,
    scaled: isNow ? held.reduce((all, one) => all + one.scaled, 0) : null,
    monthStart: before(month, month),
    yearAgo: before(year, year),
  };
  const itself = restOf(call, total, rows);
  return {
    regionCode: place.code,
    path: [...place.path],
    on: isNow ? today() : (kept[0]?.on ?? day),
    since: first?.since ?? null,
    total,
    rows: itself ? [...rows, itself] : rows,
  };
}

function rowOf(
  call: Call,
  place: Place,
  { part, cells, isNow }: { part: number; cells: contract.StockCell[]; isNow: boolean },
  past: Before,
  held: readonly Held[],
): contract.StockRow {
  const of = (kept: readonly Kept[]) => kept.filter((one) => one.part === part);
  const own = held.find((one) => one.part === part);
  return {
    regionCode: part,
    name: shortName(call, part),
    hasBelow: part !== place.code && levelOf(part) < 5,
    cells,
    total: sum(cells),
    tagged: tagged(cells),
    holders: isNow ? (own?.holders ?? 0) : null,
    scaled: isNow ? (own?.scaled ?? 0) : null,
    monthStart: before(past.month, of(past.month)),
    yearAgo: before(past.year, of(past.year)),
  };
}

/** What stands in the region and in none of its parts: holders whose village nobody said. */
function restOf(
  call: Call,
  total: contract.StockFigures,
  rows: readonly contract.StockRow[],
): contract.StockRow | null {
  const cells = total.cells.flatMap((one) => {
    const theirs = rows.flatMap((row) =>
      row.cells.filter((cell) => cell.species === one.species && cell.key === one.key),
    );
    const rest = {
      ...one,
      tagged: one.tagged - tagged(theirs),
      untagged: one.untagged - (sum(theirs) - tagged(theirs)),
    };
    return rest.tagged > 0 || rest.untagged > 0 ? [rest] : [];
  });
  if (cells.length === 0) return null;
  const left = (name: 'holders' | 'scaled' | 'monthStart' | 'yearAgo') =>
    total[name] === null ? null : Math.max(0, total[name] - rows.reduce((all, row) => all + (row[name] ?? 0), 0));
  return {
    regionCode: null,
    name: call.say('prevention.stock.itself'),
    hasBelow: false,
    cells,
    total: sum(cells),
    tagged: tagged(cells),
    holders: left('holders'),
    scaled: left('scaled'),
    monthStart: left('monthStart'),
    yearAgo: left('yearAgo'),
  };
}

const added = (kept: readonly Kept[]): contract.StockCell[] =>
  [...Map.groupBy(kept, (one) => `${one.species} ${one.key}`).values()].map((same) => ({
    species: same[0]?.species ?? '',
    key: same[0]?.key ?? '',
    tagged: same.reduce((all, one) => all + one.tagged, 0),
    untagged: same.reduce((all, one) => all + one.untagged, 0),
  }));

/** The 29th of February has none: it is the day before. */
const yearBefore = (day: string): string =>
  `${Number(day.slice(0, 4)) - 1}${day.slice(4) === '-02-29' ? '-02-28' : day.slice(4)}`;

async function line(call: Call<typeof contract.stockLine>) {
  const place = placeOf(call, call.query.regionCode);
  const [kept, tags, stock] = await call.database.read<[{ month: string; species: string; n: number }, Figure, Figure]>(
    call.actor.scope,
    {
      text: `with ends as (
               select to_char(m, 'YYYY-MM') as month, (select max(s.day) from prevention.stock_day s where s.tenant_no = kit.tenant() and s.region_code >= $2 and s.region_code < $3
                 and s.day >= m::date and s.day < (m + interval '1 month')::date) as day
               from generate_series(date_trunc('month', $1::date) - interval '12 months', date_trunc('month', $1::date) - interval '1 day', interval '1 month') m
             )
             select e.month, s.species, sum(s.tagged + s.untagged)::int as n from ends e join prevention.stock_day s on s.tenant_no = kit.tenant() and s.day = e.day
             where s.region_code >= $2 and s.region_code < $3 group by 1, 2 order by 1, 2`,
      values: [today(), ...place.range],
    },
    rollupOf({ name: 'registry.stock', regions: place.own }),
    rollupOf({ name: 'prevention.stock', regions: place.own }),
  );
  const bySpecies = (rows: readonly { species: string; n: number }[]) =>
    Object.fromEntries(
      [...Map.groupBy(rows, (one) => one.species)].map(([key, same]) => [
        key,
        same.reduce((all, one) => all + one.n, 0),
      ]),
    );
  const now = cellsOf('stage', tags, stock).map((one) => ({ species: one.species, n: one.tagged + one.untagged }));
  return [
    ...[...Map.groupBy(kept, (one) => one.month)].map(([month, rows]) => ({ month, species: bySpecies(rows) })),
    { month: today().slice(0, 7), species: bySpecies(now) },
  ];
}

export const stockRoutes = (): Route[] => [
  serve('prevention', contract.stockStat, (call) => stockBoard(call as unknown as Call, call.query)),
  serve('prevention', contract.stockLine, line),
];
