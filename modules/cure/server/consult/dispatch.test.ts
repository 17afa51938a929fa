import { describe, expect, test } from 'vitest';
import { best, type Candidate, dueAt, type Need, rank, shiftAt, urgencyOf } from './dispatch.ts';

const need: Need = {
  species: 'cattle',
  wants: 'text',
  speak: 'zh',
  regionCode: 150521101200,
  fields: [1, 2, null],
  principalId: 900,
};
const expert = (expertId: number, more: Partial<Candidate> = {}): Candidate => ({
  expertId,
  status: 'active',
  species: ['cattle'],
  speaks: ['zh'],
  fields: [1],
  regionCode: 150521000000,
  unitId: 5,
  videoOk: true,
  maxOpen: 8,
  open: 2,
  dutySpecies: ['cattle'],
  callOrder: null,
  answersOutside: false,
  hadIt: false,
  knowsHolder: false,
  lastOfferAt: null,
  ...more,
});

/** The same sequence at every run. */
function shuffles(n: number) {
  let state = 7;
  const next = () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return state / 4_294_967_296;
  };
  return Array.from(
    { length: n },
    () =>
      <T>(list: readonly T[]) =>
        list
          .map((one) => [next(), one] as const)
          .sort(([a], [b]) => a - b)
          .map(([, one]) => one),
  );
}

describe('dispatch', () => {
  test('R10 the same inputs give the same expert in 1,000 shuffles', () => {
    const people = [
      ...Array.from({ length: 12 }, (_, at) =>
        expert(at + 1, { lastOfferAt: `2026-11-0${(at % 3) + 1}T00:00:00Z`, open: at % 3 }),
      ),
      expert(40, { fields: [1, 2], knowsHolder: true, lastOfferAt: '2026-11-02T00:00:00Z' }),
      expert(41, { fields: [1, 2], knowsHolder: true, lastOfferAt: '2026-11-01T00:00:00Z' }),
      expert(42, { fields: [1, 2], knowsHolder: true, lastOfferAt: '2026-11-01T00:00:00Z' }),
    ];
    const first = rank(need, people);
    for (const mix of shuffles(1000)) expect(rank(need, mix(people))).toEqual(first);
    // Equal scores: asked longest ago, then the lower id.
    expect(first.slice(0, 3).map((one) => one.expertId)).toEqual([41, 42, 40]);
  });

  test('R9 the parts of the score are told and add up', () => {
    const [one] = rank(need, [expert(1, { fields: [1, 2], knowsHolder: true, open: 4 })]);
    expect(one?.parts).toEqual({ speciality: 26.67, species: 10, continuity: 20, language: 10, nearness: 10, load: 5 });
    expect(one?.score).toBe(81.67);
  });

  test('R9, R14 nobody is asked off duty, full, without video, for their own unit, or twice', () => {
    const why = (more: Partial<Candidate>, other: Partial<Need> = {}) =>
      rank({ ...need, ...other }, [expert(1, more)])[0]?.whyNot;
    expect(why({})).toBeNull();
    expect(why({ dutySpecies: null })).toBe('notOnDuty');
    expect(why({ dutySpecies: null, answersOutside: true })).toBeNull();
    expect(why({ dutySpecies: ['sheep'] })).toBe('otherSpecies');
    expect(why({ open: 8 })).toBe('full');
    expect(why({ videoOk: false }, { wants: 'video' })).toBe('noVideo');
    expect(why({ unitId: 900 })).toBe('conflict');
    expect(why({ hadIt: true })).toBe('hadIt');
    expect(best(rank(need, [expert(1, { hadIt: true })]))).toBeNull();
  });

  test('R13 by night the list is called in its order', () => {
    const people = [expert(1, { callOrder: 2, fields: [1, 2] }), expert(2, { callOrder: 1, fields: [] })];
    expect(best(rank(need, people, true))?.expertId).toBe(2);
    expect(best(rank(need, people))?.expertId).toBe(1);
    expect(shiftAt(new Date('2026-11-17T15:00:00Z'))).toEqual({ shift: 'night', on: '2026-11-17' });
    expect(shiftAt(new Date('2026-11-17T20:00:00Z'))).toEqual({ shift: 'night', on: '2026-11-17' });
    expect(shiftAt(new Date('2026-11-17T22:30:00Z'))).toEqual({ shift: 'early', on: '2026-11-18' });
  });

  test('R7 a red flag, two dead or a tenth of the herd raise the urgency', () => {
    const facts = { redFlags: 0, headIll: 1, headDead: 0, headAtRisk: 100, urgency: 'normal' };
    expect(urgencyOf(facts)).toEqual({ urgency: 'normal', by: 'asker', mustAnswer: false });
    expect(urgencyOf({ ...facts, redFlags: 1 })).toEqual({ urgency: 'urgent', by: 'redFlag', mustAnswer: true });
    expect(urgencyOf({ ...facts, headDead: 2 }).urgency).toBe('urgent');
    expect(urgencyOf({ ...facts, headIll: 9 }).urgency).toBe('normal');
    expect(urgencyOf({ ...facts, headIll: 10 }).urgency).toBe('urgent');
    expect(urgencyOf({ ...facts, redFlags: 1, urgency: 'critical' })).toMatchObject({
      urgency: 'critical',
      by: 'asker',
    });
  });

  test('R19 of a normal consult only duty hours count', () => {
    // 21:00 in China: one hour today, three tomorrow from six.
    expect(dueAt(new Date('2026-11-17T13:00:00Z'), 240, 'normal').toISOString()).toBe('2026-11-18T01:00:00.000Z');
    expect(dueAt(new Date('2026-11-17T13:00:00Z'), 30, 'urgent').toISOString()).toBe('2026-11-17T13:30:00.000Z');
  });
});
