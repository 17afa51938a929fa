import { type CoverageBand, coverageBand } from '#modules/prevention/contract/screens/bands.ts';

/** The same everywhere, and always with the figure beside it. */
export const noDue = '#4a5b70';
export function coverageColour(share: number | null | undefined): string {
  const band = coverageBand(share);
  return band === null ? noDue : bandColours[band];
}
const bandColours: Readonly<Record<CoverageBand, string>> = {
  bad: '#ff4d4f',
  poor: '#ff9f43',
  fair: '#f7d34a',
  good: '#3fc1c9',
  whole: '#3dd68c',
};

export const speciesColours: Readonly<Record<string, string>> = {
  cattle: '#ff8933',
  sheep: '#36c6ff',
  goat: '#8be28b',
};

export const pulseColours: Readonly<Record<string, string>> = {
  visit: '#3dd68c',
  stressDeath: '#ff4d4f',
  positive: '#ff4d4f',
  tagWear: '#36c6ff',
  alert: '#ff9f43',
  census: '#b58cff',
};

/** Shades of one colour by fifths of what there is: the bounds, and the shade of a value. */
export function quantiles(values: readonly number[], colour: string) {
  const sorted = values.filter((n) => n > 0).toSorted((a, b) => a - b);
  const bounds = [0.2, 0.4, 0.6, 0.8].map((share) => sorted[Math.floor(share * sorted.length)] ?? 0);
  const shade = (step: number) => mix('#0f2a49', colour, 0.28 + 0.18 * step);
  return {
    bounds,
    shade,
    of: (n: number | null | undefined): string => (n ? shade(bounds.filter((bound) => n >= bound).length) : noDue),
  };
}

const channel = (colour: string, at: number) => Number.parseInt(colour.slice(1 + at * 2, 3 + at * 2), 16);
export const mix = (from: string, to: string, share: number): string =>
  `#${[0, 1, 2]
    .map((at) =>
      Math.round(channel(from, at) + (channel(to, at) - channel(from, at)) * Math.min(1, share))
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
