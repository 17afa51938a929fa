import type { ScreenRow, ScreenValues } from '#modules/prevention/contract/screens/screen.ts';
import { addDays } from '#modules/prevention/contract/visit/judge.ts';
import { type Sums, sums, sumsHere } from '../figures.ts';
import { type Drawn, type Frame, type Headline, share, shortName } from '../frame.ts';
import {
  headsOf,
  holdersHere,
  keptOn,
  kinds,
  monthsHere,
  type Stock,
  type StockCell,
  stockHere,
  went,
  yearBefore,
} from '../stock-figures.ts';

const scales = ['large', 'medium', 'small', 'retail', ''];

/** R2: how the month's beginning became what stands now; what nobody booked is the correction. */
function waterfall(start: readonly StockCell[] | null, flow: Sums, code: number, now: number): ScreenRow[] {
  if (!start) return [];
  const moved = (...what: readonly string[]) => flow.of(code, ([, kind = '']) => what.includes(kind));
  const begun = headsOf(start);
  const steps = [
    { step: 'born', n: moved('born') },
    { step: 'bought', n: moved('bought', 'in') },
    { step: 'sold', n: -moved('sold', 'out') },
    { step: 'slaughtered', n: -moved('slaughtered') },
    { step: 'died', n: -moved('died', 'culled') },
  ];
  const booked = steps.reduce((sum, one) => sum + one.n, begun);
  const correction = now - booked;
  return [
    { step: 'start', n: begun },
    ...steps,
    { step: 'correction', n: correction, isLarge: Math.abs(correction) > begun * 0.02 },
    { step: 'now', n: now },
  ];
}

const change = (now: number, before: number | null): number | null =>
  before === null || before === 0 ? null : share(now - before, before);

interface YearAgo {
  readonly stock: readonly StockCell[] | null;
  readonly flow: Sums;
}

/** Births and offtake of the year, and all of it against the same day a year ago. */
function comparedValues(frame: Frame, values: ScreenValues, flow: Sums, before: YearAgo): ScreenValues {
  const { code } = frame;
  const [births, offtake] = [went(flow, code, 'born'), went(flow, code, 'off')];
  const then = { births: went(before.flow, code, 'born'), offtake: went(before.flow, code, 'off') };
  const tagged = before.stock?.reduce((sum, one) => sum + one.tagged, 0) ?? 0;
  const rateThen = before.stock && share(tagged, headsOf(before.stock));
  const rate = values['stock.tagRate'] ?? null;
  return {
    'stock.births': births,
    'stock.offtake': offtake,
    'stock.total.change': change(values['stock.total'] ?? 0, before.stock && headsOf(before.stock)),
    'stock.tagRate.change': rate === null || rateThen === null ? null : rate - rateThen,
    'stock.births.yearAgo': then.births,
    'stock.births.change': change(births, then.births),
    'stock.offtake.yearAgo': then.offtake,
    'stock.offtake.change': change(offtake, then.offtake),
  };
}

function headline({ code }: Frame, values: ScreenValues): Headline {
  const grown = values['stock.total.change'] ?? null;
  const percent = (n: number) => Math.round(n * 1000) / 10;
  return {
    key: grown === null ? 'prevention.screen.index1.plain' : 'prevention.screen.index1.compared',
    args: {
      place: shortName(code),
      total: values['stock.total'] ?? 0,
      change: grown === null ? '' : `${grown > 0 ? '+' : ''}${percent(grown)}`,
      scaled: percent(values['stock.scaled'] ?? 0),
    },
    link: `/ant/animalProtection/liveCount?regionCode=${code}`,
    urgent: false,
  };
}

const ranked = (frame: Frame, stock: Stock, whole: number): ScreenRow[] =>
  frame.children
    .map((code) => {
      const values = stock.of(code);
      const total = values['stock.total'] ?? 0;
      const own = Object.fromEntries(kinds.map((kind) => [kind, values[`stock.total.${kind}`] ?? 0]));
      return { code, name: shortName(code), total, ...own, share: share(total, whole) };
    })
    .toSorted((a, b) => b.total - a.total);

/** /ant/screen/index1: how much stock there is, of what kind and where, growing or shrinking. */
export async function drawLivestock(frame: Frame): Promise<Drawn> {
  const { code, today } = frame;
  const stock = await stockHere(frame);
  const holders = await holdersHere(frame);
  const flow = await sums(frame, 'prevention.flow', { from: `${today.slice(0, 4)}-01-01`, to: today });
  const then = yearBefore(today);
  const before = {
    stock: await keptOn(frame, then),
    flow: await sumsHere(frame, 'prevention.flow', { from: `${then.slice(0, 4)}-01-01`, to: then }),
  };
  const monthBegins = `${today.slice(0, 7)}-01`;
  const thisMonth = await sumsHere(frame, 'prevention.flow', { from: monthBegins, to: today });
  const here = stock.of(code);
  const values: ScreenValues = { ...here, ...comparedValues(frame, here, flow, before), holders: holders.of(code) };
  const heads = stock.scales(code);
  return {
    values,
    children: new Map(
      frame.children.map((one) => [
        one,
        {
          ...stock.of(one),
          holders: holders.of(one),
          'stock.births': went(flow, one, 'born'),
          'stock.offtake': went(flow, one, 'off'),
        },
      ]),
    ),
    headline: headline(frame, values),
    rows: {
      L1: stock.cells(code).map((one) => ({ ...one })),
      L2: scales
        .map((scale) => ({ scale, holders: holders.scales.get(scale) ?? 0, heads: heads.get(scale) ?? 0 }))
        .filter(({ scale, holders: n }) => scale !== '' || n > 0),
      B: (await monthsHere(frame, stock)).map((one) => ({ ...one })),
      R1: ranked(frame, stock, values['stock.total'] ?? 0),
      R2: waterfall(await keptOn(frame, addDays(monthBegins, -1)), thisMonth, code, values['stock.total'] ?? 0),
    },
  };
}
