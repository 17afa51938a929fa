/** How much of the machine one tenant's people may ask for; the numbers are the operator's. */
export interface Limits {
  /** Up to this many rows an exported file is the answer; more is a job. */
  readonly syncRows: number;
  readonly exportRows: number;
  readonly importRows: number;
  /** How long a job's files are kept. */
  readonly resultDays: number;
  /** Jobs of one person at the same time. */
  readonly jobsPerUser: number;
}

type LimitsOf = (tenantNo: number) => Promise<Limits>;
let provided: LimitsOf | null = null;

/** Given once at start, by whoever puts the program together; asked at every use, so that a change takes effect without a restart. */
export function provideLimits(limitsOf: LimitsOf): void {
  provided = limitsOf;
}

export function limitsOf(tenantNo: number): Promise<Limits> {
  if (!provided) throw new Error('no limits provided');
  return provided(tenantNo);
}
