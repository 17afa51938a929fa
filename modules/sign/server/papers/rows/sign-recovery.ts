import type { Tx } from '#kit/server/db/database.ts';

export interface Bag {
  readonly id: number;
  readonly docNo: string;
  readonly kind: 'unused' | 'worn';
  readonly status: string;
  readonly version: number;
  readonly fromPrincipalId: number;
  readonly fromStaffId: number | null;
  readonly toPrincipalId: number;
  readonly regionCode: number;
}
export async function bagOf(tx: Tx, id: number, lock = false): Promise<Bag | null> {
  const [row] = await tx.query<Bag>(
    `select id, doc_no as "docNo", kind, status, version, from_principal_id as "fromPrincipalId",
       from_staff_id as "fromStaffId", to_principal_id as "toPrincipalId", region_code as "regionCode"
     from sign.sign_recovery where id = $1 ${lock ? 'for update' : ''}`,
    [id],
  );
  return row ?? null;
}
export async function countBag(tx: Tx, id: number): Promise<number> {
  const [row] = await tx.query<{ n: number }>(
    `update sign.sign_recovery r set updated_at = now(),
       count = (select coalesce(sum(l.count), 0)::int from sign.sign_recovery_line l where l.parent_id = r.id)
     where r.id = $1 returning r.count as n`,
    [id],
  );
  return row?.n ?? 0;
}
export async function insertBag(
  tx: Tx,
  bag: { from: number; staffId: number; to: number; reason: string; regionCode: number },
): Promise<{ id: number; docNo: string }> {
  const [row] = await tx.query<{ id: number; docNo: string }>(
    `insert into sign.sign_recovery (tenant_no, region_code, doc_no, kind, bag_no, from_principal_id, from_staff_id,
       to_principal_id, reason, created_by, updated_by)
     select $1, $2, n.no, 'unused', n.no, $3, $4, $5, $6, $7, $7 from (select kit.doc_no('EB') as no) n
     returning id, doc_no as "docNo"`,
    [tx.scope.tenantNo, bag.regionCode, bag.from, bag.staffId, bag.to, bag.reason, tx.scope.userId],
  );
  if (!row) throw new Error('no bag');
  return row;
}
