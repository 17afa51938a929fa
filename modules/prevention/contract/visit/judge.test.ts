import { describe, expect, it } from 'vitest';
import { addDays, dayNumber, dosesPerHead, type JudgedAnimal, judgeShot, type Programme } from './judge.ts';

const on = '2026-11-16';
const programme: Programme = { minAgeDays: 90, minGapDays: 21, banOn: ['breedingStock'] };
const vaccine = { diseaseCodes: ['fmd'], species: ['cattle'], isLive: false, apartDays: 0 };
const live = { ...vaccine, isLive: true, apartDays: 14 };
const animal = (change: Partial<JudgedAnimal> = {}): JudgedAnimal => ({
  species: 'cattle',
  birthDate: '2024-01-01',
  breedingUse: false,
  bans: [],
  immunity: {},
  liveOn: [],
  ...change,
});
const judge = (one: JudgedAnimal, given: { emergency?: boolean; otherLive?: boolean; vaccine?: typeof vaccine } = {}) =>
  judgeShot(one, given.vaccine ?? vaccine, () => programme, {
    on,
    emergency: given.emergency ?? false,
    otherLive: given.otherLive ?? false,
  });
const shot = (days: number, shots = 2, boosterDueOn: string | null = null) => ({
  fmd: { lastOn: addDays(on, -days), shots, boosterDueOn },
});

describe('whether an animal may have a shot', () => {
  it('R13: over every gap, it is too soon exactly while fewer days have passed than the programme asks', () => {
    for (let days = 0; days <= 60; days += 1) {
      expect(judge(animal({ immunity: shot(days) }))?.code ?? null).toBe(days < 21 ? 'tooSoon' : null);
      expect(judge(animal({ immunity: shot(days) }), { emergency: true })?.code ?? null).toBe(
        days < 30 ? 'tooSoon' : null,
      );
    }
  });

  it('R13: a booster may come up to seven days early, and only after the first shot ever', () => {
    for (let early = 0; early <= 15; early += 1) {
      const due = addDays(on, early);
      expect(judge(animal({ immunity: shot(10, 1, due) }))?.code ?? null).toBe(early <= 7 ? null : 'tooSoon');
      expect(judge(animal({ immunity: shot(10, 2, due) }))?.code).toBe('tooSoon');
    }
  });

  it('R14: too young by so many days, on the day it is of age no longer', () => {
    for (let age = 0; age <= 120; age += 1) {
      const no = judge(animal({ birthDate: addDays(on, -age) }));
      expect(no).toEqual(age < 90 ? { code: 'tooYoung', n: 90 - age } : null);
    }
  });

  it('R14: what the programme forbids is refused, and a species the vaccine is not for', () => {
    expect(judge(animal({ breedingUse: true }))).toEqual({ code: 'banned' });
    expect(judge(animal({ species: 'sheep' }))).toEqual({ code: 'banned' });
  });

  it('R15: two live vaccines keep their distance, also in one visit', () => {
    for (let days = 0; days <= 30; days += 1)
      expect(judge(animal({ liveOn: [addDays(on, -days)] }), { vaccine: live })?.code ?? null).toBe(
        days < 14 ? 'tooClose' : null,
      );
    expect(judge(animal(), { vaccine: live, otherLive: true })?.code).toBe('tooClose');
    expect(judge(animal({ liveOn: [on] }))).toBeNull();
  });

  it('never minds what it is not about: other diseases leave the judgement as it is', () => {
    for (let days = 0; days <= 40; days += 1)
      expect(
        judge(animal({ immunity: { ppr: { lastOn: addDays(on, -days), shots: 1, boosterDueOn: null } } })),
      ).toBeNull();
  });
});

it('days are counted as days, over months and years', () => {
  for (let n = -800; n <= 800; n += 37) expect(dayNumber(addDays(on, n)) - dayNumber(on)).toBe(n);
});

it('doses are those of the stage, else of the species, else one', () => {
  const doses = { cattle: { dosesPerHead: 5 }, 'cattle/calf': { dosesPerHead: 2 } };
  expect(['calf', 'cow'].map((stage) => dosesPerHead(doses, 'cattle', stage))).toEqual([2, 5]);
  expect(dosesPerHead(doses, 'sheep', 'ewe')).toBe(1);
});
