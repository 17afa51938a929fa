import { levelOf } from '#kit/contract/region.ts';
import type { Database } from '#kit/server/db/database.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import { type JobRun, registerJob } from '#kit/server/jobs/job.ts';
import { today } from '#kit/server/today.ts';
import { childCodes } from '../places.ts';
import { markBuilt } from '../prevention-season.ts';
import { openMonth } from '../routine-month.ts';

export const buildJob = 'preventionPlan';

/** Townships of some regions: what one transaction of a build takes. */
export function townshipsOf(regions: readonly number[]): number[] {
  return regions.flatMap((code) => (levelOf(code) >= 4 ? [code] : townshipsOf(childCodes(code))));
}

/**
 * The plan of every household, township by township, each in a transaction of its own: it may be repeated, and what was done
 * stays done.
 */
export async function buildPlan(
  database: Database,
  tenantNo: number,
  seasonId: number,
  onward: (done: number, total: number) => Promise<boolean> = async () => true,
): Promise<number | null> {
  const scope = systemScope(tenantNo, 'seasonPlan');
  const [[season]] = await database.read<[{ regionCodes: number[] }]>(scope, {
    text: 'select region_codes as "regionCodes" from prevention.prevention_season where id = $1',
    values: [seasonId],
  });
  const towns = townshipsOf(season?.regionCodes ?? []);
  let households = 0;
  for (const [at, town] of towns.entries()) {
    households += await database.transaction(scope, async (tx) => {
      let built = 0;
      // Village by village: a statement stays short however large the township.
      for (const code of [town, ...childCodes(town)]) {
        const [row] = await tx.query<{ n: number }>('select prevention.build_plan($1, $2, $3, $4) as n', [
          tenantNo,
          seasonId,
          code,
          code + 1,
        ]);
        built += row?.n ?? 0;
      }
      return built;
    });
    if (!(await onward(at + 1, towns.length))) return null;
  }
  await database.transaction(scope, (tx) => markBuilt(tx, seasonId, households));
  return households;
}

/** R8: the month's make-up plan, once, village by village. */
export async function buildMonth(database: Database, tenantNo: number): Promise<boolean> {
  const scope = systemScope(tenantNo, 'routinePlan');
  if (!(await database.transaction(scope, (tx) => openMonth(tx, today().slice(0, 7))))) return false;
  const [places] = await database.read<[{ village: number }]>(scope, {
    text: 'select distinct region_code as village from prevention.holder_stock where tenant_no = $1 order by 1',
    values: [tenantNo],
  });
  for (const { village } of places)
    await database.transaction(scope, (tx) =>
      tx.query('select prevention.build_routine($1, $2, $3)', [tenantNo, Number(village), Number(village) + 1]),
    );
  return true;
}

export function registerBuildJob(): void {
  registerJob(buildJob, async (run: JobRun) => {
    const { seasonId } = run.row.params as { seasonId: number };
    const n = await buildPlan(run.database, run.row.tenant_no, seasonId, (done, total) => run.progress(done, total));
    return n === null
      ? { status: 'cancelled' }
      : { status: 'succeeded', message: run.say('prevention.season.built', { n }) };
  });
}
