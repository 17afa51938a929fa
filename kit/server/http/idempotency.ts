import { AppError } from '#kit/contract/errors.ts';
import type { Database, Tx } from '../db/database.ts';
import { systemScope } from '../db/scope.ts';
import { fingerprint } from '../pii/pii.ts';

/** What may still be repeated is a day old at most; the rest is left to the nights after. */
const keptHours = 48;
const perBatch = 5_000;

/**
 * Runs `work` at most once per key: the key is written in the same transaction as the effect, so either both exist or none.
 * A second call waits for the first to end, then gets its answer, or is refused where the answer was not to be kept.
 */
export async function once<T>(
  tx: Tx,
  key: string,
  body: unknown,
  work: () => Promise<T>,
  isKept: (value: T) => boolean,
): Promise<T> {
  const { tenantNo, userId } = tx.scope;
  // Bodies hold passwords and personal numbers: without the key nobody can try them against the hash.
  const bodyHash = fingerprint(JSON.stringify(body ?? null), tenantNo);
  const mine = await tx.query(
    'insert into kit.idempotency_key (tenant_no, user_id, key, body_hash) values ($1, $2, $3, $4) on conflict do nothing returning 1 as made',
    [tenantNo, userId, key, bodyHash],
  );
  if (mine.length === 0) {
    const [first] = await tx.query<{ body_hash: string; answer: { value: T } | null }>(
      'select body_hash, answer from kit.idempotency_key where tenant_no = $1 and user_id = $2 and key = $3',
      [tenantNo, userId, key],
    );
    if (first?.body_hash !== bodyHash || !first.answer) throw new AppError(409, 'error.idempotency');
    return first.answer.value;
  }
  const value = await work();
  if (isKept(value))
    await tx.query('update kit.idempotency_key set answer = $4 where tenant_no = $1 and user_id = $2 and key = $3', [
      tenantNo,
      userId,
      key,
      JSON.stringify({ value }),
    ]);
  return value;
}

/** Lets go of a tenant's keys nobody repeats any more, so many in a transaction. */
export async function forgetKeys(database: Database, tenantNo: number): Promise<number> {
  let gone = 0;
  for (let last = perBatch; last === perBatch; gone += last) {
    const rows = await database.transaction(systemScope(tenantNo, 'idempotency'), (tx) =>
      tx.query(
        `delete from kit.idempotency_key where tenant_no = $1 and (user_id, key) in (
           select user_id, key from kit.idempotency_key where tenant_no = $1 and created_at < now() - make_interval(hours => $2) order by created_at limit ${perBatch} for update skip locked)
         returning 1`,
        [tenantNo, keptHours],
      ),
    );
    last = rows.length;
  }
  return gone;
}
