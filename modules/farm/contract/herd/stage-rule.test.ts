import { describe, expect, it } from 'vitest';
import { type StageFacts, type StageRule, stageFor } from './stage-rule.ts';
import { schemeCodeOf, standardSchemes, usualPurpose } from './standards.ts';

const rulesOf = (code: string): (StageRule & { name: string })[] =>
  (standardSchemes.find((one) => one.code === code)?.stages ?? []).map((one, at) => ({
    id: at + 1,
    name: one.name,
    enterWhen: one.enterWhen as StageRule['enterWhen'],
    enterFrom: one.enterFrom ?? null,
    event: one.event ?? null,
    maxDays: one.maxDays ?? null,
    auto: true,
  }));
const plain: StageFacts = {
  ageDays: 900,
  kg: null,
  weaned: true,
  served: false,
  gestationDay: null,
  daysToCalving: null,
  daysSinceCalving: null,
  currentId: null,
  daysInStage: 0,
};
const nameIn = (code: string, facts: Partial<StageFacts>) => {
  const rules = rulesOf(code);
  const found = stageFor(rules, { ...plain, ...facts });
  return rules.find((one) => one.id === found?.id)?.name ?? null;
};

describe('R5 stages of a breeding female', () => {
  it.each([
    [{}, '空怀'],
    [{ served: true }, '配后'],
    [{ gestationDay: 60, daysToCalving: 225 }, '妊娠前期'],
    [{ gestationDay: 91, daysToCalving: 194 }, '妊娠中期'],
    [{ gestationDay: 211, daysToCalving: 74 }, '妊娠后期'],
    [{ gestationDay: 264, daysToCalving: 21 }, '围产'],
    [{ daysSinceCalving: 0 }, '哺乳'],
    [{ daysSinceCalving: 60, served: true }, '哺乳'],
    // Pregnant again while she still nurses: early pregnancy gives way to the calf, late pregnancy does not.
    [{ daysSinceCalving: 151, served: true }, '配后'],
  ])('%j is %s', (facts, name) => expect(nameIn('cow', facts)).toBe(name));
});

describe('R5 stages of a growing animal', () => {
  it('stays in transition for its days, however heavy it is', () => {
    expect(nameIn('fattening', { kg: 420 })).toBe('过渡');
    expect(nameIn('fattening', { kg: 420, currentId: 1, daysInStage: 14 })).toBe('过渡');
  });
  it('goes on by weight, over several stages at once', () => {
    expect(nameIn('fattening', { kg: 349.9, currentId: 2, daysInStage: 30 })).toBe('前期');
    expect(nameIn('fattening', { kg: 350, currentId: 2, daysInStage: 30 })).toBe('中期');
    expect(nameIn('fattening', { kg: 655, currentId: 2, daysInStage: 30 })).toBe('待出栏');
  });
  it('never goes back by itself', () => {
    expect(nameIn('fattening', { kg: 300, currentId: 4, daysInStage: 3 })).toBe('后期');
  });
  it('waits for the weaning of a calf', () => {
    expect(nameIn('calf', { ageDays: 5, weaned: false })).toBe('新生');
    expect(nameIn('calf', { ageDays: 160, weaned: false, currentId: 2, daysInStage: 150 })).toBe('哺乳');
    expect(nameIn('calf', { ageDays: 160, weaned: true, currentId: 2, daysInStage: 150 })).toBe('断奶过渡');
    expect(nameIn('calf', { ageDays: 175, weaned: true, currentId: 3, daysInStage: 14 })).toBe('育成');
  });
});

it('R1 puts an animal into a purpose and a scheme when nobody says which', () => {
  const purpose = (species: string, sex: string, ageDays: number, parity = 0) =>
    usualPurpose({ species, sex, ageDays, parity });
  expect(purpose('cattle', 'female', 900)).toBe('breeding');
  expect(purpose('cattle', 'male', 400)).toBe('fattening');
  expect(purpose('cattle', 'female', 100)).toBe('rearing');
  expect(schemeCodeOf('cattle', 'breeding')).toBe('cow');
  expect(schemeCodeOf('goat', 'breeding')).toBe('ewe');
  expect(schemeCodeOf('sheep', 'fattening')).toBe('lamb');
});
