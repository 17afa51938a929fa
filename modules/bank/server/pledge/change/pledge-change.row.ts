import { notFound } from '#kit/contract/errors.ts';
import { recordTransition } from '#kit/server/audit/transition.ts';
import type { Tx } from '#kit/server/db/database.ts';
import type { ChangeKind } from '#modules/bank/contract/pledge/pledge-change.ts';
import type { Actor } from '../pledge.row.ts';
import { insertChangeAmount } from './pledge-change-amount.ts';

/** Documents of change, as the server works with them. */
export interface ChangeRow {
  readonly id: number;
  readonly version: number;
  readonly docNo: string;
  readonly kind: ChangeKind;
  readonly pledgeId: number;
  readonly bankId: number;
  readonly principalId: number;
  readonly creditLineId: number;
  readonly askedBy: number;
  readonly checkedBy: number | null;
  readonly approvedBy: number | null;
  readonly approvedAt: string | null;
  readonly releaseUntil: string | null;
  readonly repayFirstCents: number;
  readonly status: string;
}
const columns = `c.id, c.version, c.doc_no as "docNo", c.kind, c.pledge_id as "pledgeId", c.bank_id as "bankId",
  c.principal_id as "principalId", p.credit_line_id as "creditLineId", c.asked_by as "askedBy",
  c.checked_by as "checkedBy", c.approved_by as "approvedBy", c.approved_at as "approvedAt",
  to_char(c.release_until, 'YYYY-MM-DD') as "releaseUntil",
  coalesce((select a.repay_first from bank.pledge_change_amount a where a.tenant_no = c.tenant_no and a.id = c.id), 0)
    as "repayFirstCents", c.status`;
const from = `bank.pledge_change c join bank.pledge p on p.tenant_no = c.tenant_no and p.id = c.pledge_id`;

export async function changeRow(tx: Tx, id: number, isLocked = false): Promise<ChangeRow> {
  const [row] = await tx.query<ChangeRow>(
    `select ${columns} from ${from} where c.tenant_no = kit.tenant() and c.id = $1
     ${isLocked ? 'for update of c' : ''}`,
    [id],
  );
  if (!row) throw notFound();
  return row;
}
export const changesOf = (
  tx: Tx,
  of: { readonly pledgeId?: number; readonly creditLineId?: number },
  states: readonly string[],
): Promise<ChangeRow[]> =>
  tx.query<ChangeRow>(
    `select ${columns} from ${from} where c.tenant_no = kit.tenant() and ($1::bigint is null or c.pledge_id = $1)
       and ($2::bigint is null or p.credit_line_id = $2) and c.status = any ($3) order by c.id for update of c`,
    [of.pledgeId ?? null, of.creditLineId ?? null, states],
  );

export interface NewChange {
  readonly kind: ChangeKind;
  readonly pledgeId: number;
  readonly bankId: number;
  readonly principalId: number;
  readonly supervisorId: number | null;
  readonly regionCode: number;
  readonly askedBy: number;
  readonly reason: string;
  readonly buyerName: string | null;
  readonly price: number | null;
  readonly headOut: number;
  readonly headIn: number;
}
export async function insertChange(tx: Tx, one: NewChange): Promise<{ id: number; docNo: string }> {
  const [made] = await tx.query<{ id: number; docNo: string }>(
    `insert into bank.pledge_change (tenant_no, region_code, doc_no, kind, pledge_id, bank_id, principal_id,
       supervisor_id, asked_by, reason, buyer_name, head_out, head_in, created_by, updated_by)
     values (kit.tenant(), $1, kit.doc_no('PC'), $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $7, $7)
     returning id, doc_no as "docNo"`,
    [
      one.regionCode,
      one.kind,
      one.pledgeId,
      one.bankId,
      one.principalId,
      one.supervisorId,
      one.askedBy,
      one.reason,
      one.buyerName,
      one.headOut,
      one.headIn,
    ],
  );
  if (!made) throw notFound();
  await insertChangeAmount(tx, made.id, one);
  return made;
}
/** A step of the clock or of the money; who took it, where somebody did. */
export async function stepChange(
  tx: Tx,
  row: Pick<ChangeRow, 'id' | 'status'>,
  name: string,
  to: string,
  by: Actor = { userId: null, nickname: null },
  reason: string | null = null,
): Promise<void> {
  await tx.query(
    `update bank.pledge_change set status = $2, end_reason = coalesce($3, end_reason),
       done_at = case when $2 = 'done' then now() else done_at end, version = version + 1, updated_at = now()
     where tenant_no = kit.tenant() and id = $1`,
    [row.id, to, reason],
  );
  const way = { entity: 'bank.pledgeChange', entityId: row.id, name, from: row.status, to };
  await recordTransition(tx, by, { ...way, remark: reason });
}
export const setReleaseUntil = (tx: Tx, id: number, until: string): Promise<unknown> =>
  tx.query(
    `update bank.pledge_change set release_until = $2, version = version + 1, updated_at = now()
     where tenant_no = kit.tenant() and id = $1`,
    [id, until],
  );
/** Who checked and who approved: two persons (R27). */
export const signChange = (
  tx: Tx,
  id: number,
  column: 'checked_by' | 'approved_by',
  userId: number | null,
): Promise<unknown> =>
  tx.query(`update bank.pledge_change set ${column} = $2 where tenant_no = kit.tenant() and id = $1`, [id, userId]);

/** The client was merged into another unit: changes of a pledge that runs follow it. */
export const followChanges = (tx: Tx, from: number, to: number): Promise<unknown> =>
  tx.query(
    `update bank.pledge_change t set principal_id = $2, version = t.version + 1, updated_at = now()
     from bank.pledge o where t.tenant_no = kit.tenant() and t.principal_id = $1
       and o.tenant_no = t.tenant_no and o.id = t.pledge_id and o.principal_id = $2`,
    [from, to],
  );
