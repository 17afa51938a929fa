import type { Tx } from '#kit/server/db/database.ts';

export interface HerdCount {
  readonly principalId: number;
  readonly species: string;
  readonly stage: string;
  readonly head: number;
  readonly onDate: string;
  readonly source: 'census' | 'visit' | 'farmReport';
  readonly sourceId: number;
}

/** Animals without numbers, counted and not listed, beside what the book held when they were counted. */
export async function recordHerdCount(tx: Tx, one: HerdCount): Promise<void> {
  await tx.query(
    `insert into registry.herd_count as h (tenant_no, region_code, principal_id, species, stage, on_date, head, book_head, source, source_id, created_by)
     select $1, p.region_code, p.id, $3, $4, $5, $6, (select coalesce(sum(d.net), 0) from registry.holder_stock_day d
         where d.tenant_no = $1 and d.principal_id = p.id and d.species = $3 and d.stage = $4 and d.day <= $5), $7, $8, $9
     from registry.principal p where p.id = $2
     on conflict (tenant_no, principal_id, species, stage, on_date, source) do update set head = excluded.head,
       book_head = excluded.book_head, source_id = excluded.source_id`,
    [
      tx.scope.tenantNo,
      one.principalId,
      one.species,
      one.stage,
      one.onDate,
      one.head,
      one.source,
      one.sourceId,
      tx.scope.userId,
    ],
  );
}

/** A count whose record was taken back was never made. */
export async function dropHerdCounts(tx: Tx, source: HerdCount['source'], sourceId: number): Promise<void> {
  await tx.query('delete from registry.herd_count where tenant_no = $1 and source = $2 and source_id = $3', [
    tx.scope.tenantNo,
    source,
    sourceId,
  ]);
}

/** R63: what was counted at the loser was counted at the survivor; where both have a count of the day, the survivor's own stands. */
export async function reassignHerdCounts(tx: Tx, from: number, to: number, regionCode: number): Promise<number> {
  const passed = await tx.query(
    `update registry.herd_count h set principal_id = $2, region_code = $3 where h.tenant_no = $4 and h.principal_id = $1
       and not exists (select 1 from registry.herd_count o where o.tenant_no = h.tenant_no and o.principal_id = $2
         and o.species = h.species and o.stage = h.stage and o.on_date = h.on_date and o.source = h.source)
     returning 1`,
    [from, to, regionCode, tx.scope.tenantNo],
  );
  return passed.length;
}

export interface StockOfHolder {
  readonly species: string;
  readonly stage: string;
  readonly tagged: number;
  /** What the latest count says beyond the tagged. */
  readonly untagged: number;
}

/** A holder's stock on a day: tagged animals from the book, and the rest of the latest count. */
export async function holderStock(tx: Tx, principalId: number, day: string): Promise<StockOfHolder[]> {
  return tx.query<StockOfHolder>(
    `with tagged as (
       select species, stage, sum(net)::int as n from registry.holder_stock_day where tenant_no = $1 and principal_id = $2 and day <= $3 group by 1, 2
     ), counted as (
       select distinct on (species, stage) species, stage, head, book_head, on_date from registry.herd_count
       where tenant_no = $1 and principal_id = $2 and on_date <= $3 order by species, stage, on_date desc, id desc
     ), beyond as (
       select c.species, c.stage, c.head - greatest(coalesce(c.book_head, 0), coalesce((select sum(d.net)
           from registry.holder_stock_day d where d.tenant_no = $1 and d.principal_id = $2 and d.species = c.species
             and d.stage = c.stage and d.day <= c.on_date), 0))
         - (select count(*) from registry.animal a join registry.animal_entry e on e.id = a.entry_id
            where a.tenant_no = $1 and a.principal_id = $2 and a.species = c.species and a.stage = c.stage
              and a.entry_on > c.on_date and a.entry_on <= $3 and a.voided_at is null and e.entry_kind = 'backlog'
              and e.principal_id = $2) as n
       from counted c
     )
     select species, stage, coalesce(t.n, 0) as tagged, greatest(coalesce(b.n, 0), 0)::int as untagged
     from tagged t full join beyond b using (species, stage) where coalesce(t.n, 0) <> 0 or coalesce(b.n, 0) > 0
     order by species, stage`,
    [tx.scope.tenantNo, principalId, day],
  );
}
