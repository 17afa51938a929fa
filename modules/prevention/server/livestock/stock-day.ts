import type { Database, Tx } from '#kit/server/db/database.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import { today } from '#kit/server/today.ts';
import { eachTenant } from '#modules/platform/server/index.ts';

const untagged = `select o.region_code, o.species, e.key as stage, 0 as tagged, e.value::int as untagged, o.counted_on
  from prevention.holder_stock o, jsonb_each_text(o.stages) e where o.tenant_no = $1`;

/** What stands in every village now, kept as the end of the day. Asked again, the day stays as it was first kept. */
export async function keepStockDay(tx: Tx, day: string): Promise<number> {
  const kept = await tx.query(
    `insert into prevention.stock_day (tenant_no, region_code, day, species, stage, tagged, untagged)
     select $1, region_code, $2, species, stage, sum(tagged), sum(untagged) from (
       select region_code, species, stage, count(*)::int as tagged, 0 as untagged from registry.animal
       where tenant_no = $1 and status = 'inStock' and in_herd and voided_at is null group by 1, 2, 3
       union all select region_code, species, stage, tagged, untagged from (${untagged}) l
     ) x where not exists (select 1 from prevention.stock_day where tenant_no = $1 and day = $2) group by 2, 4, 5 returning 1`,
    [tx.scope.tenantNo, day],
  );
  return kept.length;
}

/** Days nobody kept while they passed, from the registry's book; what was counted without a number stands from the day it was counted. */
export async function fillStockDays(tx: Tx, days: readonly string[]): Promise<number> {
  const kept = await tx.query(
    `insert into prevention.stock_day (tenant_no, region_code, day, species, stage, tagged, untagged)
     select $1, region_code, day, species, stage, greatest(sum(tagged), 0), sum(untagged) from (
       select b.region_code, d.day, b.species, b.stage, b.net as tagged, 0 as untagged
       from unnest($2::date[]) d(day) join registry.holder_stock_day b on b.tenant_no = $1 and b.in_herd and b.day <= d.day
       union all select l.region_code, d.day, l.species, l.stage, 0, l.untagged from unnest($2::date[]) d(day) join (${untagged}) l on l.counted_on <= d.day
     ) x group by 2, 3, 4, 5 having sum(tagged) > 0 or sum(untagged) > 0
     on conflict (tenant_no, day, region_code, species, stage) do nothing returning 1`,
    [tx.scope.tenantNo, days],
  );
  return kept.length;
}

/** The night keeps the day that ended. */
export async function stockNight(database: Database): Promise<void> {
  const day = dayBefore(today());
  await eachTenant(database, (tenantNo) =>
    database.transaction(systemScope(tenantNo, 'preventionNight'), (tx) => keepStockDay(tx, day)),
  );
}

export function dayBefore(day: string): string {
  const at = new Date(`${day}T00:00:00Z`);
  at.setUTCDate(at.getUTCDate() - 1);
  return at.toISOString().slice(0, 10);
}
