import type { Database, Tx } from '#kit/server/db/database.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import { eachOf } from '#modules/platform/server/index.ts';

/**
 * A tenant's night. Every piece of its work is a transaction of its own: one that fails takes no other with it, and no row is held
 * longer than its own piece takes.
 */
export interface Night {
  run<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** One after the other; the trouble of one is told when all are done. */
  each<T>(all: readonly T[], work: (tx: Tx, one: T) => Promise<unknown>): Promise<void>;
}
export type NightStep = (night: Night) => Promise<unknown>;

export function nightOf(database: Database, tenantNo: number): Night {
  const run = <T>(work: (tx: Tx) => Promise<T>) => database.transaction(systemScope(tenantNo, 'bank.night'), work);
  return { run, each: (all, work) => eachOf(all, (one) => run((tx) => work(tx, one))) };
}
/** A step whose work is one piece. */
export const alone =
  (work: (tx: Tx) => Promise<unknown>): NightStep =>
  (night) =>
    night.run(work);
/** Steps follow each other whatever became of those before. */
export const takeSteps = (night: Night, steps: readonly NightStep[]): Promise<void> =>
  eachOf(steps, (step) => step(night));
