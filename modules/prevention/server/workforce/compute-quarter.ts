import { percent, times } from '#kit/contract/money.ts';
import type { Database, Tx } from '#kit/server/db/database.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import type { JobOutcome, JobRun } from '#kit/server/jobs/job.ts';
import { today } from '#kit/server/today.ts';
import { eachOf, eachTenant } from '#modules/platform/server/index.ts';
import {
  coverageScore,
  type Grade,
  gradeOf,
  type PayKind,
  payOf,
  qualityScore,
  quarterDays,
  recordsScore,
  timelyScore,
} from '#modules/prevention/contract/workforce/worker-scores.ts';
import { type QuarterWorker, readQuarter } from './quarter-basis.ts';
import { savePay } from './worker-pay.ts';
import { type QuarterWork, saveQuarter } from './worker-quarter.ts';

/** Rates of a place on a day: the nearest region that says something, a species before none. */
async function ratesOf(
  tx: Tx,
  regionCode: number,
  day: string,
): Promise<(what: PayKind, species: string | null) => number> {
  const rows = await tx.query<{ what: string; species: string | null; amountCents: number; ratio: number }>(
    `select distinct on (work_kind, species) work_kind as what, species, amount_cents as "amountCents", ratio::float8 as ratio
     from prevention.ant_standard
     where tenant_no = kit.tenant() and kind = 'workerPay' and valid_from <= $2 and (valid_to is null or valid_to >= $2)
       and $1 >= region_code and $1 < region_code + platform.region_width(region_code)
     order by work_kind, species, platform.region_width(region_code), valid_from desc`,
    [regionCode, day],
  );
  return (what, species) => {
    const row =
      rows.find((one) => one.what === what && one.species === species) ??
      rows.find((one) => one.what === what && one.species === null);
    return row ? times(row.amountCents, percent(row.ratio)) : 0;
  };
}

/** R49, of a row as it stands now. */
export async function priceQuarter(
  tx: Tx,
  row: { id: number; regionCode: number; year: number; quarter: number; work: QuarterWork; grade: Grade },
): Promise<void> {
  const rates = await ratesOf(tx, row.regionCode, quarterDays(row.year, row.quarter)[1]);
  await savePay(tx, row.id, payOf({ ...row.work, grade: row.grade }, rates).lines);
}

/** A worker's quarter, computed and priced; false where somebody has already said something to it. */
export async function computeQuarter(tx: Tx, who: QuarterWorker, year: number, quarter: number): Promise<boolean> {
  const row = await readQuarter(tx, who, year, quarter);
  const { basis } = row;
  const scores = {
    coverage: coverageScore(basis),
    quality: qualityScore(basis),
    timely: timelyScore(basis),
    records: recordsScore(basis),
  };
  const saved = await saveQuarter(tx, { ...row, scores }, gradeOf);
  if (saved) await priceQuarter(tx, { ...row, ...saved });
  return saved !== null;
}

/** Whoever was at work on a day of the quarter. */
export const workersOf = (
  tx: Tx,
  year: number,
  quarter: number,
  range: readonly [number, number],
): Promise<QuarterWorker[]> =>
  tx.query(
    `select t.id as "staffId", coalesce(t.user_id, (select u.id from platform.sys_user u where u.tenant_no = t.tenant_no and u.staff_id = t.id limit 1)) as "userId",
       t.principal_id as "principalId", t.region_code as "regionCode", to_char(t.hired_on, 'YYYY-MM-DD') as "hiredOn", to_char(t.left_on, 'YYYY-MM-DD') as "leftOn"
     from prevention.worker t where t.tenant_no = kit.tenant() and t.status <> 'pending' and t.hired_on <= $2 and (t.left_on is null or t.left_on >= $1)
       and t.region_code >= $3 and t.region_code < $4 order by t.id`,
    [...quarterDays(year, quarter), ...range],
  );

export const quarterJob = 'workerQuarter';

export async function computeInJob(run: JobRun): Promise<JobOutcome> {
  const { year, quarter, lo, hi } = run.row.params as { year: number; quarter: number; lo: number; hi: number };
  const { scope } = run.actor;
  const workers = await run.database.transaction(scope, (tx) => workersOf(tx, year, quarter, [lo, hi]));
  let kept = 0;
  for (const [at, who] of workers.entries()) {
    if (!(await run.database.transaction(scope, (tx) => computeQuarter(tx, who, year, quarter)))) kept += 1;
    if (!(await run.progress(at + 1, workers.length))) return { status: 'cancelled' };
  }
  return {
    status: 'succeeded',
    message: run.say('prevention.workerQuarter.computed', { n: workers.length - kept, kept }),
  };
}

/** On the fifth day after a quarter it is computed for everybody; a night that was missed is made up by the next. */
export async function computeByNight(database: Database): Promise<void> {
  const day = today();
  const month = Number(day.slice(5, 7));
  if (Number(day.slice(8)) < 5 || (month - 1) % 3 !== 0) return;
  const before = new Date(Date.UTC(Number(day.slice(0, 4)), month - 2, 1));
  const [year, quarter] = [before.getUTCFullYear(), Math.floor(before.getUTCMonth() / 3) + 1];
  await eachTenant(database, async (tenantNo) => {
    const scope = systemScope(tenantNo, 'workerQuarter');
    const workers = await database.transaction(scope, async (tx) => {
      const known = await tx.query<{ id: number }>(
        'select staff_id as id from prevention.worker_quarter where tenant_no = kit.tenant() and year = $1 and quarter = $2',
        [year, quarter],
      );
      const ids = new Set(known.map((one) => one.id));
      return (await workersOf(tx, year, quarter, [0, 1e12])).filter((one) => !ids.has(one.staffId));
    });
    await eachOf(workers, (who) => database.transaction(scope, (tx) => computeQuarter(tx, who, year, quarter)));
  });
}
