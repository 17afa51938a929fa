import type { useNumbers } from '#kit/web/screen/numbers.ts';
import { screen } from '#kit/web/screen/palette.ts';
import type { MapMark } from '#kit/web/screen/place-map.tsx';
import type { ScreenChild } from '#modules/prevention/contract/screens/screen.ts';
import { coverageColour, noDue, quantiles, speciesColours } from './colours.ts';
import { coverageLegend } from './legends.ts';
import type { ScreenContext } from './screen-frame.tsx';
import type { Drawn } from './screen-map.tsx';

type Numbers = ReturnType<typeof useNumbers>;

export interface Shown {
  sizeOf(child: ScreenChild): number;
  draw(child: ScreenChild): Drawn;
  readonly legend: readonly { readonly colour: string; readonly text: string }[];
}

export interface Layer {
  readonly name: 'coverage' | 'stock' | 'load' | 'farms' | 'companies';
  /** Panels of whom any opens it. */
  readonly on: readonly string[];
  show(context: ScreenContext, numbers: Numbers): Shown;
}

export const byCoverage = (context: ScreenContext, { percent, number }: Numbers): Shown => ({
  sizeOf: (one) => one.values['imm.due'] ?? 0,
  legend: coverageLegend(context),
  draw: ({ values }) => ({
    fill: coverageColour(values['imm.coverage']),
    text: percent(values['imm.coverage']),
    card: [
      { name: context.text('coverage'), text: percent(values['imm.coverage']) },
      { name: context.text('doneOfDue'), text: `${number(values['imm.done'])} / ${number(values['imm.due'])}` },
      { name: context.text('today'), text: number(values['imm.today']) },
      { name: context.text('workersOut'), text: `${number(values['work.today'])} / ${number(values['work.active'])}` },
    ],
  }),
});

interface Counted {
  /** The figure that fills the map. */
  readonly code: string;
  readonly colour: string;
  card(child: ScreenChild): Drawn['card'];
}

/** Shades by fifths of one figure, with their bounds. */
export function byFifths(context: ScreenContext, { number }: Numbers, { code, colour, card }: Counted): Shown {
  const shown = context.data.region.children.map((one) => one.values[code] ?? 0);
  const scale = quantiles(shown, colour);
  const bounds = [...new Set(scale.bounds)].filter((n) => n > 0);
  const [lowest = 0] = bounds;
  return {
    sizeOf: (one) => one.values[code] ?? 0,
    draw: (one) => ({ fill: scale.of(one.values[code]), text: number(one.values[code]), card: card(one) }),
    legend: [
      { colour: noDue, text: '0' },
      ...(shown.some((n) => n > 0 && n < lowest) ? [{ colour: scale.shade(0), text: `<${number(lowest)}` }] : []),
      ...bounds.map((bound) => ({ colour: scale.of(bound), text: `≥${number(bound)}` })),
    ],
  };
}

const stockCard =
  (context: ScreenContext, { number, percent }: Numbers) =>
  ({ values }: ScreenChild) => [
    { name: context.text('stock'), text: number(values['stock.total']) },
    ...['cattle', 'sheep', 'goat'].map((kind) => ({
      name: context.species(kind),
      text: number(values[`stock.${kind}`]),
    })),
    ...('imm.coverage' in values ? [{ name: context.text('coverage'), text: percent(values['imm.coverage']) }] : []),
  ];

export const byStock = (context: ScreenContext, numbers: Numbers): Shown =>
  byFifths(context, numbers, { code: 'stock.total', colour: screen.orange, card: stockCard(context, numbers) });

export const byFarms = (context: ScreenContext, numbers: Numbers): Shown =>
  byFifths(context, numbers, {
    code: 'farm.count',
    colour: speciesColours.goat ?? '',
    card: ({ values }) => [
      { name: context.text('index6.farms'), text: numbers.number(values['farm.count']) },
      { name: context.text('stock'), text: numbers.number(values['farm.stock']) },
      { name: context.text('coverage'), text: numbers.percent(values['farm.coverage']) },
      { name: context.text('remaining'), text: numbers.number(values['farm.remaining']) },
    ],
  });

export const byCompanies = (context: ScreenContext, numbers: Numbers): Shown =>
  byFifths(context, numbers, {
    code: 'ent.count',
    colour: screen.violet,
    card: ({ values }) => [
      { name: context.text('index6.companies'), text: numbers.number(values['ent.count']) },
      { name: context.text('index6.shown'), text: numbers.number(values['ent.shown']) },
    ],
  });

const byLoad = (context: ScreenContext, numbers: Numbers): Shown =>
  byFifths(context, numbers, {
    code: 'work.load',
    colour: speciesColours.sheep ?? '',
    card: ({ values }) => [
      { name: context.text('index6.load'), text: numbers.number(values['work.load']) },
      { name: context.text('index6.perWorker'), text: numbers.number(values['work.perWorker']) },
      {
        name: context.text('workersOut'),
        text: `${numbers.number(values['work.today'])} / ${numbers.number(values['work.active'])}`,
      },
    ],
  });

export const layers: readonly Layer[] = [
  { name: 'coverage', on: ['L1', 'L2'], show: byCoverage },
  { name: 'load', on: ['L3'], show: byLoad },
  { name: 'stock', on: ['R1', 'R2', 'R3'], show: byStock },
  { name: 'farms', on: ['R4'], show: byFarms },
  { name: 'companies', on: ['L4'], show: byCompanies },
];

interface ActionRow {
  readonly id: number;
  readonly type: string;
  readonly disease: string;
  readonly longitude: number | null;
  readonly latitude: number | null;
  readonly infectedKm: number | null;
}

/** Rings of the emergencies that are open. */
export const marksOf = (context: ScreenContext): MapMark[] =>
  context.rows<ActionRow>('actions').flatMap(({ id, type, disease, longitude, latitude, infectedKm }) =>
    type !== 'emergency' || longitude === null || latitude === null
      ? []
      : [
          {
            key: `action ${id}`,
            longitude,
            latitude,
            colour: screen.bad,
            km: infectedKm ?? 3,
            label: context.disease(disease),
          },
        ],
  );
