import type { ScreenValues } from '#modules/prevention/contract/screens/screen.ts';
import { type Drawn, type Frame, type Headline, shortName } from '../frame.ts';
import { ages, asHerd, bands, breeding, mainBreeds } from '../herd-figures.ts';
import { type Kind, type MonthLine, monthsHere, stockHere } from '../stock-figures.ts';

const flock: readonly Kind[] = ['sheep', 'goat'];
const ageBands = [0, 3, 6, 12, 24, 48];
const flockSizes = [1, 30, 100, 500, 1000];

const headline = ({ code }: Frame, values: ScreenValues, months: readonly MonthLine[]): Headline => ({
  key: 'prevention.screen.index4.state',
  args: {
    place: shortName(code),
    total: values['stock.total'] ?? 0,
    sheep: values['stock.total.sheep'] ?? 0,
    goat: values['stock.total.goat'] ?? 0,
    base: Math.round((values['stock.baseShare'] ?? 0) * 1000) / 10,
    births: months.at(-1)?.births ?? 0,
  },
  link: `/ant/animalProtection/liveCount?regionCode=${code}`,
  urgent: false,
});

/** /ant/screen/index4: the same of sheep and goats, where the flock swings with the season. */
export async function drawSheep(frame: Frame): Promise<Drawn> {
  const { code } = frame;
  const stock = await stockHere(frame, flock);
  const months = await monthsHere(frame, stock, flock);
  const young = await breeding(frame, flock, months);
  const valuesOf = (one: number): ScreenValues => ({ ...stock.of(one), ...young(one) });
  const values = valuesOf(code);
  return {
    values: asHerd(values),
    children: new Map(frame.children.map((one) => [one, asHerd(valuesOf(one))])),
    headline: headline(frame, values, months),
    rows: {
      L2: await bands(frame, flock, flockSizes),
      C2: months.map((one) => ({ ...one })),
      R1: mainBreeds(stock.breeds(code)),
      R2: await ages(frame, flock, ageBands),
      untagged: stock
        .cells(code)
        .filter((one) => one.untagged > 0)
        .map(({ species, stage, untagged }) => ({ species, stage, n: untagged })),
    },
  };
}
