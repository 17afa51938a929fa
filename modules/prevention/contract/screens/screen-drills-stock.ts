import { addDays } from '../visit/judge.ts';
import {
  type DrillAt,
  heads,
  list,
  type Make,
  type Of,
  pages,
  type Query,
  scaled,
  share,
  some,
  type Word,
} from './screen-drill.ts';
import { plan } from './screen-drills-work.ts';

/* What stands there */

const base = ['cow', 'ewe'];
const kindsOf = (of: Of): Readonly<Record<string, readonly Word[]>> =>
  of.species === undefined ? {} : { species: String(of.species).split(',') };
const stock =
  (sum: readonly string[], by = 'stage', keys: (of: Of) => readonly Word[] | null = () => null): Make =>
  ({ regionCode }, of) => {
    const found = keys(of);
    return {
      page: by === 'breed' ? pages.breeds : pages.liveCount,
      query: { regionCode, ...some(of, 'species', 'on') },
      proof: {
        stat: 'ant/stat/stock',
        query: { regionCode, by, ...some(of, 'on') },
        read: { rows: 'total.cells', where: { ...kindsOf(of), ...(found && { key: found }) }, sum },
      },
    };
  };
const all = ['tagged', 'untagged'];
export const total = stock(all);
const tagged = stock(['tagged']);
const untagged = stock(['untagged']);
const baseFemale = stock(all, 'stage', () => base);
const oneKey = ({ key = '' }: Of) => [key];
const board =
  (read: string): Make =>
  ({ regionCode }) => ({
    page: pages.liveCount,
    query: { regionCode },
    proof: { stat: 'ant/stat/stock', query: { regionCode }, read },
  });
/** More or less than a year ago. */
const grown: Make = (at, of) => ({
  ...board('total')(at, of),
  proof: {
    stat: 'ant/stat/stock',
    query: { regionCode: at.regionCode },
    read: { rows: 'total', sum: ['total'], minus: ['yearAgo'] },
  },
});
const holders = list(pages.holders, 'ant/household/list', ({ regionCode }, of) => ({
  regionCode,
  hasStock: 'true',
  ...some(of, 'scale'),
}));
/** Holders of one kind by the size of their herd. */
const herds = (sum: (of: Of) => 'rows' | readonly string[]): Make => {
  const ask = (at: DrillAt, { species = '', from = 1, to }: Of): Query => ({
    regionCode: at.regionCode,
    [`${species}From`]: from,
    ...(to !== undefined && { [`${species}To`]: Number(to) - 1 }),
  });
  return (at, of) => list(pages.holders, 'ant/household/list', ask)(sum(of))(at, of);
};
const farms = list(pages.holders, 'ant/household/list', ({ regionCode }, of) => ({
  regionCode,
  scale: of.scale ?? scaled,
}));
const farmsPlan =
  (sum: readonly string[], minus?: readonly string[]): Make =>
  (at, of) =>
    plan(sum, minus ? { minus } : {})(at, { ...of, scale: of.scale ?? scaled });

/** The stock book between two days; of kinds one by one, since it is asked for one. */
const booked =
  (
    columns: readonly string[],
    days: (at: DrillAt, of: Of) => { from: string; to: string },
    minus: readonly string[] = [],
  ): Make =>
  (at, of) => {
    const query = { regionCode: at.regionCode, ...days(at, of), by: 'month', ...some(of, 'species') };
    return {
      page: pages.ledger,
      query,
      proof: { stat: 'pri/ledger/list', query, read: { rows: 'rows', sum: columns, minus } },
    };
  };
const thisYear = ({ today }: DrillAt) => ({ from: `${today.slice(0, 4)}-01-01`, to: today });
const yearBefore = (day: string) =>
  `${Number(day.slice(0, 4)) - 1}${day.slice(4) === '-02-29' ? '-02-28' : day.slice(4)}`;
const lastYear = ({ today }: DrillAt) => ({ from: `${yearBefore(today).slice(0, 4)}-01-01`, to: yearBefore(today) });
const thisMonth = ({ today }: DrillAt) => ({ from: `${today.slice(0, 7)}-01`, to: today });
/** Of a month such as `2026-11`. */
export const lastDayOf = (month: string): string =>
  new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5, 7)), 0)).toISOString().slice(0, 10);
const ofMonth = ({ today }: DrillAt, { month = '' }: Of) => {
  const [to = today] = [lastDayOf(String(month)), today].toSorted();
  return { from: `${month}-01`, to };
};

const monthsBack = (today: string, n: number) => {
  const at = Number(today.slice(0, 4)) * 12 + Number(today.slice(5, 7)) - 1 - n;
  return `${Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}`;
};
/** A band of age begins and ends with months of birth. */
const animals = list(
  pages.animals,
  'ant/animal/list',
  ({ regionCode, today }, { species = '', sex = '', from = 0, to }) => ({
    regionCode,
    status: 'inStock',
    species,
    sex,
    ...(Number(from) > 0 && { birthDateTo: lastDayOf(monthsBack(today, Number(from))) }),
    ...(to !== undefined && { birthDateFrom: `${monthsBack(today, Number(to) - 1)}-01` }),
  }),
);

/** Figures of what stands where, came and went. */
export const stockDrills: Readonly<Record<string, Make>> = {
  'stock.total': total,
  'stock.tagged': tagged,
  'stock.untagged': untagged,
  'stock.tagRate': share(tagged, total),
  'stock.untaggedShare': share(untagged, total),
  'stock.baseFemale': baseFemale,
  'stock.baseShare': share(baseFemale, total),
  'stock.scaled': share(
    stock(all, 'scale', () => scaled.split(',')),
    total,
  ),
  'stock.total.change': share(grown, board('total.yearAgo')),
  'stock.births.yearAgo': booked(['born'], lastYear),
  'stock.offtake.yearAgo': booked(['sold', 'slaughtered'], lastYear),
  'stock.stageTagged': stock(['tagged'], 'stage', oneKey),
  'stock.stageUntagged': stock(['untagged'], 'stage', oneKey),
  'stock.breed': stock(['tagged'], 'breed', oneKey),
  'stock.begun': board('total.monthStart'),
  'stock.births': booked(['born'], thisYear),
  'stock.offtake': booked(['sold', 'slaughtered'], thisYear),
  'stock.births12': booked(['born'], ({ today }) => ({ from: addDays(yearBefore(today), 1), to: today })),
  'stock.bornIn': booked(['born'], ofMonth),
  'stock.offIn': booked(['sold', 'slaughtered'], ofMonth),
  'flow.born': booked(['born'], thisMonth),
  'flow.bought': booked(['bought', 'transferIn', 'recovered'], thisMonth),
  'flow.sold': booked([], thisMonth, ['sold', 'transferOut']),
  'flow.slaughtered': booked([], thisMonth, ['slaughtered']),
  'flow.died': booked([], thisMonth, ['died', 'culled']),
  'stock.ages': animals('rows'),
  'stock.herds': herds(() => 'rows'),
  'stock.herdHeads': herds(({ species = '' }) => [String(species)]),
  holders: holders('rows'),
  'holders.heads': holders(heads),
  'farm.count': farms('rows'),
  'farm.stock': farms(heads),
  'farm.remaining': farmsPlan(['due'], ['done']),
  'farm.coverage': share(farmsPlan(['done']), farmsPlan(['due'])),
};
