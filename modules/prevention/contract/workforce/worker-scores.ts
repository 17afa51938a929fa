import { factorOf, sumCents, times } from '#kit/contract/money.ts';

/**
 * R49 and the quarter's five scores, as they are published: on the page, in the module's README and in decision 17. Nothing else decides what a worker is
 * worth; whoever doubts a score can work it out from the numbers beside it.
 */

export const scoreMost = { coverage: 40, quality: 20, timely: 15, records: 15, other: 10 } as const;
export type ScoreName = keyof typeof scoreMost;
export const scoreNames = Object.keys(scoreMost) as readonly ScoreName[];

/** So many days after the visit a record is still in time. */
export const timelyDays = 2;
/** A season that only touches a quarter does not judge it. */
export const fewestSeasonDays = 14;
/** Fewer samples say nothing about a worker. */
export const fewestSamples = 15;

/** What a quarter left behind, counted. */
export interface Basis {
  /** Of the villages in charge: the season's due and done heads, or the make-up plan's where the quarter has no season. */
  readonly due: number;
  readonly done: number;
  /** Sheets told, those taken back later included. */
  readonly visits: number;
  /** Of them voided, or with suspicion nobody has cleared. */
  readonly bad: number;
  readonly timely: number;
  /** With signature, place and photos. */
  readonly full: number;
  /** Antibody results released for the villages in charge. */
  readonly samples: number;
  readonly qualified: number;
}

const tenth = (n: number) => Math.round(n * 10) / 10;

/** Without a single visit there is nothing to praise, unless there was nothing to do. */
function share(good: number, { visits, due }: Basis): number {
  if (visits > 0) return good / visits;
  return due > 0 ? 0 : 1;
}

/** done ÷ due × 40; nothing due is nothing left undone. */
export const coverageScore = ({ due, done }: Basis): number =>
  tenth(scoreMost.coverage * (due > 0 ? Math.min(1, done / due) : 1));

/** 20 × (1 − bad ÷ visits); from 15 samples on half of it, the other half the antibody rate. */
export function qualityScore(basis: Basis): number {
  const clean = share(basis.visits - basis.bad, basis);
  const worth = basis.samples >= fewestSamples ? (clean + basis.qualified / basis.samples) / 2 : clean;
  return tenth(scoreMost.quality * worth);
}

/** Visits recorded within two days ÷ visits × 15. */
export const timelyScore = (basis: Basis): number => tenth(scoreMost.timely * share(basis.timely, basis));

/** Visits with signature, place and photos ÷ visits × 15. */
export const recordsScore = (basis: Basis): number => tenth(scoreMost.records * share(basis.full, basis));

export type Grade = 'excellent' | 'qualified' | 'failed';
export const gradeOf = (total: number): Grade => (total >= 90 ? 'excellent' : total >= 60 ? 'qualified' : 'failed');

/** How much of the bonus a grade is worth. */
export const bonusShare: Readonly<Record<Grade, number>> = { excellent: 1, qualified: 0.5, failed: 0 };

/** First and last day of a quarter. */
export function quarterDays(year: number, quarter: number): readonly [from: string, to: string] {
  const day = (month: number, date: number) => new Date(Date.UTC(year, month, date)).toISOString().slice(0, 10);
  return [day(quarter * 3 - 3, 1), day(quarter * 3, 0)];
}

/** Months of the quarter with at least one day at work. */
export function monthsActive(year: number, quarter: number, hiredOn: string, leftOn: string | null): number {
  const months = [quarter * 3 - 2, quarter * 3 - 1, quarter * 3].map((n) => `${year}-${String(n).padStart(2, '0')}`);
  return months.filter((month) => hiredOn.slice(0, 7) <= month && (leftOn === null || leftOn.slice(0, 7) >= month))
    .length;
}

export const payKinds = ['seasonImmunise', 'routineImmunise', 'tagWear', 'sampling', 'censusSheet'] as const;
export type PayKind = (typeof payKinds)[number] | 'baseMonthly' | 'gradeBonus';

/** Something done that is paid by the piece. */
export interface Piece {
  readonly what: PayKind;
  readonly species: string | null;
  readonly n: number;
}
export interface PayLine extends Piece {
  readonly rateCents: number;
  readonly cents: number;
}

/** R49: base × months + Σ pieces × rate + the bonus of the grade; a rate nobody has set pays nothing. */
export function payOf(
  { months, pieces, grade }: { months: number; pieces: readonly Piece[]; grade: Grade },
  rateOf: (what: PayKind, species: string | null) => number,
): { lines: PayLine[]; totalCents: number } {
  const line = ({ what, species, n }: Piece): PayLine => {
    const rateCents = rateOf(what, species);
    return { what, species, n, rateCents, cents: times(rateCents, factorOf(n)) };
  };
  const lines = [
    line({ what: 'baseMonthly', species: null, n: months }),
    ...pieces.map(line),
    line({ what: 'gradeBonus', species: null, n: bonusShare[grade] }),
  ].filter((one) => one.n > 0);
  return { lines, totalCents: sumCents(lines.map((one) => one.cents)) };
}
