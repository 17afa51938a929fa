import type { Tx } from '#kit/server/db/database.ts';

/**
 * A sheet for everybody who keeps, or could keep, animals in the region, with or without stock; whoever has one already keeps it. The worker in charge of
 * the village stands on it.
 */
export async function makeSheets(
  tx: Tx,
  roundId: number,
  [lo, hi]: readonly [number, number],
  actor: number | null,
): Promise<number> {
  const made = await tx.query(
    `with villages as (
       select v.code, prevention.worker_of(kit.tenant(), v.code) as staff_id from (
         select distinct p.region_code as code from registry.principal p where p.tenant_no = kit.tenant() and p.region_code >= $2 and p.region_code < $3
           and p.status in ('active', 'suspended') and p.principal_unit_type in ('household', 'farm', 'cooperative')
       ) v
     )
     insert into prevention.census_sheet (tenant_no, round_id, principal_id, region_code, staff_id, created_by, updated_by)
     select p.tenant_no, $1, p.id, p.region_code, v.staff_id, $4, $4 from registry.principal p join villages v on v.code = p.region_code
     where p.tenant_no = kit.tenant() and p.region_code >= $2 and p.region_code < $3 and p.status in ('active', 'suspended')
       and p.principal_unit_type in ('household', 'farm', 'cooperative') order by p.region_code, p.id
     on conflict (tenant_no, round_id, principal_id) do nothing returning 1`,
    [roundId, lo, hi, actor],
  );
  return made.length;
}
