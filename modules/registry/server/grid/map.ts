import { rangeOf } from '#kit/contract/region.ts';
import type { Call } from '#kit/server/http/call.ts';
import { lookups } from '#kit/server/resource/lookups.ts';
import type { gridMap, MappedVillage } from '#modules/registry/contract/grid/grid.ts';

type Raw = Omit<MappedVillage, 'name' | 'load'> & { staffId: number | null };

/** A village lies where the register of regions says, else in the middle of its households. */
const place = (axis: 'longitude' | 'latitude') => `coalesce(r.${axis}, h.${axis})`;

/**
 * One row per village, of the nearest grid it lies in. Vacant is what the list of vacancies says: a grid of its own, and nobody has main charge
 * of it; a village that only a wider grid holds asks for a grid first.
 */
const villages = `with near as (
    select distinct on (v.village_code) v.village_code as code, v.grid_id, v.grid_level, g.name as grid_name
    from registry.grid_village v join registry.grid g on g.id = v.grid_id where v.tenant_no = kit.tenant()
    order by v.village_code, array_position(array['village', 'township', 'county'], v.grid_level)
  ), homes as (
    select p.region_code as code, count(*) filter (where p.principal_unit_type = 'household')::int as households, avg(p.longitude) as longitude, avg(p.latitude) as latitude
    from registry.principal p where p.tenant_no = kit.tenant() and p.status = 'active' and p.region_code in (select code from near) group by 1
  ), stock as (
    select code, sum(n)::int as head from (
      select k.region_code as code, k.n from kit.rollup k where k.tenant_no = kit.tenant() and k.name = 'registry.stock' and k.region_code in (select code from near)
      union all
      select d.region_code, d.n from kit.rollup_delta d where d.tenant_no = kit.tenant() and d.name = 'registry.stock' and d.region_code in (select code from near)
    ) s group by 1
  )
  select n.code, n.grid_id as "gridId", n.grid_name as "gridName", ${place('longitude')} as longitude, ${place('latitude')} as latitude,
    case when n.grid_level <> 'village' then 'wider' when s.id is null then 'vacant' else 'covered' end as state,
    s.id as "staffId", s.name as "staffName", coalesce(h.households, 0) as households, coalesce(k.head, 0) as head
  from near n join platform.sys_region r on r.code = n.code
    left join registry.grid_duty d on d.tenant_no = kit.tenant() and d.grid_id = n.grid_id and d.job = $1 and d.is_main and d.to_on is null
    left join registry.staff s on s.id = d.staff_id
    left join homes h on h.code = n.code left join stock k on k.code = n.code
  order by n.code`;

/** Of the caller's regions; those who have none see grids as a party, and no land around them. */
const without = `select count(*)::int as n from platform.sys_region r join unnest($1::bigint[], $2::bigint[]) o(lo, hi) on r.code >= o.lo and r.code < o.hi
  where r.level = 5 and r.status = 'active' and not exists (select 1 from registry.grid_village v where v.tenant_no = kit.tenant() and v.village_code = r.code)`;

export async function mapOfGrids(call: Call<typeof gridMap>) {
  const ranges = call.actor.scope.regions.map(rangeOf);
  const [rows, [bare]] = await call.database.read<[Raw, { n: number }]>(
    call.actor.scope,
    { text: villages, values: [call.query.job] },
    { text: without, values: [ranges.map(([lo]) => lo), ranges.map(([, hi]) => hi)] },
  );
  const loads = new Map<number, number>();
  for (const { staffId, head } of rows) if (staffId !== null) loads.set(staffId, (loads.get(staffId) ?? 0) + head);
  const nameOf = (code: number) => lookups().regionName(code, call.language)?.split(' ').at(-1) ?? String(code);
  return {
    villages: rows.map(({ staffId, ...row }) => ({
      ...row,
      name: nameOf(row.code),
      load: staffId === null ? null : (loads.get(staffId) ?? 0),
    })),
    without: bare?.n ?? 0,
  };
}
