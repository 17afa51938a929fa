import { createHash } from 'node:crypto';
import { AppError } from '#kit/contract/errors.ts';
import type { Tx } from '../db/database.ts';

const hash = (value: unknown) =>
  createHash('sha256')
    .update(JSON.stringify(value ?? null))
    .digest('base64url');

/**
 * Runs `work` at most once per key: the key is written in the same transaction as the effect, so either both exist or none.
 * A second call waits for the first to end, then gets its answer.
 */
export async function once<T>(tx: Tx, key: string, body: unknown, work: () => Promise<T>): Promise<T> {
  const { tenantNo, userId } = tx.scope;
  const bodyHash = hash(body);
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
  await tx.query('update kit.idempotency_key set answer = $4 where tenant_no = $1 and user_id = $2 and key = $3', [
    tenantNo,
    userId,
    key,
    JSON.stringify({ value }),
  ]);
  return value;
}
