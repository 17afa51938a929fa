import type { Tx } from '#kit/server/db/database.ts';

const township = (code: number) => Math.floor(code / 1000) * 1000;
const county = (code: number) => Math.floor(code / 1_000_000) * 1_000_000;

/** Who must act for a place: the township's station, else the county's authority, else whoever stands above. Under the tenant's own sight. */
export async function stationOf(tx: Tx, regionCode: number): Promise<number | null> {
  const [row] = await tx.query<{ id: number }>(
    `select id from registry.principal where tenant_no = $1 and status = 'active' and (
       (principal_unit_type = 'preventionStation' and region_code = $2) or (principal_unit_type = 'authority' and $3 >= region_code and $3 < region_code + platform.region_width(region_code)))
     order by (principal_unit_type = 'preventionStation') desc, platform.region_width(region_code), id limit 1`,
    [tx.scope.tenantNo, township(regionCode), regionCode],
  );
  return row?.id ?? null;
}

/** The county's authority: who hears what one township alone must not decide. */
export async function countyAuthority(tx: Tx, regionCode: number): Promise<number | null> {
  const [row] = await tx.query<{ id: number }>(
    `select id from registry.principal where tenant_no = $1 and status = 'active' and principal_unit_type = 'authority'
       and $2 >= region_code and $2 < region_code + platform.region_width(region_code) and platform.region_width(region_code) >= 1000000
     order by platform.region_width(region_code), id limit 1`,
    [tx.scope.tenantNo, county(regionCode)],
  );
  return row?.id ?? null;
}
