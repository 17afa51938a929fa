import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatCents, parseCents, reverse, splitCents, sumCents } from '#kit/contract/money.ts';
import { farmerPart, type PayoutInputs, payoutOf, premiumOf, proRataOf, type Share, splitOf } from './arithmetic.ts';
import { addDays, addMonths, coverDays, coverEnds, daysBetween, monthsBetween } from './days.ts';
import { bandsFit, termsFit } from './version-parts.ts';

const shares: readonly Share[] = [
  { payerCode: 'central', level: 'central', bp: 4_500 },
  { payerCode: 'region', level: 'province', bp: 2_500 },
  { payerCode: 'prefecture', level: 'prefecture', bp: 500 },
  { payerCode: 'county', level: 'county', bp: 500 },
  { payerCode: 'farmer', level: 'farmer', bp: 2_000 },
];
const factors = { 12: [1, 1], 9: [4, 5], 6: [4, 7], 3: [3, 7] } as const;
const yuan = (cents: readonly number[]) => cents.map(formatCents);

describe('R4: premium of a head, scheme of Tongliao 2020', () => {
  it.each([
    ['cow', '12000.00', 12, '420.00', '84.00', '189.00', '105.00', '21.00'],
    ['fattening', '12000.00', 12, '420.00', '84.00', '189.00', '105.00', '21.00'],
    ['fattening', '12000.00', 9, '336.00', '67.20', '151.20', '84.00', '16.80'],
    ['fattening', '12000.00', 6, '240.00', '48.00', '108.00', '60.00', '12.00'],
    ['fattening', '12000.00', 3, '180.00', '36.00', '81.00', '45.00', '9.00'],
    ['calf', '10000.00', 12, '350.00', '70.00', '157.50', '87.50', '17.50'],
    ['calf', '10000.00', 9, '280.00', '56.00', '126.00', '70.00', '14.00'],
    ['calf', '10000.00', 6, '200.00', '40.00', '90.00', '50.00', '10.00'],
    ['calf', '10000.00', 3, '150.00', '30.00', '67.50', '37.50', '7.50'],
  ] as const)('%s %s for %i months', (_, sum, months, premium, farmer, central, region, prefecture) => {
    const [num, den] = factors[months];
    const { cents } = premiumOf({ sumInsuredCents: parseCents(sum), ratePpm: 35_000, num, den, shares });
    expect(formatCents(cents)).toBe(premium);
    const parts = splitOf(cents, shares);
    expect(yuan(parts.map((one) => one.cents))).toEqual([central, region, prefecture, prefecture, farmer]);
    expect(formatCents(farmerPart(parts))).toBe(farmer);
  });

  it('a factor kept as a decimal would lose a cent: fractions do not', () => {
    const of = (num: number, den: number) =>
      premiumOf({ sumInsuredCents: 1_200_000, ratePpm: 35_000, num, den, shares }).cents;
    expect(formatCents(of(4, 7))).toBe('240.00');
    expect(formatCents(of(5_714, 10_000))).toBe('239.99');
  });

  it('tells its steps as a line of arithmetic', () => {
    const { steps } = premiumOf({ sumInsuredCents: 1_200_000, ratePpm: 35_000, num: 4, den: 7, shares });
    expect(steps[0]).toEqual({ name: 'premium', how: '12000.00 × 3.5 % × 4 ÷ 7', cents: 24_000 });
    expect(steps.at(-1)).toEqual({ name: 'part_farmer', how: '240.00 × 20 %', cents: 4_800 });
  });
});

const cow: PayoutInputs = {
  sumInsuredCents: 1_200_000,
  payout: { kind: 'fixed' },
  months: 40,
  liabilityBp: 10_000,
  averageClause: false,
  deductibleBp: 0,
  cullPaidCents: 0,
  salvageCents: 0,
  paidBeforeCents: 0,
};
const calf: PayoutInputs = {
  ...cow,
  sumInsuredCents: 1_000_000,
  payout: { kind: 'ageLinear', baseCents: 300_000, stepCents: 80_000 },
};
const paid = (inputs: PayoutInputs) => formatCents(payoutOf(inputs).cents);

describe('R5, R6: payout of a head', () => {
  it.each([
    [0, '3000.00'],
    [1, '3800.00'],
    [5, '7000.00'],
    [8, '9400.00'],
    [9, '10000.00'],
    [12, '10000.00'],
  ])('calf of %i months: %s', (months, amount) => {
    expect(paid({ ...calf, months })).toBe(amount);
  });
  it.each([
    ['2026-02-27', 0],
    ['2026-02-28', 1],
    ['2026-03-30', 1],
    ['2026-03-31', 2],
  ])('born on 31 January, dead on %s: %i months', (on, months) => {
    expect(monthsBetween('2026-01-31', on)).toBe(months);
  });
  it('a cow, killed by order, and under the average clause', () => {
    expect(paid(cow)).toBe('12000.00');
    expect(paid({ ...cow, cullPaidCents: 300_000 })).toBe('9000.00');
    expect(paid({ ...cow, averageClause: true, insured: 7, eligible: 9 })).toBe('9333.33');
    expect(paid({ ...cow, averageClause: true, insured: 9, eligible: 7 })).toBe('12000.00');
  });
  it('a calf of 3 months with a tenth to bear; never below nothing, never above what is left', () => {
    expect(paid({ ...calf, months: 3, deductibleBp: 1_000 })).toBe('4860.00');
    expect(paid({ ...cow, cullPaidCents: 2_000_000 })).toBe('0.00');
    expect(paid({ ...cow, paidBeforeCents: 500_000 })).toBe('7000.00');
  });
  it('bands are rounded once, with everything that follows', () => {
    const bands = [
      { from: 0, to: 6, bp: 3_333 },
      { from: 6, to: null, bp: 10_000 },
    ];
    const banded = { ...cow, sumInsuredCents: 99_999, payout: { kind: 'ageBand', bands } as const, months: 5 };
    expect(payoutOf({ ...banded, deductibleBp: 1_000 }).cents).toBe(29_997);
  });
});

describe('R8: premium of the days left', () => {
  it('a fattening animal sold after 100 of 365 days', () => {
    const back = proRataOf({ premiumCents: 42_000, daysLeft: 265, days: 365, shares });
    expect(formatCents(back.cents)).toBe('304.93');
    expect(yuan(splitOf(back.cents, shares).map((one) => one.cents))).toEqual([
      '137.22',
      '76.23',
      '15.25',
      '15.25',
      '60.98',
    ]);
  });
});

describe('R2: splits', () => {
  it.each([
    ['304.93', [5_500, 3_000, 1_500], ['167.71', '91.48', '45.74']],
    ['100.01', [5_000, 3_000, 2_000], ['50.01', '30.00', '20.00']],
    ['100.01', [3_333, 3_333, 3_334], ['33.33', '33.33', '33.35']],
    ['999.99', [4_550, 3_333, 2_117], ['454.99', '333.30', '211.70']],
    ['0.01', [5_000, 5_000], ['0.01', '0.00']],
    ['0.07', [5_000, 3_000, 2_000], ['0.04', '0.02', '0.01']],
  ])('%s by %j', (amount, weights, parts) => {
    expect(yuan(splitCents(parseCents(amount), weights))).toEqual(parts);
  });

  it('100,000 of them: the parts are the whole, and a reversal is their negation', () => {
    const weights = fc.array(fc.integer({ min: 0, max: 10_000 }), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(fc.integer({ min: -1e12, max: 1e12 }), weights, (amount, of) => {
        fc.pre(of.some((one) => one > 0));
        const parts = splitCents(amount, of);
        return sumCents(parts) === amount && sumCents([...parts, ...reverse(parts)]) === 0;
      }),
      { numRuns: 100_000 },
    );
  });
});

describe('R15, R3: days and what a version may say', () => {
  it('a cover of 12 months ends the day before its anniversary', () => {
    expect(coverEnds('2026-03-01', 12)).toBe('2027-02-28');
    expect(coverEnds('2026-11-30', 3)).toBe('2027-02-27');
    expect(coverDays('2026-01-01', '2026-12-31')).toBe(365);
    expect(addMonths('2026-01-31', 1)).toBe('2026-02-28');
    expect(daysBetween('2026-01-01', addDays('2026-01-01', 265))).toBe(265);
  });
  it('bands have neither gap nor overlap, terms cost at most the year', () => {
    expect(
      bandsFit([
        { from: 0, to: 6 },
        { from: 6, to: null },
      ] as never),
    ).toBe(true);
    expect(
      bandsFit([
        { from: 0, to: 6 },
        { from: 7, to: null },
      ] as never),
    ).toBe(false);
    expect(
      bandsFit([
        { from: 0, to: 6 },
        { from: 5, to: null },
      ] as never),
    ).toBe(false);
    expect(bandsFit([{ from: 1, to: null }] as never)).toBe(false);
    expect(
      termsFit([
        { months: 12, num: 1, den: 1 },
        { months: 6, num: 4, den: 7 },
      ]),
    ).toBe(true);
    expect(termsFit([{ months: 12, num: 5, den: 4 }])).toBe(false);
  });
});
