import { describe, expect, it } from 'vitest';
import { judgeService, type ServiceAsk } from './judge.ts';

const now = Date.parse('2026-06-01T02:00:00Z');
const base: ServiceAsk = {
  cow: {
    animalId: 1,
    earTag: '215052100000715',
    species: 'cattle',
    breed: 'simmental',
    birthDate: '2022-01-01',
    ageMonths: 53,
    parity: 2,
    status: 'inStock',
    principalId: 1,
    holder: '',
    regionCode: 150521101200,
    region: '',
    motherTag: null,
    fatherCode: null,
    lastCalvedOn: '2026-02-01',
    cycleStatus: 'open',
    cycleNo: 3,
    heats: 0,
    lastServedOn: null,
    lastServedAt: null,
    lastSireCode: null,
    shotsInHeat: 0,
    checkDueOn: null,
    expectedOn: null,
    setAside: false,
    isMine: true,
  },
  rules: {
    firstServiceMonths: 15,
    calvingRefuseDays: 35,
    calvingAdviseDays: 50,
    sameHeatHours: 36,
    shotsPerHeat: 2,
    strawsPerShot: 2,
    cycleFrom: 17,
    cycleTo: 25,
    checkDue: 60,
    gestation: 285,
    kinRefusePct: 6.25,
    kinWarnPct: 3.125,
    backdateDays: 7,
  },
  servedAt: now - 3_600_000,
  now,
  method: 'frozenAi',
  sire: { code: 'A', status: 'active', species: 'cattle', heiferSafe: true, semenKind: 'conventional' },
  kinPct: 0,
  left: 5,
  straws: 1,
  wasted: 0,
  fits: 'neutral',
  hasHeat: true,
  mayBackdate: false,
};
const judged = (more: Partial<ServiceAsk>, cow: Partial<ServiceAsk['cow']> = {}) =>
  judgeService({ ...base, ...more, cow: { ...base.cow, ...cow } });
const refusedBy = (more: Partial<ServiceAsk>, cow: Partial<ServiceAsk['cow']> = {}) => judged(more, cow).refused?.code;

describe('a service is judged the same with and without a network', () => {
  it('passes where nothing speaks against it', () => {
    expect(judged({})).toMatchObject({ refused: null, heatNo: 1, shotNo: 1, warnings: [] });
  });
  it('R12 refuses the young, those who calved lately, and those set aside', () => {
    expect(refusedBy({}, { birthDate: '2025-06-01', parity: 0, lastCalvedOn: null })).toBe('tooYoung');
    expect(refusedBy({}, { lastCalvedOn: '2026-05-10' })).toBe('tooSoonAfterCalving');
    expect(judged({}, { lastCalvedOn: '2026-04-20' }).warnings).toContain('soonAfterCalving');
    expect(refusedBy({}, { setAside: true })).toBe('isAside');
  });
  it('R13 refuses outside the own villages', () => expect(refusedBy({}, { isMine: false })).toBe('notYourArea'));
  it('R14 refuses what the tank does not hold', () => {
    expect(refusedBy({ left: 1, wasted: 1 })).toBe('noStraw');
    expect(refusedBy({ straws: 3 })).toBe('strawsPerShot');
  });
  it('R15 refuses close kin whatever the method, and warns from half of it', () => {
    expect(refusedBy({ kinPct: 6.25 })).toBe('closeKin');
    expect(refusedBy({ kinPct: 25, method: 'natural' })).toBe('closeKin');
    expect(judged({ kinPct: 3.125 })).toMatchObject({ refused: null, warnings: ['kin'] });
  });
  it('R17 second shot, third refused, odd interval asks a reason', () => {
    const served = { cycleStatus: 'served', heats: 1, lastSireCode: 'A', shotsInHeat: 1 };
    const at = now - 13 * 3_600_000;
    expect(judged({}, { ...served, lastServedAt: at, lastServedOn: '2026-05-31' })).toMatchObject({
      heatNo: 1,
      shotNo: 2,
    });
    expect(refusedBy({}, { ...served, lastServedAt: at, lastServedOn: '2026-05-31', shotsInHeat: 2 })).toBe(
      'tooManyShots',
    );
    const odd = { ...served, lastServedAt: now - 10 * 86_400_000, lastServedOn: '2026-05-22' };
    expect(refusedBy({}, odd)).toBe('oddInterval');
    expect(judged({ intervalReason: '补配' }, odd)).toMatchObject({ refused: null, flags: ['oddInterval'] });
  });
  it('R18 refuses a pregnant cow', () => expect(refusedBy({}, { cycleStatus: 'pregnant' })).toBe('alreadyPregnant'));
  it('R19 another sire in the same heat needs a reason', () => {
    const cow = {
      cycleStatus: 'served',
      heats: 1,
      lastSireCode: 'B',
      shotsInHeat: 1,
      lastServedAt: now - 13 * 3_600_000,
      lastServedOn: '2026-05-31',
    };
    expect(refusedBy({}, cow)).toBe('secondSire');
    expect(refusedBy({ secondSireReason: 'x' }, cow)).toBeUndefined();
  });
  it('R20 not of tomorrow, and not longer ago than allowed', () => {
    expect(refusedBy({ servedAt: now + 3_600_000 })).toBe('dateRange');
    expect(refusedBy({ servedAt: now - 9 * 86_400_000 })).toBe('dateRange');
    expect(refusedBy({ servedAt: now - 9 * 86_400_000, mayBackdate: true })).toBeUndefined();
  });
  it('R11, R21, R22 suspended sires, warnings and flags', () => {
    expect(refusedBy({ sire: { ...base.sire, status: 'suspended' } })).toBe('sireSuspended');
    expect(judged({ fits: 'avoid', hasHeat: false })).toMatchObject({
      warnings: ['offDirection'],
      flags: ['offDirection', 'noHeatSeen'],
    });
    expect(judged({ sire: { ...base.sire, heiferSafe: false } }, { parity: 0, lastCalvedOn: null }).warnings).toContain(
      'hardCalving',
    );
  });
});
