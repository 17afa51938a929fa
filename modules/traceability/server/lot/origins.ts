import type { Tx } from '#kit/server/db/database.ts';

export interface PublicLot {
  readonly id: number;
  readonly uid: string;
  readonly status: string;
  readonly productName: string;
  readonly maker: string;
  readonly madeOn: string;
  readonly bestBefore: string | null;
  readonly kg: number;
  readonly certTail: string | null;
  readonly recalledOn: string | null;
}
/** What a pack tells everybody of itself. */
export async function readLot(tx: Tx, id: number): Promise<PublicLot | null> {
  const [row] = await tx.query<PublicLot>(
    `select id, lot_uid as uid, status, product_name as "productName", registry.principal_name(principal_id) as maker,
       to_char(made_on, 'YYYY-MM-DD') as "madeOn", to_char(made_on + shelf_days, 'YYYY-MM-DD') as "bestBefore",
       kg::float8 as kg, right(product_cert_no, 4) as "certTail", to_char(recalled_at, 'YYYY-MM-DD') as "recalledOn"
     from traceability.trace_lot where id = $1`,
    [id],
  );
  return row ?? null;
}

/** Where the animals of a lot began, by county; their numbers open their own pages. */
export const originsOf = (tx: Tx, lotId: number): Promise<{ county: number; animals: number; tags: string[] }[]> =>
  tx.query(
    `with recursive up as (
       select i.from_lot_id, i.animal_id, 1 as depth from traceability.trace_lot_input i where i.parent_id = $1
       union select i.from_lot_id, i.animal_id, up.depth + 1 from up
         join traceability.trace_lot_input i on i.parent_id = up.from_lot_id where up.depth < 6
     ), began as (
       select distinct on (e.animal_id) e.animal_id, (e.region_code / 1000000)::int as county
       from traceability.event_seen e where e.tenant_no = kit.tenant()
         and e.animal_id in (select animal_id from up where animal_id is not null) order by e.animal_id, e.seq)
     select b.county, count(*)::int as animals, (array_agg(a.ear_tag order by a.ear_tag))[1:20] as tags
     from began b join traceability.animal_seen a on a.id = b.animal_id group by 1 order by 2 desc`,
    [lotId],
  );
