import { coverageColour, noDue } from './colours.ts';
import type { ScreenContext } from './screen-frame.tsx';

export const coverageLegend = (context: ScreenContext) => [
  { colour: coverageColour(0.4), text: '<50%' },
  { colour: coverageColour(0.6), text: '50–70%' },
  { colour: coverageColour(0.8), text: '70–90%' },
  { colour: coverageColour(0.95), text: '90–100%' },
  { colour: coverageColour(1), text: '100%' },
  { colour: noDue, text: context.text('noDue') },
];
