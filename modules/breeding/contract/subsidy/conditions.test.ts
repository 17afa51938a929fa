import { describe, expect, it } from 'vitest';
import { conditionsOf, type Facts, unitOf } from './conditions.ts';
import { ruleParams } from './rule-params.ts';

const params = ruleParams.calf.parse({ perCalfCents: 60_000, roundId: 1, minCows: 3 });
const facts: Facts = {
  bornOn: '2026-04-01',
  alive: true,
  endedOn: null,
  taggedOn: '2026-04-20',
  source: 'born',
  fit: 'normal',
  method: 'frozenAi',
  calvingStatus: 'verified',
  needsVerify: true,
  voided: false,
  questioned: false,
  recordedAt: '2026-04-02T00:00:00Z',
  otherBatch: null,
  damEligible: true,
  sheetStatus: 'confirmed',
  holderId: 7,
  sheetHolderId: 7,
  cows: 12,
  nthOfCow: 1,
  immunised: [],
};
const cut = '2026-09-01T00:00:00Z';
const firstOf = (more: Facts, cutAt = cut) =>
  conditionsOf('calf', { ...facts, ...more } as Facts, params, cutAt).find((one) => !one.met)?.code;

describe('R44 what a calf must meet', () => {
  it('is paid when all is met', () => {
    expect(firstOf({})).toBeUndefined();
    expect(unitOf('calf', facts, params)).toBe(60_000);
  });
  it.each([
    ['tagLate', { taggedOn: '2026-05-11' }],
    ['tagLate', { taggedOn: null }],
    ['noMatch', { fit: 'noMatch', method: null }],
    ['noService', { fit: 'noService', method: null }],
    ['notAi', { method: 'natural' }],
    ['damNotEligible', { damEligible: false }],
    ['damNotConfirmed', { sheetStatus: 'publicised' }],
    ['holderChanged', { holderId: 8 }],
    ['belowMinCows', { cows: 2 }],
    ['notAlive', { endedOn: '2026-04-15' }],
    ['notVerified', { calvingStatus: 'reported' }],
    ['boughtCalf', { source: 'bought' }],
    ['voided', { voided: true }],
    ['questioned', { questioned: true }],
    ['otherBatch', { otherBatch: 'BB1' }],
    ['overStraws', { nthOfCow: 3 }],
  ] as const)('says %s', (reason, more) => expect(firstOf(more as unknown as Facts)).toBe(reason));
  it('R43 what was recorded after the cut does not count', () =>
    expect(firstOf({ recordedAt: '2026-09-02T00:00:00Z' })).toBe('recordedLate'));
  it('waits until the calf is old enough', () => expect(firstOf({}, '2026-04-25T00:00:00Z')).toBe('notAlive'));
  it('asks for the immunisations the rule names', () => {
    const strict = ruleParams.calf.parse({ perCalfCents: 1, roundId: 1, minCows: 3, immunised: ['fmd'] });
    const told = conditionsOf('calf', facts, strict, cut).find((one) => !one.met);
    expect(told).toMatchObject({ code: 'notImmunised', found: 'fmd' });
  });
});
