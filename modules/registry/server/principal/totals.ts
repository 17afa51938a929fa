import { rangeOf } from '#kit/contract/region.ts';
import type { Call } from '#kit/server/http/call.ts';
import type { principalTotals } from '#modules/registry/contract/principal/principal.ts';
import { stockOf } from '../animal/animals.ts';

/** Counted over what the caller sees; the head comes from the kept figures, not from the animals. */
export async function totals(call: Call<typeof principalTotals>) {
  const wanted = call.query.regionCode;
  const { scope } = call.actor;
  const [lo, hi] = wanted === undefined ? [null, null] : rangeOf(wanted);
  const [rows] = await call.database.read<[{ status: string; n: number; households: number }]>(scope, {
    text: `select status, count(*)::int as n, count(*) filter (where principal_unit_type = 'household' and status = 'active')::int as households
           from registry.principal where tenant_no = kit.tenant() and ($1::bigint is null or (region_code >= $1 and region_code < $2)) group by 1 order by 1`,
    values: [lo, hi],
  });
  const stock = await stockOf(call.database, call, wanted);
  return {
    byStatus: rows.map(({ status, n }) => ({ status, n })),
    principals: rows.reduce((sum, row) => sum + (row.status === 'merged' ? 0 : row.n), 0),
    households: rows.reduce((sum, row) => sum + row.households, 0),
    head: stock.reduce((sum, row) => sum + row.n, 0),
  };
}
