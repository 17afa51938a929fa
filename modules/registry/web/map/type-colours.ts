/** One colour per type of unit, told apart on light and dark ground; neighbours in a ring are far apart in hue. */
const colours: Readonly<Record<string, string>> = {
  household: '#e8871e',
  farm: '#2e8b57',
  cooperative: '#2f7fd6',
  authority: '#b0413e',
  preventionStation: '#d9628a',
  breedingStation: '#8f6ad8',
  slaughterhouse: '#8c5a3c',
  market: '#c2a21a',
  insurer: '#1aa3a3',
  bank: '#5566b8',
  supplier: '#7a9a2f',
  shop: '#b06fb5',
};

export const colourOf = (type: string): string => colours[type] ?? '#8a8f98';

const species: Readonly<Record<string, string>> = { cattle: '#b5651d', sheep: '#2f7fd6', goat: '#2e8b57' };

export const speciesColour = (code: string): string => species[code] ?? '#8a8f98';
