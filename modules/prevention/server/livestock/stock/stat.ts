import type { Route } from '#kit/server/http/call.ts';
import { type ReportAsk, serveReport } from '#kit/server/report/serve-report.ts';
import { lookups } from '#kit/server/resource/lookups.ts';
import type { StockCell, StockFigures } from '#modules/prevention/contract/livestock/stock.ts';
import { breedStat, liveCount } from '#modules/prevention/contract/livestock/stock-stat.ts';
import { stockBoard } from './routes.ts';

async function live({ call, place, filter }: ReportAsk<typeof liveCount>) {
  const board = await stockBoard(call, { by: 'stage', regionCode: place.regionCode ?? undefined, on: filter.on });
  const rowOf = (row: StockFigures) => {
    const cells = row.cells.filter((one) => !filter.species || one.species === filter.species);
    const add = (name: 'tagged' | 'untagged') => cells.reduce((sum, one) => sum + one[name], 0);
    // Holders and days gone by are not known apart by species.
    const { holders, scaled, monthStart, yearAgo } = filter.species ? unknown : row;
    return {
      sum: add('tagged') + add('untagged'),
      tagged: add('tagged'),
      untagged: add('untagged'),
      holders,
      inScaled: scaled,
      monthStart,
      yearAgo,
      stages: Object.fromEntries(
        cells.map((one) => [`${one.species} ${one.key}`, [one.tagged, one.untagged] as const]),
      ),
    };
  };
  return {
    facts: { on: board.on },
    total: rowOf(board.total),
    rows: board.rows.flatMap((row) => (row.regionCode === null ? [] : [{ ...rowOf(row), regionCode: row.regionCode }])),
  };
}
const unknown = { holders: null, scaled: null, monthStart: null, yearAgo: null };

async function breeds({ call, place, filter }: ReportAsk<typeof breedStat>) {
  const board = await stockBoard(call, { by: 'breed', regionCode: place.regionCode ?? undefined });
  const own = (row: StockFigures) => row.cells.filter((one) => !filter.species || one.species === filter.species);
  const heads = (cells: readonly StockCell[]) => cells.reduce((sum, one) => sum + one.tagged, 0);
  const rowOf = (row: StockFigures) => ({
    sum: heads(own(row)),
    breeds: Object.fromEntries(own(row).map((one) => [`${one.species} ${one.key}`, one.tagged])),
  });
  const label = ({ species, key }: StockCell) =>
    lookups().dictLabel(`breed_${species}`, key, call.actor.tenantNo, call.language) ?? key;
  const all = own(board.total).toSorted((a, b) => b.tagged - a.tagged);
  return {
    names: { 'breeds 1': Object.fromEntries(all.map((one) => [one.key, label(one)])) },
    total: rowOf(board.total),
    rows: board.rows.flatMap((row) => (row.regionCode === null ? [] : [{ ...rowOf(row), regionCode: row.regionCode }])),
    parts: {
      tree: all.map((one) => ({ breedName: label(one), heads: one.tagged })),
      shares: all.map((one) => ({
        species: one.species,
        breed: one.key,
        breedName: label(one),
        heads: one.tagged,
        ofSpecies: heads(board.total.cells.filter(({ species }) => species === one.species)),
      })),
    },
  };
}

export const stockStatRoutes = (): Route[] => [...serveReport(liveCount)(live), ...serveReport(breedStat)(breeds)];
