import type { Database } from '../db/database.ts';
import { systemScope } from '../db/scope.ts';

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
/** A move that takes longer than this is not waited for; batches it meets are refused, and done again later. */
const longest = 60_000;

/** Waits while a tenant is about to be moved: a batch may take many seconds, and everybody of the tenant would wait for its end. */
export async function giveWay(database: Database, tenantNo: number): Promise<void> {
  for (const ends = performance.now() + longest; performance.now() < ends; await pause(200)) {
    const [[lock]] = await database.read<[{ free: boolean }]>(systemScope(tenantNo, 'jobs'), {
      text: 'select pg_try_advisory_xact_lock_shared(7306, $1) as free',
      values: [tenantNo],
    });
    if (lock?.free) return;
  }
}
