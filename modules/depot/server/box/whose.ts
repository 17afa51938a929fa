import { notFound, refusal } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import type { Call } from '#kit/server/http/call.ts';

/** Does the caller carry this box? Over the row of depot.depot named here. */
export const carriedSql = (row: string): string =>
  `exists (select 1 from registry.staff s where s.id = ${row}.staff_id and s.user_id = kit.user_id() and s.status = 'active')`;

export interface Box {
  readonly id: number;
  readonly name: string;
  readonly principalId: number;
  readonly regionCode: number;
  readonly mine: boolean;
}

export async function boxOf(tx: Tx, id: number): Promise<Box> {
  const [box] = await tx.query<Box>(
    `select b.id, b.name, b.principal_id as "principalId", b.region_code as "regionCode", ${carriedSql('b')} as mine from depot.medicine_box b where b.id = $1`,
    [id],
  );
  if (!box) throw notFound();
  return box;
}

/** R22: only who carries a box takes from it. */
export async function mustCarry(call: Pick<Call, 'tx'>, boxId: number): Promise<Box> {
  const box = await boxOf(call.tx, boxId);
  if (!box.mine) throw refusal('notKeeper', 'depot.ledger.notKeeper');
  return box;
}
