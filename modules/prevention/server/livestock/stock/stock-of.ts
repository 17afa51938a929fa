import { rangeOf } from '#kit/contract/region.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { today } from '#kit/server/today.ts';
import { holderStock, type StockOfHolder } from '#modules/registry/server/index.ts';

/**
 * R1: what a holder or a region keeps, numbered or not, on a day: today as it is, other days as they were kept.
 *
 * @example
 * const herd = await stockOf(tx, { principalId }, today());
 */
export async function stockOf(
  tx: Tx,
  of: { readonly principalId: number } | { readonly regionCode: number },
  day: string,
): Promise<StockOfHolder[]> {
  const isNow = day >= today();
  if ('principalId' in of && !isNow) return holderStock(tx, of.principalId, day);
  const [lo, hi] = 'regionCode' in of ? rangeOf(of.regionCode) : [0, 0];
  if (!isNow)
    return tx.query<StockOfHolder>(
      `select species, stage, sum(tagged)::int as tagged, sum(untagged)::int as untagged from prevention.stock_day where tenant_no = $1 and region_code >= $2 and region_code < $3
         and day = (select max(day) from prevention.stock_day where tenant_no = $1 and day <= $4) group by 1, 2 order by 1, 2`,
      [tx.scope.tenantNo, lo, hi, day],
    );
  const where = 'regionCode' in of ? 'region_code >= $2 and region_code < $3' : 'principal_id = $2 and $3::bigint = 0';
  return tx.query<StockOfHolder>(
    `select species, stage, sum(tagged)::int as tagged, sum(untagged)::int as untagged from (
       select species, stage, count(*)::int as tagged, 0 as untagged from registry.animal where tenant_no = $1 and status = 'inStock' and in_herd and voided_at is null and ${where} group by 1, 2
       union all select o.species, e.key, 0, e.value::int from prevention.holder_stock o, jsonb_each_text(o.stages) e where o.tenant_no = $1 and ${where}
     ) x group by 1, 2 order by 1, 2`,
    [tx.scope.tenantNo, ...('regionCode' in of ? [lo, hi] : [of.principalId, 0])],
  );
}

/** Counted heads of a holder without a number, of some kinds. */
export async function untaggedHeads(tx: Tx, principalId: number, species: readonly string[]): Promise<number> {
  const [row] = await tx.query<{ n: number }>(
    `select coalesce(sum(untagged), 0)::int as n from prevention.holder_stock
     where tenant_no = kit.tenant() and principal_id = $1 and species = any ($2)`,
    [principalId, species],
  );
  return row?.n ?? 0;
}
