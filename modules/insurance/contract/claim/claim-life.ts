/** The life of a claim: each step with where it may be taken and where it leads. */
export const claimStates = [
  'reported',
  'dispatched',
  'surveying',
  'surveyed',
  'assessed',
  'agreed',
  'publicity',
  'reviewing',
  'approved',
  'paying',
  'closed',
  'rejected',
  'withdrawn',
] as const;
export type ClaimState = (typeof claimStates)[number];
interface Step {
  readonly from: readonly ClaimState[];
  readonly to: ClaimState;
}
export const claimSteps = {
  dispatch: { from: ['reported', 'dispatched', 'surveying'], to: 'dispatched' },
  undispatch: { from: ['dispatched'], to: 'reported' },
  arrive: { from: ['dispatched'], to: 'surveying' },
  submitSurvey: { from: ['dispatched', 'surveying'], to: 'surveyed' },
  resurvey: { from: ['surveyed', 'assessed', 'agreed', 'reviewing'], to: 'reported' },
  assess: { from: ['surveyed', 'assessed'], to: 'assessed' },
  agree: { from: ['assessed'], to: 'agreed' },
  dispute: { from: ['assessed'], to: 'surveyed' },
  publicise: { from: ['agreed'], to: 'publicity' },
  takeDown: { from: ['publicity'], to: 'agreed' },
  submitReview: { from: ['agreed', 'publicity'], to: 'reviewing' },
  passOn: { from: ['reviewing'], to: 'reviewing' },
  approve: { from: ['reviewing'], to: 'approved' },
  return: { from: ['reviewing'], to: 'surveyed' },
  reject: { from: ['surveyed', 'assessed', 'reviewing'], to: 'rejected' },
  pay: { from: ['approved'], to: 'paying' },
  close: { from: ['paying'], to: 'closed' },
  withdraw: { from: ['reported', 'dispatched', 'surveying', 'surveyed', 'assessed'], to: 'withdrawn' },
  reopen: { from: ['closed', 'rejected', 'withdrawn'], to: 'surveyed' },
} as const satisfies Readonly<Record<string, Step>>;
export type ClaimStep = keyof typeof claimSteps;
/** Where a step leads from a state; null where it may not be taken. */
export function afterStep(state: ClaimState, step: ClaimStep): ClaimState | null {
  const { from, to }: Step = claimSteps[step];
  return from.includes(state) ? to : null;
}
export const ended: readonly ClaimState[] = ['closed', 'rejected', 'withdrawn'];

const minute = 60_000;
/** R32: hours of the clock, not of the office; nights and holidays count. */
export const clockOf = (reportedAt: Date, dispatchMinutes: number, arriveHours: number) => ({
  dispatchDueAt: new Date(reportedAt.getTime() + dispatchMinutes * minute),
  arriveDueAt: new Date(reportedAt.getTime() + arriveHours * 60 * minute),
});
/** When somebody is reminded of a deadline: at these parts of the time given. */
export const reminders = [50, 85, 100] as const;
export const reminderAt = (from: Date, to: Date, part: number): Date =>
  new Date(from.getTime() + Math.round(((to.getTime() - from.getTime()) * part) / 100));

/** R39: how many must pass a claim of this amount; limits are the most that one level, two levels … may pass. */
export const levelsFor = (amountCents: number, limitsYuan: readonly number[]): number =>
  limitsYuan.filter((limit) => amountCents > limit * 100).length + 1;

export interface Surveyor {
  readonly staffId: number;
  readonly distanceKm: number | null;
  readonly open: number;
  readonly maxOpen: number;
  /** Surveyed this holder's last two claims, or let this offer go by. */
  readonly isExcluded: boolean;
}
/** R33: kilometres and five more for every case in hand; whoever is full or excluded is not asked. */
export const scoreOf = ({ distanceKm, open }: Pick<Surveyor, 'distanceKm' | 'open'>): number =>
  Math.round(((distanceKm ?? 100) + 5 * open) * 10) / 10;
export const rankSurveyors = <S extends Surveyor>(all: readonly S[]): S[] =>
  all
    .filter((one) => !one.isExcluded && one.open < one.maxOpen)
    .toSorted((a, b) => scoreOf(a) - scoreOf(b) || a.staffId - b.staffId);
