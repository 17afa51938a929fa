import type { Tx } from '#kit/server/db/database.ts';

/** R25 and the stock book: counters and books against the animals themselves, in one pass each; last night's findings go. */
export async function renewDifferences(tx: Tx, today: string): Promise<number> {
  await tx.query('delete from registry.quality_difference where tenant_no = $1', [tx.scope.tenantNo]);
  const pens = await tx.query(
    `insert into registry.quality_difference (tenant_no, region_code, principal_id, kind, pen_id, said, counted, found_on)
     select p.tenant_no, p.region_code, p.principal_id, 'pen', p.id, p.current_count, coalesce(c.n, 0), $2
     from registry.pen p left join (
       select pen_id, count(*)::int as n from registry.animal where tenant_no = $1 and status = 'inStock' and voided_at is null and pen_id is not null group by 1) c on c.pen_id = p.id
     where p.tenant_no = $1 and p.current_count <> coalesce(c.n, 0) returning 1`,
    [tx.scope.tenantNo, today],
  );
  const books = await tx.query(
    `insert into registry.quality_difference (tenant_no, region_code, principal_id, kind, species, said, counted, found_on)
     select $1, p.region_code, p.id, 'book', d.species, d.said, d.counted, $2 from (
       select coalesce(b.principal_id, s.principal_id) as principal_id, coalesce(b.species, s.species) as species, coalesce(b.n, 0)::int as said, coalesce(s.n, 0)::int as counted
       from (select principal_id, species, sum(net) as n from registry.holder_stock_day where tenant_no = $1 group by 1, 2) b
       full join (select principal_id, species, count(*) as n from registry.animal where tenant_no = $1 and status = 'inStock' and voided_at is null group by 1, 2) s
         on s.principal_id = b.principal_id and s.species = b.species
     ) d join registry.principal p on p.id = d.principal_id where d.said <> d.counted returning 1`,
    [tx.scope.tenantNo, today],
  );
  return pens.length + books.length;
}
