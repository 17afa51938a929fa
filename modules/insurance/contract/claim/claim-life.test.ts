import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  afterStep,
  type ClaimState,
  type ClaimStep,
  claimStates,
  claimSteps,
  clockOf,
  ended,
  levelsFor,
  rankSurveyors,
  reminderAt,
  scoreOf,
} from './claim-life.ts';

const steps = Object.keys(claimSteps) as ClaimStep[];
const walk = (chosen: readonly ClaimStep[]): { state: ClaimState; taken: ClaimStep[] } => {
  let state: ClaimState = 'reported';
  const taken: ClaimStep[] = [];
  for (const step of chosen) {
    const next = afterStep(state, step);
    if (next === null) continue;
    state = next;
    taken.push(step);
  }
  return { state, taken };
};

describe('the life of a claim', () => {
  const lives = fc.array(fc.constantFrom(...steps), { maxLength: 60 });
  it('R38–R43: nothing is paid that was not surveyed, assessed, agreed, reviewed and approved since it was last taken up', () => {
    fc.assert(
      fc.property(lives, (chosen) => {
        const { taken } = walk(chosen);
        const paid = taken.lastIndexOf('pay');
        if (paid < 0) return;
        const start = Math.max(taken.lastIndexOf('reopen', paid), taken.lastIndexOf('resurvey', paid));
        const since = taken.slice(start + 1, paid);
        for (const step of ['assess', 'agree', 'submitReview', 'approve'] as const) expect(since).toContain(step);
        expect(taken.slice(0, paid)).toContain('submitSurvey');
      }),
      { numRuns: 20_000 },
    );
  });
  it('what was agreed is what is reviewed: whoever assesses again must be agreed with again', () => {
    fc.assert(
      fc.property(lives, (chosen) => {
        const { taken } = walk(chosen);
        const review = taken.lastIndexOf('submitReview');
        if (review >= 0)
          expect(taken.lastIndexOf('agree', review)).toBeGreaterThan(taken.lastIndexOf('assess', review));
      }),
      { numRuns: 20_000 },
    );
  });
  it('ends only where a claim ends, and from there only by being taken up again', () => {
    for (const state of claimStates) {
      const out = steps.filter((step) => afterStep(state, step) !== null);
      if (ended.includes(state)) expect(out).toEqual(['reopen']);
      else expect(out.length).toBeGreaterThan(0);
    }
  });
  it('every state is reached from the report, and every one can come to an end', () => {
    const next = (state: ClaimState) => steps.flatMap((step) => afterStep(state, step) ?? []);
    const reach = (from: ClaimState) => {
      const seen = new Set<ClaimState>([from]);
      for (const state of seen) for (const one of next(state)) seen.add(one);
      return seen;
    };
    expect([...reach('reported')].toSorted()).toEqual([...claimStates].toSorted());
    for (const state of claimStates) expect(reach(state).has('closed')).toBe(true);
  });
});

describe('clocks, levels and surveyors', () => {
  it('R32: hours of the clock; reminders at half and at 85 %', () => {
    const at = new Date('2026-02-17T09:00:00+08:00');
    const { dispatchDueAt, arriveDueAt } = clockOf(at, 30, 24);
    expect(dispatchDueAt).toEqual(new Date('2026-02-17T09:30:00+08:00'));
    expect(arriveDueAt).toEqual(new Date('2026-02-18T09:00:00+08:00'));
    expect(reminderAt(at, arriveDueAt, 50)).toEqual(new Date('2026-02-17T21:00:00+08:00'));
    expect(reminderAt(at, arriveDueAt, 85)).toEqual(new Date('2026-02-18T05:24:00+08:00'));
  });
  it('R39: 20,000.00 is one level’s, a cent more is two levels’', () => {
    const limits = [20_000, 100_000];
    expect([2_000_000, 2_000_001, 10_000_000, 10_000_001].map((cents) => levelsFor(cents, limits))).toEqual([
      1, 2, 2, 3,
    ]);
  });
  it('R33: same people in any order, same surveyor; nobody full or excluded', () => {
    const one = fc.record({
      staffId: fc.integer({ min: 1, max: 500 }),
      distanceKm: fc.option(fc.float({ min: 0, max: 300, noNaN: true })),
      open: fc.integer({ min: 0, max: 9 }),
      maxOpen: fc.constant(8),
      isExcluded: fc.boolean(),
    });
    fc.assert(
      fc.property(
        fc.uniqueArray(one, { selector: (s) => s.staffId, maxLength: 40 }),
        fc.infiniteStream(fc.nat()),
        (all, rest) => {
          const shuffled = all
            .map((s) => ({ s, key: rest.next().value as number }))
            .toSorted((a, b) => a.key - b.key)
            .map(({ s }) => s);
          const ranked = rankSurveyors(all);
          expect(rankSurveyors(shuffled)).toEqual(ranked);
          for (const [at, s] of ranked.entries()) {
            expect(s.isExcluded || s.open >= s.maxOpen).toBe(false);
            const next = ranked[at + 1];
            if (next) expect(scoreOf(s)).toBeLessThanOrEqual(scoreOf(next));
          }
        },
      ),
      { numRuns: 1_000 },
    );
  });
});
