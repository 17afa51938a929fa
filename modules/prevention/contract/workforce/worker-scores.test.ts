import { describe, expect, it } from 'vitest';
import {
  type Basis,
  bonusShare,
  coverageScore,
  gradeOf,
  monthsActive,
  payOf,
  qualityScore,
  quarterDays,
  recordsScore,
  timelyScore,
} from './worker-scores.ts';

describe('scores', () => {
  const random = (most: number) => Math.floor(Math.random() * (most + 1));
  const someBasis = (): Basis => {
    const [due, visits, samples] = [random(500), random(60), random(40)];
    return {
      due,
      done: random(due),
      visits,
      bad: random(visits),
      timely: random(visits),
      full: random(visits),
      samples,
      qualified: random(samples),
    };
  };
  const each = (check: (basis: Basis) => void) => {
    for (let n = 0; n < 2000; n += 1) check(someBasis());
  };

  it('stay inside their marks, whatever was counted', () => {
    each((basis) => {
      for (const [score, most] of [
        [coverageScore(basis), 40],
        [qualityScore(basis), 20],
        [timelyScore(basis), 15],
        [recordsScore(basis), 15],
      ] as const) {
        expect(score).toBeGreaterThanOrEqual(0);
        expect(score).toBeLessThanOrEqual(most);
      }
    });
  });

  it('never fall for more done, and never rise for one more bad sheet', () => {
    each((basis) => {
      const { due, done, visits, bad } = basis;
      if (done < due) expect(coverageScore({ ...basis, done: done + 1 })).toBeGreaterThanOrEqual(coverageScore(basis));
      if (bad < visits) expect(qualityScore({ ...basis, bad: bad + 1 })).toBeLessThanOrEqual(qualityScore(basis));
    });
  });

  it('are what the published formulas say', () => {
    const basis = { due: 200, done: 150, visits: 20, bad: 3, timely: 18, full: 15, samples: 14, qualified: 2 };
    expect(coverageScore(basis)).toBe(30);
    expect(qualityScore(basis)).toBe(17);
    expect(qualityScore({ ...basis, samples: 20, qualified: 14 })).toBe(15.5);
    expect(timelyScore(basis)).toBe(13.5);
    expect(recordsScore(basis)).toBe(11.3);
    const idle = { due: 10, done: 0, visits: 0, bad: 0, timely: 0, full: 0, samples: 0, qualified: 0 };
    expect([coverageScore(idle), qualityScore(idle), timelyScore(idle), recordsScore(idle)]).toEqual([0, 0, 0, 0]);
    expect(qualityScore({ ...idle, due: 0 })).toBe(20);
    expect([gradeOf(90), gradeOf(89.9), gradeOf(60), gradeOf(59.9)]).toEqual([
      'excellent',
      'qualified',
      'qualified',
      'failed',
    ]);
    expect(quarterDays(2026, 4)).toEqual(['2026-10-01', '2026-12-31']);
    expect(monthsActive(2026, 3, '2026-08-15', null)).toBe(2);
    expect(monthsActive(2026, 3, '2020-01-01', '2026-07-02')).toBe(1);
  });

  it('R49: pay is what its lines add up to, whatever the rates', () => {
    each(({ due, visits, samples }) => {
      const grade = (['excellent', 'qualified', 'failed'] as const)[random(2)] ?? 'failed';
      const pieces = [
        { what: 'seasonImmunise' as const, species: 'cattle', n: due },
        { what: 'tagWear' as const, species: null, n: visits },
      ];
      const rate = { seasonImmunise: 200 + samples, tagWear: 100, baseMonthly: 80_000, gradeBonus: 60_000 };
      const paid = payOf({ months: 3, pieces, grade }, (what) => rate[what as keyof typeof rate] ?? 0);
      expect(paid.totalCents).toBe(
        3 * 80_000 + due * (200 + samples) + visits * 100 + Math.round(60_000 * bonusShare[grade]),
      );
    });
  });
});
