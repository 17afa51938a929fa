import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type SettleAsk, settlePlacement, type TakenBack, type Terms } from './settle.ts';

const terms: Terms = {
  mode: 'gainFee',
  dayFee: 850,
  gainPrice: 980,
  calfValue: 240_000,
  floorPrice: 2450,
  marketMargin: 80,
  faultPct: 80,
};
const back = (more: Partial<TakenBack> = {}): TakenBack => ({
  outcome: 'recovered',
  fault: 'none',
  inKg: 310.5,
  outKg: 402.3,
  days: 120,
  calves: 0,
  inValue: 1_000_000,
  ...more,
});
const ask = (mode: Terms['mode'], lines: TakenBack[], more: Partial<SettleAsk> = {}): SettleAsk => ({
  terms: { ...terms, mode },
  lines,
  marketPrice: 2560,
  advanceBack: 0,
  depositBack: 0,
  ...more,
});

it('R28 each way of payment by hand', () => {
  expect(settlePlacement(ask('dailyFee', [back(), back({ days: 30 })])).earned).toBe(150 * 850);
  // 91.80 kg × 9.80; a loss of weight earns nothing and takes nothing.
  expect(settlePlacement(ask('gainFee', [back(), back({ outKg: 300 })])).earned).toBe(89_964);
  expect(settlePlacement(ask('calfShare', [back({ calves: 2 }), back({ calves: 1 })])).earned).toBe(720_000);
  // 25.60 − 0.80 is above the floor of 24.50; at 25.00 the floor holds.
  expect(settlePlacement(ask('buyBack', [back({ outKg: 400 })])).earned).toBe(400 * 2480);
  expect(settlePlacement(ask('buyBack', [back({ outKg: 400 })], { marketPrice: 2500 })).earned).toBe(400 * 2450);
});

it('R28 a loss by the keeper’s fault is deducted and earns nothing; without fault its days count', () => {
  const lost = back({ outcome: 'missing', fault: 'holder', outKg: null });
  const died = back({ outcome: 'dead', outKg: null, days: 40 });
  const { earned, deductions, net } = settlePlacement(
    ask('dailyFee', [back(), lost, died], { advanceBack: 50_000, depositBack: 200_000 }),
  );
  expect([earned, deductions]).toEqual([160 * 850, 800_000]);
  expect(net).toBe(160 * 850 - 800_000 - 50_000 + 200_000);
  expect(net).toBeLessThan(0);
});

it('R28 net is what the steps add up to, whatever the contract', () => {
  const line = fc.record({
    outcome: fc.constantFrom('recovered', 'dead', 'missing', 'boughtByHolder'),
    fault: fc.constantFrom('none', 'holder', 'owner'),
    inKg: fc.integer({ min: 5000, max: 60_000 }).map((n) => n / 100),
    outKg: fc.option(fc.integer({ min: 5000, max: 90_000 }).map((n) => n / 100)),
    days: fc.integer({ min: 0, max: 700 }),
    calves: fc.integer({ min: 0, max: 3 }),
    inValue: fc.integer({ min: 0, max: 3_000_000 }),
  });
  fc.assert(
    fc.property(
      fc.constantFrom('dailyFee', 'gainFee', 'calfShare', 'buyBack') as fc.Arbitrary<Terms['mode']>,
      fc.array(line, { minLength: 1, maxLength: 40 }),
      fc.nat(500_000),
      fc.nat(500_000),
      (mode, lines, advanceBack, depositBack) => {
        const told = settlePlacement(ask(mode, lines, { advanceBack, depositBack }));
        expect(told.steps.reduce((sum, one) => sum + one.cents, 0)).toBe(told.net);
        expect(told.net).toBe(told.earned - told.deductions - advanceBack + depositBack);
        expect(told.earned).toBeGreaterThanOrEqual(0);
        // The order of the animals changes nothing.
        expect(settlePlacement(ask(mode, [...lines].reverse(), { advanceBack, depositBack })).net).toBe(told.net);
      },
    ),
  );
});
