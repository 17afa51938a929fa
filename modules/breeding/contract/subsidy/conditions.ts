import { addDays, daysBetween } from '../record/days.ts';
import type { CalfParams, CowParams, SemenParams, ServiceParams, SubsidyKind } from './rule-params.ts';

/** What is known of a record that might be paid for; every value a condition or the sum reads stands here. */
export interface Facts {
  readonly [name: string]: string | number | boolean | null | readonly string[];
}
export interface Condition {
  /** The reason it is left out by, where it is not met. */
  readonly code: string;
  readonly met: boolean;
  readonly wanted: string | null;
  readonly found: string | null;
}
type Check = readonly [code: string, met: boolean, wanted?: unknown, found?: unknown];

const told = (value: unknown): string | null => (value === undefined || value === null ? null : String(value));
const all = (checks: readonly Check[]): Condition[] =>
  checks.map(([code, met, wanted, found]) => ({ code, met, wanted: told(wanted), found: told(found) }));

/** R43, common to all kinds: recorded in time, not voided, not in doubt, in no other batch. */
const common = (facts: Facts, cutAt: string): Check[] => [
  ['voided', facts.voided !== true],
  ['questioned', facts.questioned !== true],
  ['recordedLate', Date.parse(String(facts.recordedAt)) <= Date.parse(cutAt), cutAt, facts.recordedAt],
  ['otherBatch', !facts.otherBatch, null, facts.otherBatch],
];

/** R44, in the order in which somebody would ask. */
function calf(facts: Facts, params: CalfParams, cutAt: string): Check[] {
  const born = String(facts.bornOn);
  const cut = new Date(Date.parse(cutAt) + 8 * 3_600_000).toISOString().slice(0, 10);
  const aliveUntil = addDays(born, params.aliveDays);
  const isAlive = facts.alive === true && (facts.endedOn === null || String(facts.endedOn) >= aliveUntil);
  const tagDays = facts.taggedOn ? daysBetween(born, String(facts.taggedOn)) : null;
  const isAi = facts.method === 'frozenAi' || facts.method === 'freshAi';
  const lacking = params.immunised.filter((one) => !((facts.immunised ?? []) as readonly string[]).includes(one));
  const fit = String(facts.fit);
  return [
    ...common(facts, cutAt),
    ['boughtCalf', facts.source !== 'bought'],
    ['damNotEligible', facts.damEligible === true, params.roundId, facts.damEligible],
    ['damNotConfirmed', facts.sheetStatus === 'confirmed', 'confirmed', facts.sheetStatus],
    ['holderChanged', facts.holderId === facts.sheetHolderId, facts.sheetHolderId, facts.holderId],
    ['belowMinCows', Number(facts.cows ?? 0) >= params.minCows, params.minCows, facts.cows],
    ['noService', !params.aiOnly || fit !== 'noService', 'normal', fit],
    ['noMatch', !params.aiOnly || fit !== 'noMatch', 'normal', fit],
    ['notAi', !params.aiOnly || fit === 'noService' || fit === 'noMatch' || isAi, 'frozenAi', facts.method],
    ['tagLate', tagDays !== null && tagDays <= params.tagWithinDays, params.tagWithinDays, tagDays],
    ['notAlive', isAlive && cut >= aliveUntil, params.aliveDays, facts.endedOn ?? (cut < aliveUntil ? cut : null)],
    ['notImmunised', lacking.length === 0, params.immunised.join(' '), lacking.join(' ')],
    ['notVerified', facts.needsVerify !== true || facts.calvingStatus === 'verified', 'verified', facts.calvingStatus],
    ['overStraws', Number(facts.nthOfCow ?? 1) <= params.maxPerCowYear, params.maxPerCowYear, facts.nthOfCow],
  ];
}
function cow(facts: Facts, params: CowParams, cutAt: string): Check[] {
  return [
    ...common(facts, cutAt),
    ['damNotEligible', facts.eligible === true],
    ['damNotConfirmed', facts.sheetStatus === 'confirmed', 'confirmed', facts.sheetStatus],
    ['belowMinCows', Number(facts.cows ?? 0) >= params.minCows, params.minCows, facts.cows],
    ['overStraws', !params.maxCows || Number(facts.nth ?? 1) <= params.maxCows, params.maxCows ?? null, facts.nth],
  ];
}
function semen(facts: Facts, params: SemenParams, cutAt: string): Check[] {
  return [
    ...common(facts, cutAt),
    ['notAi', facts.method === 'frozenAi', 'frozenAi', facts.method],
    ['sireNotListed', facts.listed === true, params.listingScheme, facts.sireCode],
    [
      'wrongBreed',
      params.breeds.length === 0 || params.breeds.includes(String(facts.breed)),
      params.breeds,
      facts.breed,
    ],
    ['overStraws', Number(facts.nthStraw) <= params.maxStrawsPerCowYear, params.maxStrawsPerCowYear, facts.nthStraw],
  ];
}
function service(facts: Facts, params: ServiceParams, cutAt: string): Check[] {
  return [
    ...common(facts, cutAt),
    [
      'methodNotCounted',
      (params.methods as string[]).includes(String(facts.checkMethod)),
      params.methods,
      facts.checkMethod,
    ],
    ['noService', facts.serviceId !== null],
  ];
}

export function conditionsOf(kind: SubsidyKind, facts: Facts, params: unknown, cutAt: string): Condition[] {
  if (kind === 'calf') return all(calf(facts, params as CalfParams, cutAt));
  if (kind === 'baseCow') return all(cow(facts, params as CowParams, cutAt));
  if (kind === 'semen') return all(semen(facts, params as SemenParams, cutAt));
  return all(service(facts, params as ServiceParams, cutAt));
}

/** What one record is worth by a version of the rule, in cents. */
export function unitOf(kind: SubsidyKind, facts: Facts, params: unknown): number {
  if (kind === 'calf') return (params as CalfParams).perCalfCents;
  if (kind === 'baseCow') return (params as CowParams).perCowCents;
  if (kind === 'semen') return (params as SemenParams).perStrawCents;
  const { perFirstHeatCents, perLaterHeatCents } = params as ServiceParams;
  return Number(facts.heatNo) === 1 ? perFirstHeatCents : perLaterHeatCents;
}
export const recordKindOf = {
  calf: 'calf',
  baseCow: 'censusCow',
  semen: 'insemination',
  service: 'pregnancy',
} as const;
