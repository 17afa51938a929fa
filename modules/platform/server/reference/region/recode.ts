import type { Database, Tx } from '#kit/server/db/database.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import { type JobOutcome, type JobRun, registerJob } from '#kit/server/jobs/job.ts';
import { allTenants } from '../../common/all-tenants.ts';
import { type Difference, recodeKind } from './ask-recode.ts';
import { commitDifference } from './code-list.ts';

const kind = recodeKind;
const perBatch = 5_000;

type Listener = (tx: Tx, from: number, to: number) => Promise<void>;
const listeners: Listener[] = [];

/** Called in each tenant once its rows have moved: for numbers that are kept by region and must be made anew. */
export function onRegionRecoded(listener: Listener): void {
  listeners.push(listener);
}

/** Every tenant's rows, table by table in batches that stand alone: a job that died finds only what is left. */
export async function recodeRows(
  database: Database,
  from: number,
  to: number,
  progress: (rows: number) => Promise<void>,
) {
  const [tables] = await database.read<[{ name: string }]>(systemScope(0, kind), {
    text: 'select platform.region_tables() as name',
    values: [],
  });
  let rows = 0;
  for (const tenantNo of await allTenants(database)) {
    const scope = systemScope(tenantNo, kind);
    for (const { name } of tables) {
      for (let moved = perBatch; moved === perBatch; ) {
        moved = await database.transaction(scope, async (tx) => {
          const [row] = await tx.query<{ n: number }>('select platform.region_recode($1, $2, $3, $4) as n', [
            name,
            from,
            to,
            perBatch,
          ]);
          return row?.n ?? 0;
        });
        rows += moved;
        await progress(rows);
      }
    }
    await database.transaction(scope, async (tx) => {
      for (const listener of listeners) await listener(tx, from, to);
    });
  }
  return rows;
}

async function work(run: JobRun): Promise<JobOutcome> {
  const { from, to, difference } = run.row.params as { from?: number; to?: number; difference?: Difference };
  if (difference) return commitDifference(run, difference);
  const rows = await recodeRows(run.database, from ?? 0, to ?? 0, async (done) => void (await run.progress(done)));
  return { status: 'succeeded', message: run.say('platform.sysRegion.recoded', { n: rows }) };
}

export const registerRecodeJob = (): void => registerJob(kind, work);
