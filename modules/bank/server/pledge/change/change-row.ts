import { notFound } from '#kit/contract/errors.ts';
import { recordTransition } from '#kit/server/audit/transition.ts';
import type { Tx } from '#kit/server/db/database.ts';
import type { ChangeKind } from '#modules/bank/contract/pledge/pledge-change.ts';
import type { Actor } from '../pledge-row.ts';

/** Documents of change with their animals and sums, as the server works with them. */
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
    `select ${columns} from ${from} where c.tenant_no = kit.tenant() and c.id = $1 ${isLocked ? 'for update of c' : ''}`,
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

export interface ChangeLine {
  readonly id: number;
  readonly animalId: number;
  readonly earTag: string;
  readonly direction: 'in' | 'out';
  readonly itemId: number | null;
  readonly scannedAt: string | null;
  readonly photos: readonly number[];
  readonly outcome: string | null;
}
export const linesOf = (tx: Tx, changeId: number): Promise<ChangeLine[]> =>
  tx.query<ChangeLine>(
    `select id, animal_id as "animalId", ear_tag as "earTag", direction, item_id as "itemId", scanned_at as "scannedAt",
       scan_photo as photos, outcome
     from bank.pledge_change_line where tenant_no = kit.tenant() and parent_id = $1 order by direction desc, line_no`,
    [changeId],
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
  await tx.query(
    `insert into bank.pledge_change_amount (id, tenant_no, bank_id, principal_id, price) values ($1, kit.tenant(), $2, $3, $4)`,
    [made.id, one.bankId, one.principalId, one.price],
  );
  return made;
}
export const insertChangeLines = (
  tx: Tx,
  changeId: number,
  lines: readonly { animalId: number; earTag: string; direction: 'in' | 'out'; itemId: number }[],
): Promise<unknown> =>
  tx.query(
    `insert into bank.pledge_change_line (tenant_no, parent_id, line_no, animal_id, ear_tag, direction, item_id)
     select kit.tenant(), $1, n, r."animalId", r."earTag", r.direction, r."itemId"
     from jsonb_array_elements($2::jsonb) with ordinality e(v, n),
       jsonb_to_record(e.v) r("animalId" bigint, "earTag" text, direction text, "itemId" bigint)`,
    [changeId, JSON.stringify(lines)],
  );
export const setLineScan = (
  tx: Tx,
  changeId: number,
  animalId: number,
  scan: { readBy: string; at: string; location: unknown; photos: readonly number[] },
): Promise<unknown> =>
  tx.query(
    `update bank.pledge_change_line set read_by = $3, scanned_at = $4, scan_location = $5, scan_photo = $6
     where tenant_no = kit.tenant() and parent_id = $1 and animal_id = $2`,
    [changeId, animalId, scan.readBy, scan.at, JSON.stringify(scan.location), scan.photos],
  );
export const setOutcome = (
  tx: Tx,
  changeId: number,
  animalIds: readonly number[],
  outcome: 'sold' | 'back' | 'gone',
): Promise<unknown> =>
  tx.query(
    `update bank.pledge_change_line set outcome = $3 where tenant_no = kit.tenant() and parent_id = $1
       and animal_id = any ($2)`,
    [changeId, animalIds, outcome],
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
