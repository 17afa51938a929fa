import { isMask } from '#kit/contract/pii.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { piiColumns, unseal } from '#kit/server/pii/pii.ts';

export interface Payee {
  readonly caseId: number;
  readonly principalId: number;
  /** The authority that pays. */
  readonly payerId: number;
  readonly name: string;
  /** A mask means: as it was. */
  readonly account: string | null | undefined;
}

/** Who gets the money of a case. Whoever reports need not see what stands there, so it is written under the tenant's own sight. */
export async function savePayee(tx: Tx, one: Payee): Promise<void> {
  const account = one.account && isMask(one.account) ? undefined : (one.account ?? null);
  const columns = account === undefined ? [] : piiColumns('payee_account', 'bankCard', account, tx.scope.tenantNo);
  const names = columns.map(([name]) => name);
  await inTenant(tx, tx.scope.tenantNo, 'stressPay', (all) =>
    all.query(
      `insert into prevention.stress_pay (tenant_no, stress_case_id, principal_id, payer_id, payee_name${names.map((name) => `, ${name}`).join('')}, created_by, updated_by)
       values ($1, $2, $3, $4, $5${names.map((_, at) => `, $${at + 7}`).join('')}, $6, $6)
       on conflict (tenant_no, stress_case_id) do update set payee_name = excluded.payee_name, updated_by = excluded.updated_by, updated_at = now(), version = stress_pay.version + 1
         ${names.map((name) => `, ${name} = excluded.${name}`).join('')}`,
      [
        tx.scope.tenantNo,
        one.caseId,
        one.principalId,
        one.payerId,
        one.name,
        tx.scope.userId,
        ...columns.map(([, value]) => value),
      ],
    ),
  );
}

export async function markPaid(
  tx: Tx,
  caseId: number,
  paid: { batchNo: string; paidOn: string; voucherId: number | null },
): Promise<boolean> {
  const rows = await inTenant(tx, tx.scope.tenantNo, 'stressPay', (all) =>
    all.query(
      `update prevention.stress_pay set pay_batch_no = $2, paid_on = $3, voucher_id = $4, version = version + 1, updated_at = now(), updated_by = $5 where stress_case_id = $1 returning id`,
      [caseId, paid.batchNo, paid.paidOn, paid.voucherId, tx.scope.userId],
    ),
  );
  return rows.length > 0;
}

/** In clear, of cases the caller sees. */
export async function payeesOf(tx: Tx, caseIds: readonly number[]) {
  const rows = await tx.query<{ id: number; docNo: string; amount: number; name: string | null; enc: string | null }>(
    `select c.id, c.doc_no as "docNo", kit.yuan(coalesce(c.amount_cents, 0)) as amount, p.payee_name as name, p.payee_account_enc as enc
     from prevention.stress_case c join prevention.stress_pay p on p.stress_case_id = c.id where c.id = any ($1) order by c.id`,
    [caseIds],
  );
  return rows.map(({ enc, name, ...row }) => ({
    ...row,
    payeeName: name ?? '',
    payeeAccount: enc === null ? null : unseal(enc, tx.scope.tenantNo),
  }));
}
