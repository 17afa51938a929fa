import { levelOf } from '#kit/contract/region.ts';
import type { Database, Tx } from '#kit/server/db/database.ts';
import { type Scope, systemScope } from '#kit/server/db/scope.ts';
import { asAnswer } from '#kit/server/http/failure.ts';
import { type JobRun, registerJob } from '#kit/server/jobs/job.ts';
import { childCodes } from './places.ts';
import { markBuilt } from './prevention-season.ts';
import { finishMonth, holdMonth, type MonthRound, openMonth, passVillage } from './routine-month.ts';

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

/**
 * R8: the month's make-up plan, village by village. A round that was broken off goes on where it was; what failed is told and tried again
 * in the next one, and only a whole round ends it.
 */
export async function buildMonth(database: Database, tenantNo: number): Promise<boolean> {
  const scope = systemScope(tenantNo, 'routinePlan');
  const round = await database.transaction(scope, (tx) => openMonth(tx));
  if (!round) return false;
  const faults: unknown[] = [];
  for (const village of await villagesLeft(database, scope, round)) {
    try {
      if (!(await database.transaction(scope, (tx) => buildVillage(tx, round.month, village)))) return false;
    } catch (error) {
      // With the database away the next village would fare no better.
      if (asAnswer(error)?.code === 503) throw error;
      faults.push(error);
      await database.transaction(scope, (tx) => passVillage(tx, round.month, village, false));
    }
  }
  if (faults.length > 0)
    throw new AggregateError(faults, `make-up plan ${round.month}: ${faults.length} villages failed`);
  await database.transaction(scope, (tx) => finishMonth(tx, round.month));
  return true;
}

async function villagesLeft(database: Database, scope: Scope, { builtTo, leftOut }: MonthRound): Promise<number[]> {
  const [places] = await database.read<[{ village: number }]>(scope, {
    text: 'select distinct region_code as village from prevention.holder_stock where tenant_no = $1 and (region_code > $2 or region_code = any ($3)) order by 1',
    values: [scope.tenantNo, builtTo, leftOut],
  });
  return places.map((one) => one.village);
}

/** False while another worker goes through the month. */
async function buildVillage(tx: Tx, month: string, village: number): Promise<boolean> {
  if (!(await holdMonth(tx, month))) return false;
  await tx.query('select prevention.build_routine($1, $2, $3)', [tx.scope.tenantNo, village, village + 1]);
  await passVillage(tx, month, village, true);
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
