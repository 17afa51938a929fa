import { type Shift, shifts } from '#modules/cure/contract/people/duty-slot.ts';

/** What is asked for, as far as it decides who answers. */
export interface Need {
  readonly species: string;
  readonly wants: string;
  readonly speak: string;
  readonly regionCode: number;
  /** The fields of its signs and suspected diseases; null where a tag belongs to none. */
  readonly fields: readonly (number | null)[];
  readonly principalId: number;
}

export interface Candidate {
  readonly expertId: number;
  readonly status: string;
  readonly species: readonly string[];
  readonly speaks: readonly string[];
  readonly fields: readonly number[];
  readonly regionCode: number;
  readonly unitId: number;
  readonly videoOk: boolean;
  readonly maxOpen: number;
  readonly open: number;
  /** Species of the shift that runs now; null where none does. */
  readonly dutySpecies: readonly string[] | null;
  readonly callOrder: number | null;
  readonly answersOutside: boolean;
  /** Declined this consult, or let its offer lapse. */
  readonly hadIt: boolean;
  /** Answered this holder within thirty days. */
  readonly knowsHolder: boolean;
  readonly lastOfferAt: string | null;
}

export type Parts = Readonly<
  Record<'speciality' | 'species' | 'continuity' | 'language' | 'nearness' | 'load', number>
>;
export interface Scored {
  readonly expertId: number;
  readonly score: number;
  readonly parts: Parts;
  readonly whyNot: string | null;
}

const hundredths = (n: number) => Math.round(n * 100) / 100;
const within = (code: number, other: number, width: number) => Math.floor(code / width) === Math.floor(other / width);

/** R9, R14: why somebody is not asked. */
export function whyNot(need: Need, one: Candidate): string | null {
  if (one.status !== 'active') return 'notActive';
  if (one.unitId === need.principalId) return 'conflict';
  const onDuty = one.dutySpecies !== null;
  const covers = (onDuty ? (one.dutySpecies as readonly string[]) : one.species).includes(need.species);
  if (!onDuty && !one.answersOutside) return 'notOnDuty';
  if (!covers) return 'otherSpecies';
  if (one.open >= one.maxOpen) return 'full';
  if (need.wants === 'video' && !one.videoOk) return 'noVideo';
  return one.hadIt ? 'hadIt' : null;
}

/** R9: how well somebody fits, in parts that are shown. */
export function partsOf(need: Need, one: Candidate): Parts {
  const covered = need.fields.filter((field) => field !== null && one.fields.includes(field)).length;
  return {
    speciality: need.fields.length === 0 ? 0 : hundredths((40 * covered) / need.fields.length),
    species: one.species[0] === need.species ? 10 : 0,
    continuity: one.knowsHolder ? 20 : 0,
    language: one.speaks.includes(need.speak) ? 10 : 0,
    nearness: within(one.regionCode, need.regionCode, 1e6) ? 10 : within(one.regionCode, need.regionCode, 1e8) ? 5 : 0,
    load: hundredths(10 * (1 - Math.min(one.open, one.maxOpen) / one.maxOpen)),
  };
}

/**
 * R9, R10: everybody who could be asked, the best first. A function of its inputs alone: ties go to whoever was asked longest ago, then to the lower id,
 * so the order in which the candidates were read does not matter.
 */
export function rank(need: Need, candidates: readonly Candidate[], isNight = false): Scored[] {
  const scored = candidates.map((one) => {
    const parts = partsOf(need, one);
    const score = hundredths(Object.values(parts).reduce((sum, part) => sum + part, 0));
    return { one, scored: { expertId: one.expertId, score, parts, whyNot: whyNot(need, one) } };
  });
  const asked = (one: Candidate) => (one.lastOfferAt === null ? 0 : Date.parse(one.lastOfferAt));
  // R13: by night down the list.
  const call = (one: Candidate) => (isNight ? (one.callOrder ?? 1000) : 0);
  return scored
    .toSorted(
      (a, b) =>
        Number(a.scored.whyNot !== null) - Number(b.scored.whyNot !== null) ||
        call(a.one) - call(b.one) ||
        b.scored.score - a.scored.score ||
        asked(a.one) - asked(b.one) ||
        a.one.expertId - b.one.expertId,
    )
    .map(({ scored: found }) => found);
}

export const best = (ranked: readonly Scored[]): Scored | null => ranked.find((one) => one.whyNot === null) ?? null;

/** The shift that runs at a moment, with the day it began on. */
export function shiftAt(at: Date): { shift: Shift; on: string } {
  const china = new Date(at.getTime() + 8 * 3_600_000);
  const hour = china.getUTCHours();
  const day = (time: Date) => time.toISOString().slice(0, 10);
  if (hour < shifts.early[0]) return { shift: 'night', on: day(new Date(china.getTime() - 86_400_000)) };
  const found = (Object.keys(shifts) as Shift[]).find((name) => hour >= shifts[name][0] && hour < shifts[name][1]);
  return { shift: found ?? 'night', on: day(china) };
}

/** R19: of a normal consult only the hours from six to ten in the evening count. */
export function dueAt(from: Date, minutes: number, urgency: string): Date {
  if (urgency !== 'normal') return new Date(from.getTime() + minutes * 60_000);
  const step = 60_000;
  let at = from.getTime();
  let left = minutes;
  while (left > 0) {
    const hour = new Date(at + 8 * 3_600_000).getUTCHours();
    const isDay = hour >= 6 && hour < 22;
    // A night is skipped in one step: to six in the morning.
    if (isDay) left -= 1;
    at += isDay ? step : nightLeft(at);
  }
  return new Date(at);
}

function nightLeft(at: number): number {
  const china = new Date(at + 8 * 3_600_000);
  const minutes = china.getUTCHours() * 60 + china.getUTCMinutes();
  const until = minutes >= 22 * 60 ? 30 * 60 - minutes : 6 * 60 - minutes;
  return until * 60_000 - (china.getUTCSeconds() * 1000 + china.getUTCMilliseconds());
}

export interface AskFacts {
  readonly redFlags: number;
  readonly headIll: number;
  readonly headDead: number;
  readonly headAtRisk: number | null;
  readonly urgency: string;
}
const ranks = ['normal', 'urgent', 'critical'];

/** R7: at least urgent where a sign, two dead or a tenth of the herd say so. */
export function urgencyOf(facts: AskFacts): { urgency: string; by: 'asker' | 'redFlag'; mustAnswer: boolean } {
  const isMany = facts.headIll >= 5 && facts.headAtRisk !== null && facts.headIll >= facts.headAtRisk * 0.1;
  const isRed = facts.redFlags > 0 || facts.headDead >= 2 || isMany;
  const raised = isRed && ranks.indexOf(facts.urgency) < 1;
  return { urgency: raised ? 'urgent' : facts.urgency, by: raised ? 'redFlag' : 'asker', mustAnswer: isRed };
}
