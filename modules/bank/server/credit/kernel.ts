import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { today } from '#kit/server/today.ts';
import { refuse } from '../refusals.ts';

export { bookIncome } from '../money/income.ts';
export { effectIfReady, settleIfPaid } from './credit-line.system.ts';

/** What a client lets its bank read (R1). */
export type ConsentScope = 'register' | 'stock' | 'immunity' | 'insurance' | 'device' | 'video';

export const asBank = <T>(tx: Tx, work: (sys: Tx) => Promise<T>): Promise<T> =>
  inTenant(tx, tx.scope.tenantNo, 'bank.kernel', work);

const consentIsOpen = (day: string) =>
  `c.consent_ended_at is null and c.consent_from <= ${day}::date and c.consent_to >= ${day}::date
   and c.status in ('active', 'watch', 'blocked')`;

/**
 * R1, R3: refused unless this bank holds an unexpired consent of this client for this kind of data. Answers the ground that
 * narrow functions of other modules ask for.
 *
 * @example
 * const { ground } = await requireConsent(tx, { bankId, principalId, scope: 'stock' });
 */
export async function requireConsent(
  tx: Tx,
  ask: { readonly bankId: number; readonly principalId: number; readonly scope: ConsentScope },
): Promise<{ clientId: number; ground: string }> {
  const found = await consentOf(tx, ask.bankId, ask.principalId);
  if (!found?.scopes.includes(ask.scope)) throw refuse('noConsent');
  return { clientId: found.clientId, ground: `bank.consent:${found.clientId}` };
}

/** The scopes an open consent covers; null without one. */
export async function consentOf(
  tx: Tx,
  bankId: number,
  principalId: number,
): Promise<{ clientId: number; scopes: readonly ConsentScope[] } | null> {
  const rows = await asBank(tx, (sys) =>
    sys.query<{ clientId: number; scopes: ConsentScope[] }>(
      `select c.id as "clientId", c.consent_scope as scopes from bank.bank_client c
       where c.tenant_no = kit.tenant() and c.bank_id = $1 and c.principal_id = $2 and ${consentIsOpen('$3')}`,
      [bankId, principalId, today()],
    ),
  );
  return rows[0] ?? null;
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
      `select ${lineColumns} from bank.credit_line where tenant_no = kit.tenant() and id = $1${lock ? ' for update' : ''}`,
      [creditLineId],
    ),
  );
  return rows[0] ?? null;
}
