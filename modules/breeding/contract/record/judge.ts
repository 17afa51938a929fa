import { addDays, dayOf, daysBetween, monthsBetween } from './days.ts';
import type { Cow, ServiceRules } from './service.ts';

/** What speaks for and against a service; asked in the browser without a network and again by the server. */
export interface ServiceAsk {
  readonly cow: Cow;
  readonly rules: ServiceRules;
  readonly servedAt: number;
  readonly now: number;
  readonly method: string;
  readonly sire: {
    readonly code: string;
    readonly status: string;
    readonly species: string | null;
    readonly heiferSafe: boolean;
    readonly semenKind: string | null;
  };
  readonly kinPct: number;
  readonly left: number | null;
  readonly straws: number;
  readonly wasted: number;
  readonly fits: 'wanted' | 'neutral' | 'avoid';
  readonly hasHeat: boolean;
  readonly mayBackdate: boolean;
  readonly intervalReason?: string | null | undefined;
  readonly secondSireReason?: string | null | undefined;
}
export interface ServiceVerdict {
  readonly refused: { readonly code: string; readonly n?: number } | null;
  /** To be ticked before it is saved. */
  readonly warnings: readonly string[];
  readonly flags: readonly string[];
  readonly heatNo: number;
  readonly shotNo: number;
  readonly intervalDays: number | null;
  readonly watchFrom: string;
  readonly watchTo: string;
  readonly checkDueOn: string;
  readonly expectedOn: string;
}

const hour = 3_600_000;

export function judgeService(ask: ServiceAsk): ServiceVerdict {
  const { cow, rules, servedAt, now, sire } = ask;
  const day = dayOf(servedAt);
  const isSameHeat =
    cow.lastServedAt !== null &&
    cow.cycleStatus === 'served' &&
    servedAt >= cow.lastServedAt &&
    servedAt - cow.lastServedAt <= rules.sameHeatHours * hour;
  const heatNo = isSameHeat ? Math.max(1, cow.heats) : cow.heats + 1;
  const shotNo = isSameHeat ? cow.shotsInHeat + 1 : 1;
  const intervalDays = cow.lastServedOn && cow.heats > 0 ? daysBetween(cow.lastServedOn, day) : null;
  const isOdd = !isSameHeat && intervalDays !== null && intervalDays < 60 && !isOneOrTwo(intervalDays, rules);
  const warnings: string[] = [];
  const flags: string[] = [];
  const sinceCalving = cow.lastCalvedOn ? daysBetween(cow.lastCalvedOn, day) : null;
  const refused = refusalOf(ask, { day, shotNo, isSameHeat, isOdd, sinceCalving });
  if (sinceCalving !== null && sinceCalving >= rules.calvingRefuseDays && sinceCalving < rules.calvingAdviseDays)
    warnings.push('soonAfterCalving');
  if (ask.kinPct >= rules.kinWarnPct && ask.kinPct < rules.kinRefusePct) warnings.push('kin');
  if (ask.fits === 'avoid') warnings.push('offDirection');
  if (!sire.heiferSafe && cow.parity === 0) warnings.push('hardCalving');
  if (sire.semenKind && sire.semenKind !== 'conventional' && heatNo >= 3) warnings.push('sexedLate');
  if (isOdd) flags.push('oddInterval');
  if (ask.fits === 'avoid') flags.push('offDirection');
  if (!ask.hasHeat && ask.method !== 'natural') flags.push('noHeatSeen');
  const clock = new Date(servedAt + 8 * hour).getUTCHours();
  if (clock >= 22 || clock < 5) flags.push('night');
  return {
    refused: now + 5 * 60_000 < servedAt ? { code: 'dateRange' } : refused,
    warnings,
    flags,
    heatNo,
    shotNo,
    intervalDays,
    watchFrom: addDays(day, rules.cycleFrom),
    watchTo: addDays(day, rules.cycleTo),
    checkDueOn: addDays(day, rules.checkDue),
    expectedOn: addDays(day, rules.gestation),
  };
}

/** R17: one cycle after the last, or two. */
const isOneOrTwo = (days: number, { cycleFrom, cycleTo }: ServiceRules): boolean =>
  (days >= cycleFrom && days <= cycleTo) || (days >= 2 * cycleFrom && days <= 2 * cycleTo);

function refusalOf(
  ask: ServiceAsk,
  at: { day: string; shotNo: number; isSameHeat: boolean; isOdd: boolean; sinceCalving: number | null },
): ServiceVerdict['refused'] {
  const { cow, rules, sire } = ask;
  const latest = ask.mayBackdate ? 30 : rules.backdateDays;
  if (cow.status !== 'inStock') return { code: 'notInStock' };
  if (cow.setAside) return { code: 'isAside' };
  if (!cow.isMine) return { code: 'notYourArea' };
  if (sire.species !== null && sire.species !== cow.species) return { code: 'otherSpecies' };
  if (sire.status === 'suspended' || sire.status === 'draft') return { code: 'sireSuspended' };
  if (daysBetween(at.day, dayOf(ask.now)) > latest) return { code: 'dateRange' };
  if (cow.lastCalvedOn && at.day < cow.lastCalvedOn) return { code: 'dateRange' };
  const months = monthsBetween(cow.birthDate, at.day);
  if (cow.parity === 0 && months < rules.firstServiceMonths) return { code: 'tooYoung', n: rules.firstServiceMonths };
  if (cow.cycleStatus === 'pregnant') return { code: 'alreadyPregnant' };
  if (at.sinceCalving !== null && at.sinceCalving < rules.calvingRefuseDays)
    return { code: 'tooSoonAfterCalving', n: rules.calvingRefuseDays };
  if (at.shotNo > rules.shotsPerHeat) return { code: 'tooManyShots', n: rules.shotsPerHeat };
  if (ask.kinPct >= rules.kinRefusePct) return { code: 'closeKin' };
  if (ask.method === 'frozenAi' && (ask.left === null || ask.left < ask.straws + ask.wasted))
    return { code: 'noStraw' };
  if (ask.method === 'frozenAi' && (ask.straws < 1 || ask.straws > rules.strawsPerShot))
    return { code: 'strawsPerShot', n: rules.strawsPerShot };
  if (at.isSameHeat && cow.lastSireCode !== sire.code && !ask.secondSireReason) return { code: 'secondSire' };
  if (at.isOdd && !ask.intervalReason) return { code: 'oddInterval' };
  return null;
}
