import type { ScreenValues } from '#modules/prevention/contract/screens/screen.ts';
import { type Drawn, type Frame, type Headline, shortName } from '../frame.ts';
import { ages, asHerd, bands, breeding, companies, mainBreeds } from '../herd-figures.ts';
import { monthsHere, type Stock, stockHere } from '../stock-figures.ts';

const ageBands = [0, 6, 12, 24, 36, 60, 96];
const herdSizes = [1, 10, 50, 100, 500];
const percent = (part: number | null | undefined) => Math.round((part ?? 0) * 1000) / 10;

function headline({ code }: Frame, stock: Stock, values: ScreenValues): Headline {
  const breeds = stock.breeds(code);
  const all = breeds.reduce((sum, one) => sum + one.n, 0);
  const [largest] = breeds;
  return {
    key: largest ? 'prevention.screen.index3.state' : 'prevention.screen.index3.unknownBreeds',
    args: {
      place: shortName(code),
      total: values['stock.total'] ?? 0,
      base: percent(values['stock.baseShare']),
      // A code: the page has the reader's word for it.
      breed: largest?.breed ?? '',
      share: largest ? percent(largest.n / all) : 0,
      births: values['stock.births12'] ?? 0,
    },
    link: `/ant/animalProtection/liveCount?regionCode=${code}&species=cattle`,
    urgent: false,
  };
}

/** /ant/screen/index3: is the breeding base healthy, how good are the breeds, where are the cattle. */
export async function drawCattle(frame: Frame): Promise<Drawn> {
  const { code } = frame;
  const stock = await stockHere(frame, ['cattle']);
  const months = await monthsHere(frame, stock, ['cattle']);
  const young = await breeding(frame, ['cattle'], months);
  const valuesOf = (one: number): ScreenValues => ({ ...stock.of(one), ...young(one) });
  const values = valuesOf(code);
  return {
    values: asHerd(values),
    children: new Map(frame.children.map((one) => [one, asHerd(valuesOf(one))])),
    headline: headline(frame, stock, values),
    rows: {
      L1: mainBreeds(stock.breeds(code)),
      L2: await ages(frame, ['cattle'], ageBands),
      C2: months.map((one) => ({ ...one })),
      R2: await bands(frame, ['cattle'], herdSizes),
      companies: await companies(frame, 'cattle', 10),
    },
  };
}
