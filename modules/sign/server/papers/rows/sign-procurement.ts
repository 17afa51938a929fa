import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';

export interface OrderHead {
  readonly id: number;
  readonly docNo: string;
  readonly status: string;
  readonly version: number;
  readonly applicantId: number;
  readonly deliverTo: number;
  readonly supplierId: number | null;
  readonly regionCode: number;
  readonly submittedBy: number | null;
  readonly auditedBy: number | null;
  readonly createdBy: number | null;
}
export async function orderOf(tx: Tx, id: number, lock = false): Promise<OrderHead | null> {
  const [row] = await tx.query<OrderHead>(
    `select id, doc_no as "docNo", status, version, applicant_id as "applicantId", deliver_to as "deliverTo",
       supplier_id as "supplierId", region_code as "regionCode", submitted_by as "submittedBy", audited_by as "auditedBy",
       created_by as "createdBy" from sign.sign_procurement where id = $1 ${lock ? 'for update' : ''}`,
    [id],
  );
  return row ?? null;
}

export async function setOrder(
  tx: Tx,
  id: number,
  values: { status: string; supplierId?: number; approved?: number; opinion?: string | null },
): Promise<number> {
  const [row] = await tx.query<{ version: number }>(
    `update sign.sign_procurement set status = $2, supplier_id = coalesce($3, supplier_id),
       seen_by_supplier = coalesce($3, seen_by_supplier), approved = coalesce($4, approved),
       opinion = coalesce($5, opinion),
       approved_by = case when $2 = 'approved' then $6 else approved_by end,
       audited_by = case when $2 = 'approved' then coalesce(audited_by, $6) else audited_by end,
       state_since = (now() at time zone 'Asia/Shanghai')::date, version = version + 1, updated_at = now(), updated_by = $6
     where id = $1 returning version`,
    [id, values.status, values.supplierId ?? null, values.approved ?? null, values.opinion ?? null, tx.scope.userId],
  );
  return row?.version ?? 0;
}

/** R25, R27: how far an order has come, from where its numbers are; done once every number is stored or written off. */
export async function countOrder(tx: Tx, id: number): Promise<void> {
  await inTenant(tx, tx.scope.tenantNo, 'tags', async (all) => {
    const [sums] = await all.query<{
      made: number;
      gone: number;
      come: number;
      stored: number;
      lost: number;
      all: number;
    }>(
      `select coalesce(sum(x.n), 0)::int as "all",
         coalesce(sum(x.n) filter (where x.place not in ('ordered')), 0)::int as made,
         coalesce(sum(x.n) filter (where x.place not in ('ordered', 'produced') and x.first is null), 0)::int as gone,
         coalesce(sum(x.n) filter (where x.place in ('received', 'stock', 'hand', 'worn', 'scrapPending')
           or (x.place = 'inTransit' and x.first is null and x.type <> 'shipment')), 0)::int as come,
         coalesce(sum(x.n) filter (where x.place in ('stock', 'hand', 'worn', 'scrapPending')
           or (x.place = 'inTransit' and x.type <> 'shipment')), 0)::int as stored,
         coalesce(sum(x.n) filter (where x.place in ('scrapped', 'lost', 'destroyed')), 0)::int as lost
       from (select s.place, s.doc_type as type,
       case when s.place in ('scrapped', 'lost', 'destroyed') then 1 end as first,
               least(s.code_to, a.code_to) - greatest(s.code_from, a.code_from) + 1 as n
             from sign.sign_allot a join sign.tag_segment s on s.tenant_no = a.tenant_no and s.scheme = a.scheme
               and s.code_from <= a.code_to and s.code_to >= a.code_from
             where a.procurement_id = $1) x`,
      [id],
    );
    if (!sums) return;
    await all.query(
      `update sign.sign_procurement p set produced = $2, shipped = $3::int, received = $4, stored = $5::int,
         updated_at = now(),
         status = case when p.status = 'producing' and $3::int > 0 then 'shipping'
           when p.status = 'shipping' and $5::int + $6::int >= $7::int then 'done' else p.status end
       where p.id = $1`,
      [id, sums.made - sums.lost, sums.gone, sums.come, sums.stored, sums.lost, sums.all],
    );
  });
}
/** A shipment moved: its order is counted anew. */
export async function orderMoved(tx: Tx, shipmentId: number): Promise<void> {
  const [row] = await tx.query<{ id: number }>('select procurement_id as id from sign.tag_shipment where id = $1', [
    shipmentId,
  ]);
  if (row) await countOrder(tx, row.id);
}

export const markSubmitted = (tx: Tx, id: number) =>
  tx.query('update sign.sign_procurement set submitted_by = $2 where id = $1', [id, tx.scope.userId]);
export const markAudited = (tx: Tx, id: number) =>
  tx.query('update sign.sign_procurement set audited_by = $2 where id = $1', [id, tx.scope.userId]);
