import { type Cents, percent, times } from '#kit/contract/money.ts';

/** R32, R33: the standard times its ratio, less what insurance pays; never less than nothing. */
export const compensation = (one: { amountCents: Cents; ratio: number; offsetCents: Cents }): Cents =>
  Math.max(0, times(one.amountCents, percent(one.ratio)) - one.offsetCents);
