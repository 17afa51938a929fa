import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';

/** What the bank's own machinery reads and writes past the sight of whoever caused it. */
export const asBank = <T>(tx: Tx, work: (sys: Tx) => Promise<T>): Promise<T> =>
  inTenant(tx, tx.scope.tenantNo, 'bank.kernel', work);

export interface Line {
  readonly id: number;
  readonly docNo: string;
  readonly clientId: number;
  readonly bankId: number;
  readonly principalId: number;
  readonly productId: number;
  readonly productVersion: number;
  readonly managerUserId: number;
  readonly approvedAmountCents: number | null;
  readonly usedAmountCents: number;
  readonly balanceCents: number;
  readonly interestCents: number;
  readonly validFrom: string | null;
  readonly validTo: string | null;
  readonly contractNo: string | null;
  readonly conditions: string | null;
  readonly conditionsMetAt: string | null;
  readonly status: string;
  readonly version: number;
}

const lineColumns = `id, doc_no as "docNo", client_id as "clientId", bank_id as "bankId", principal_id as "principalId",
  product_id as "productId", product_version as "productVersion", manager_user_id as "managerUserId",
  approved_amount as "approvedAmountCents", used_amount as "usedAmountCents", balance as "balanceCents",
  overdue_interest as "interestCents", to_char(valid_from, 'YYYY-MM-DD') as "validFrom",
  to_char(valid_to, 'YYYY-MM-DD') as "validTo", contract_no as "contractNo", conditions,
  conditions_met_at as "conditionsMetAt", status, version`;

/** The credit line, whoever asks; `lock` holds it to the end of the transaction. */
export async function lineOf(tx: Tx, creditLineId: number, lock = false): Promise<Line | null> {
  const rows = await asBank(tx, (sys) =>
    sys.query<Line>(
      `select ${lineColumns} from bank.credit_line where tenant_no = kit.tenant()
        and id = $1${lock ? ' for update' : ''}`,
      [creditLineId],
    ),
  );
  return rows[0] ?? null;
}
/** What is audited and not executed is as good as gone: whoever judges what a line owes counts it, but for the payment that is judged itself. */
export async function underwayOf(tx: Tx, creditLineId: number, paymentId: number | null = null): Promise<number> {
  const rows = await asBank(tx, (sys) =>
    sys.query<{ cents: number }>(
      `select coalesce(sum(amount), 0)::bigint as cents from bank.credit_payment where tenant_no = kit.tenant()
         and credit_line_id = $1 and status = 'audited' and kind in ('disburse', 'entrusted')
         and id <> coalesce($2::bigint, 0)`,
      [creditLineId, paymentId],
    ),
  );
  return rows[0]?.cents ?? 0;
}

/** What is owed on a line: principal by its loans, and interest as the core system reported it. */
export async function balanceOf(
  tx: Tx,
  creditLineId: number,
): Promise<{ balanceCents: number; interestCents: number }> {
  const rows = await asBank(tx, (sys) =>
    sys.query<{ balanceCents: number; interestCents: number }>(
      `select balance as "balanceCents", overdue_interest as "interestCents" from bank.credit_line
       where tenant_no = kit.tenant() and id = $1`,
      [creditLineId],
    ),
  );
  return rows[0] ?? { balanceCents: 0, interestCents: 0 };
}
