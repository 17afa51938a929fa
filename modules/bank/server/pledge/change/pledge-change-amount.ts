import type { Tx } from '#kit/server/db/database.ts';

/** Sums of a change, for the parties of its pledge alone. */
export const insertChangeAmount = (
  tx: Tx,
  id: number,
  of: { readonly bankId: number; readonly principalId: number; readonly price: number | null },
): Promise<unknown> =>
  tx.query(
    `insert into bank.pledge_change_amount (id, tenant_no, bank_id, principal_id, price)
     values ($1, kit.tenant(), $2, $3, $4)`,
    [id, of.bankId, of.principalId, of.price],
  );
export interface ChangeSums {
  readonly valueOut?: number;
  readonly valueIn?: number;
  readonly ltvAfter?: number | null;
  readonly repayFirst?: number;
  readonly lineValues?: Readonly<Record<string, number>>;
  readonly seen?: unknown;
}
export const setSums = (tx: Tx, id: number, sums: ChangeSums): Promise<unknown> =>
  tx.query(
    `update bank.pledge_change_amount set value_out = coalesce($2, value_out), value_in = coalesce($3, value_in),
       ltv_after = case when $4 then $5::numeric else ltv_after end, repay_first = coalesce($6, repay_first),
       line_values = coalesce($7::jsonb, line_values), seen = coalesce($8::jsonb, seen), version = version + 1,
       updated_at = now() where tenant_no = kit.tenant() and id = $1`,
    [
      id,
      sums.valueOut ?? null,
      sums.valueIn ?? null,
      sums.ltvAfter !== undefined,
      sums.ltvAfter ?? null,
      sums.repayFirst ?? null,
      sums.lineValues ? JSON.stringify(sums.lineValues) : null,
      sums.seen ? JSON.stringify(sums.seen) : null,
    ],
  );

/** Sums are told to whom their change is. */
export const followChangeAmounts = (tx: Tx, from: number, to: number): Promise<unknown> =>
  tx.query(
    `update bank.pledge_change_amount t set principal_id = $2, version = t.version + 1, updated_at = now()
     from bank.pledge_change o where t.tenant_no = kit.tenant() and t.principal_id = $1
       and o.tenant_no = t.tenant_no and o.id = t.id and o.principal_id = $2`,
    [from, to],
  );
