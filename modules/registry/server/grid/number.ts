import { inTenant } from '#kit/server/db/in-tenant.ts';
import type { Call } from '#kit/server/http/call.ts';

/** County and four digits, the next free. */
export async function nextNo(call: Call, regionCode: number): Promise<string> {
  const county = String(Math.floor(regionCode / 1e6)).padStart(6, '0');
  await call.tx.query("select pg_advisory_xact_lock(7304, hashtext('grid' || $1))", [county]);
  // Numbers run through the county, further than a township's station sees.
  const [row] = await inTenant(call.tx, call.actor.tenantNo, 'gridNo', (tx) =>
    tx.query<{ last: string | null }>(
      'select max(grid_no) as last from registry.grid where tenant_no = $1 and grid_no like $2',
      [call.actor.tenantNo, `${county}%`],
    ),
  );
  return `${county}${String(Number(row?.last?.slice(6) ?? 0) + 1).padStart(4, '0')}`;
}
