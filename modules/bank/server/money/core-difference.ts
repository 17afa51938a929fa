import type { Tx } from '#kit/server/db/database.ts';
import { today } from '#kit/server/today.ts';
import type { Taken } from '#modules/bank/contract/money/money.ts';

export type Difference = Taken['differing'][number];

/** Named once, however often the file is told again (R23). */
export async function tellDifference(sys: Tx, bankId: number, headBankId: number, one: Difference): Promise<void> {
  await sys.query(
    `insert into bank.core_difference (tenant_no, bank_id, head_bank_id, kind, core_ref, loan_no, our_value, core_value,
       told_on, created_by) values (kit.tenant(), $1, $2, $3, $4, $5, $6, $7, $8, $9)
     on conflict (tenant_no, head_bank_id, kind, core_ref, core_value) do nothing`,
    [bankId, headBankId, one.kind, one.coreRef, one.loanNo, one.ourValue, one.coreValue, today(), sys.scope.userId],
  );
}
