import type { Tx } from '#kit/server/db/database.ts';
import type { Condition } from './conditions.ts';

/** What was asked and answered stays in the file, green and red. */
export const keepChecks = (
  tx: Tx,
  declarationId: number,
  step: 'submit' | 'inspect' | 'issue' | 'ban',
  conditions: readonly Condition[],
): Promise<unknown> =>
  tx.query(
    `insert into traceability.quarantine_check (tenant_no, declaration_id, step, code, level, ok, reasons)
     select kit.tenant(), $1, $2, c.code, c.level, c.ok, c.reasons
     from jsonb_to_recordset($3::jsonb) c(code text, level text, ok boolean, reasons jsonb)`,
    [declarationId, step, JSON.stringify(conditions)],
  );

export interface KeptCheck extends Condition {
  readonly step: string;
  readonly at: string;
}
/** The newest answers of each step. */
export const checksOf = (tx: Tx, declarationId: number): Promise<KeptCheck[]> =>
  tx.query<KeptCheck>(
    `select k.step, k.at, k.code, k.level, k.ok, k.reasons from traceability.quarantine_check k
     where k.declaration_id = $1 and k.at = (select max(o.at) from traceability.quarantine_check o
       where o.declaration_id = k.declaration_id and o.step = k.step) order by k.at, k.id`,
    [declarationId],
  );
