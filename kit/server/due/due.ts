import type { Logger } from 'pino';
import type { Database, Tx } from '../db/database.ts';
import { systemScope } from '../db/scope.ts';

export interface Due {
  readonly kind: string;
  /** What it is about; one item per kind and ref. */
  readonly ref: string;
  readonly dueAt: string;
}
/** Runs once per item, in the transaction that takes it; what it throws is tried again later, and later each time. */
export type HandleDue = (tx: Tx, due: Due) => Promise<void>;

const handlers = new Map<string, HandleDue>();

export function registerDue(kind: string, handle: HandleDue): void {
  handlers.set(kind, handle);
}

/**
 * In the transaction of the record: a second time moves the item, and it starts anew.
 *
 * @example
 * await setDue(tx, 'offerEnds', String(offer.id), new Date(Date.now() + 180_000));
 */
export async function setDue(tx: Tx, kind: string, ref: string, at: Date): Promise<void> {
  await tx.query(
    `insert into kit.due (tenant_no, kind, ref, due_at) values ($1, $2, $3, $4)
     on conflict (tenant_no, kind, ref) do update set due_at = excluded.due_at, attempts = 0, fault = null`,
    [tx.scope.tenantNo, kind, ref, at.toISOString()],
  );
}

export async function dropDue(tx: Tx, kind: string, ref: string): Promise<void> {
  await tx.query('delete from kit.due where tenant_no = $1 and kind = $2 and ref = $3', [tx.scope.tenantNo, kind, ref]);
}

const batch = 50;

/** Some of a tenant's items; those another worker has in its hands are left to it. */
async function takeSome(tx: Tx, log: Logger | undefined): Promise<number> {
  const items = await tx.query<Due>(
    `select kind, ref, due_at as "dueAt" from kit.due
     where tenant_no = $1 and due_at <= statement_timestamp() and kind = any ($2)
     order by due_at limit ${batch} for update skip locked`,
    [tx.scope.tenantNo, [...handlers.keys()]],
  );
  for (const item of items) {
    const key = [tx.scope.tenantNo, item.kind, item.ref];
    await tx.query('savepoint item');
    try {
      // First: the handler may set the same item again.
      await tx.query('delete from kit.due where tenant_no = $1 and kind = $2 and ref = $3', key);
      await handlers.get(item.kind)?.(tx, item);
      await tx.query('release savepoint item');
    } catch (error) {
      log?.error({ err: error, kind: item.kind, ref: item.ref }, 'a due item failed');
      await tx.query('rollback to savepoint item');
      // From ten seconds to an hour.
      await tx.query(
        `update kit.due set attempts = attempts + 1, fault = $4,
           due_at = clock_timestamp() + make_interval(secs => least(3600, 10 * 2 ^ least(attempts, 9)))
         where tenant_no = $1 and kind = $2 and ref = $3`,
        [...key, String(error).slice(0, 500)],
      );
    }
  }
  return items.length;
}

/** One tick: all that is due now, in every tenant that is here; the trouble of one tenant is not the others'. */
export async function workDue(database: Database, log?: Logger): Promise<number> {
  if (handlers.size === 0) return 0;
  const [tenants] = await database.read<[{ no: number }]>(systemScope(0, 'due'), {
    text: 'select tenants_due as no from kit.tenants_due($1)',
    values: [[...handlers.keys()]],
  });
  let done = 0;
  for (const { no } of tenants)
    try {
      for (let n = batch; n === batch; done += n)
        n = await database.transaction(systemScope(no, 'due'), (tx) => takeSome(tx, log));
    } catch (error) {
      log?.error({ err: error, tenant: no }, 'due items of a tenant failed');
    }
  return done;
}

const every = 1_000;

export function startDue(database: Database, log: Logger): { stop(): Promise<void> } {
  let round: Promise<void> | null = null;
  const timer = setInterval(() => {
    round ??= workDue(database, log)
      .then(() => {})
      .catch((error) => log.error({ err: error }, 'the due clock failed'))
      .finally(() => {
        round = null;
      });
  }, every);
  return {
    stop: async () => {
      clearInterval(timer);
      await round;
    },
  };
}
