import { notFound, refusal } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import type { Sides } from '../common.ts';

export interface NewPayment extends Sides {
  readonly orderId: number;
  readonly amount: number;
  readonly paidOn: string;
  readonly bankRef: string | null;
  readonly proofFile: readonly number[];
  readonly by: number;
}
export async function insertPayment(tx: Tx, one: NewPayment): Promise<number> {
  const [row] = await tx.query<{ id: number }>(
    `insert into commerce.order_payment (tenant_no, order_id, principal_id, supplier_id, amount, paid_on, bank_ref,
       proof_file, created_by) values (kit.tenant(), $1, $2, $3, $4, $5, $6, $7, $8) returning id`,
    [one.orderId, one.principalId, one.supplierId, one.amount, one.paidOn, one.bankRef, one.proofFile, one.by],
  );
  if (!row) throw notFound();
  return row.id;
}

/** What was told and nobody has answered yet. */
export async function waitingPayments(tx: Tx, orderId: number): Promise<number> {
  const [row] = await tx.query<{ cents: number }>(
    `select coalesce(sum(amount), 0)::bigint as cents from commerce.order_payment
     where tenant_no = kit.tenant() and order_id = $1 and status = 'pending'`,
    [orderId],
  );
  return row?.cents ?? 0;
}

export async function settlePayment(all: Tx, id: number, status: 'confirmed' | 'rejected', by: number) {
  const [row] = await all.query<{ orderId: number; amount: number }>(
    `update commerce.order_payment set status = $2, confirmed_by = $3, confirmed_at = now()
     where id = $1 and status = 'pending' returning order_id as "orderId", amount`,
    [id, status, by],
  );
  if (!row) throw refusal('settled', 'commerce.refusal.settledPayment');
  return row;
}
