import type { useNumbers } from '#kit/web/screen/numbers.ts';
import { screen } from '#kit/web/screen/palette.ts';
import type { MapMark } from '#kit/web/screen/place-map.tsx';
import type { ScreenChild } from '#modules/prevention/contract/screens/screen.ts';
import { byCompanies, byCoverage, byFarms, byFifths, byStock, marksOf, type Shown } from '../layers.ts';
import { riskColour, riskLegend } from '../overview/risk.tsx';
import type { ScreenContext } from '../screen-frame.tsx';

export const layerNames = ['prevention', 'stock', 'farms', 'companies', 'video', 'risk'] as const;
export type LayerName = (typeof layerNames)[number];
/** What a day gone by is known of. */
export const pastLayers: readonly LayerName[] = ['prevention', 'stock'];

type Numbers = ReturnType<typeof useNumbers>;

/** The figure children are ranked by. */
export const figureOf: Readonly<Record<LayerName, string>> = {
  prevention: 'imm.coverage',
  stock: 'stock.total',
  farms: 'farm.count',
  companies: 'ent.count',
  video: 'video.all',
  risk: 'risk',
};

const byVideo = (context: ScreenContext, numbers: Numbers): Shown =>
  byFifths(context, numbers, {
    code: 'video.all',
    colour: screen.sky,
    card: ({ values }) => [
      {
        name: context.text('indexNew.online'),
        text: `${numbers.number(values['video.online'])} / ${numbers.number(values['video.all'])}`,
      },
    ],
  });

const byRisk = (context: ScreenContext, numbers: Numbers): Shown => ({
  sizeOf: (one) => one.values.risk ?? 0,
  legend: riskLegend(context),
  draw: ({ values }: ScreenChild) => ({
    fill: riskColour((values['imm.due'] ?? 0) > 0 ? values.risk : null),
    text: numbers.number(values.risk),
    card: ['gap', 'density', 'antibody', 'stress', 'signal'].map((part) => ({
      name: context.text(`index6.part.${part}`),
      text: numbers.number(values[`risk.${part}`]),
    })),
  }),
});

export const shownAs: Readonly<Record<LayerName, (context: ScreenContext, numbers: Numbers) => Shown>> = {
  prevention: byCoverage,
  stock: byStock,
  farms: byFarms,
  companies: byCompanies,
  video: byVideo,
  risk: byRisk,
};

interface Pin {
  readonly id: number;
  readonly name: string;
  readonly longitude: number | null;
  readonly latitude: number | null;
  readonly online?: boolean;
}

/** With more of them the names would be a heap. */
const mostNames = 20;
const pinRows: Partial<Record<LayerName, string>> = { farms: 'farmPins', companies: 'companyPins', video: 'spots' };
const [county, township] = [3, 4];

/** Rings of emergencies, or the pins of a layer where the map is near enough. */
export function marksFor(context: ScreenContext, layer: LayerName): MapMark[] {
  const rows = pinRows[layer];
  if (!rows) return marksOf(context);
  if (context.data.region.level < county) return [];
  const pins = context.rows<Pin>(rows);
  return pins.flatMap(({ id, name, longitude, latitude, online = true }) =>
    longitude === null || latitude === null
      ? []
      : [
          {
            key: `${layer} ${id}`,
            longitude,
            latitude,
            name,
            colour: online ? '#ffe08a' : screen.soft,
            label: context.data.region.level >= township && pins.length <= mostNames ? name : undefined,
          },
        ],
  );
}
