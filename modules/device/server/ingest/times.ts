export interface Limits {
  readonly skewSeconds: number;
  readonly lateMinutes: number;
  readonly lateAlarmMinutes: number;
  readonly maxAgeDays: number;
  readonly futureSeconds: number;
}
export const usualLimits: Limits = {
  skewSeconds: 120,
  lateMinutes: 30,
  lateAlarmMinutes: 120,
  maxAgeDays: 7,
  futureSeconds: 300,
};

const year2020 = Date.UTC(2020, 0, 1);
const halfDay = 43_200_000;

export interface Skew {
  /** The smallest difference of the half day that runs, and of the one before, in seconds. */
  readonly now: number | null;
  readonly since: number | null;
  readonly before: number | null;
}

/** R14: delay only adds, so the smallest difference between arrival and the device's clock is the clock's own fault. */
export function nextSkew(skew: Skew, receivedAt: number, at: number | undefined): Skew {
  if (at === undefined || at < year2020) return skew;
  const seen = (receivedAt - at) / 1000;
  if (skew.now === null || skew.since === null) return { now: seen, since: receivedAt, before: null };
  if (receivedAt - skew.since > halfDay) return { now: seen, since: receivedAt, before: skew.now };
  return seen < skew.now ? { ...skew, now: seen } : skew;
}

export const skewOf = ({ now, before }: Skew): number =>
  now === null ? 0 : before === null ? now : Math.min(now, before);

export interface Timed {
  readonly eventAt: number;
  readonly marks: readonly string[];
}

/** R14 to R16: when an item really happened, or why it is refused. `t` is in seconds by the device's clock. */
export function eventTime(
  t: number,
  receivedAt: number,
  skew: number,
  limits: Limits = usualLimits,
): Timed | 'future' | 'tooOld' | 'noClock' {
  const said = t * 1000;
  if (!(said >= year2020)) return 'noClock';
  const wrong = Math.abs(skew) > limits.skewSeconds;
  const eventAt = Math.round(wrong ? said + skew * 1000 : said);
  if (eventAt > receivedAt + limits.futureSeconds * 1000) return 'future';
  if (eventAt < receivedAt - limits.maxAgeDays * 86_400_000) return 'tooOld';
  const marks: string[] = [];
  if (wrong) marks.push('skewed');
  if (eventAt < receivedAt - limits.lateMinutes * 60_000) marks.push('late');
  return { eventAt, marks };
}
