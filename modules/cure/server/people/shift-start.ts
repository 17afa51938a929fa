import { type Shift, shifts } from '#modules/cure/contract/people/duty-slot.ts';

/** When a shift begins, as milliseconds; its day is China's. */
export const startOf = ({ dutyOn, shift }: { readonly dutyOn: string; readonly shift: Shift }): number =>
  Date.parse(`${dutyOn}T00:00:00+08:00`) + shifts[shift][0] * 3_600_000;
