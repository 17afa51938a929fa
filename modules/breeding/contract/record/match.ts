import type { SpeciesRules } from '../setting/parameters.ts';
import { daysBetween } from './days.ts';

export type Fit = 'normal' | 'early' | 'late' | 'noService' | 'noMatch';

export interface Served {
  readonly id: number;
  readonly servedOn: string;
  /** Of a sire that ran with the herd: the last day. */
  readonly servedUntil: string | null;
  readonly sireCode: string;
}

export interface Match {
  readonly fit: Fit;
  readonly serviceId: number | null;
  readonly sireCode: string | null;
  readonly sireCertain: boolean;
  readonly gestationDays: number | null;
}

export interface Window {
  readonly gestation: number;
  readonly normalDays: number;
  readonly acceptBefore: number;
  readonly acceptAfter: number;
}
export const windowOf = (rules: SpeciesRules, gestation?: number | null): Window => ({
  gestation: gestation ?? rules.gestation,
  normalDays: rules.normalDays,
  acceptBefore: rules.acceptBefore,
  acceptAfter: rules.acceptAfter,
});

/** Days a calf may have been carried: of a sire with the herd, from its last day to its first; nought where the day lies between. */
export function gestationOf(service: Served, calvedOn: string, wanted: number): number {
  const longest = daysBetween(service.servedOn, calvedOn);
  if (!service.servedUntil) return longest;
  const shortest = daysBetween(service.servedUntil, calvedOn);
  return Math.min(Math.max(wanted, shortest), longest);
}

export const isNormal = (days: number, window: Window): boolean =>
  Math.abs(days - window.gestation) <= window.normalDays;
export const isAccepted = (days: number, window: Window): boolean =>
  days >= window.gestation - window.acceptBefore && days <= window.gestation + window.acceptAfter;
export function fitOf(days: number, window: Window): Fit {
  if (isNormal(days, window)) return 'normal';
  if (!isAccepted(days, window)) return 'noMatch';
  return days < window.gestation ? 'early' : 'late';
}

/**
 * R28: of the services of a cycle, the latest in the normal window; else the nearest in the accepted one. R29: another sire
 * that fits as well leaves the father uncertain. A service somebody named is taken, if it lies in the accepted window.
 */
export function matchCalving(
  services: readonly Served[],
  calvedOn: string,
  window: Window,
  named?: number | null,
): Match {
  const judged = services.map((service) => {
    const days = gestationOf(service, calvedOn, window.gestation);
    return { service, days, off: Math.abs(days - window.gestation) };
  });
  const fitting = judged.filter(({ days }) => isNormal(days, window));
  const accepted = judged.filter(({ days }) => isAccepted(days, window));
  const byName = named ? accepted.find(({ service }) => service.id === named) : undefined;
  const latest = [...fitting].sort((a, b) => compare(b.service, a.service))[0];
  const nearest = [...accepted].sort((a, b) => a.off - b.off || compare(b.service, a.service))[0];
  const found = byName ?? latest ?? nearest;
  if (!found)
    return {
      fit: services.length === 0 ? 'noService' : 'noMatch',
      serviceId: null,
      sireCode: null,
      sireCertain: false,
      gestationDays: null,
    };
  const rival = fitting.some(({ service }) => service.sireCode !== found.service.sireCode);
  const heat = judged.some(
    ({ service, days }) =>
      service.sireCode !== found.service.sireCode && Math.abs(days - found.days) <= 2 && isAccepted(days, window),
  );
  return {
    fit: fitOf(found.days, window),
    serviceId: found.service.id,
    sireCode: found.service.sireCode,
    sireCertain: !rival && !heat,
    gestationDays: found.days,
  };
}

const compare = (a: Served, b: Served): number =>
  a.servedOn === b.servedOn ? a.id - b.id : a.servedOn < b.servedOn ? -1 : 1;
