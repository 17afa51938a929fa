import type { Tx } from '#kit/server/db/database.ts';

/** Houses and pens of every holder in force, as many as its size asks for: a household has one of each. */
export async function saveEnclosures(tx: Tx): Promise<void> {
  await tx.query(
    `insert into registry.hovel (tenant_no, region_code, principal_id, hovel_no, name, kind, area, capacity, longitude, latitude, status, created_at, updated_at)
     select p.tenant_no, p.region_code, p.id, lpad(n::text, 2, '0'), n || '号' || k.name, k.kind, round((room.places * 6.5)::numeric, 1), room.places,
       p.longitude + n * 0.0004, p.latitude + n * 0.0003, case when p.id % 23 = 0 and n > 1 then 'disinfecting' when p.id % 17 = 0 and n > 1 then 'idle' else 'inUse' end,
       p.created_at + interval '1 day', p.created_at + interval '1 day'
     from registry.principal p
     cross join lateral (select case coalesce(p.scale, 'retail') when 'large' then 4 when 'medium' then 2 else 1 end as houses,
       (case coalesce(p.scale, 'retail') when 'large' then 120 when 'medium' then 60 when 'small' then 40 else 12 end
         * case when 'cattle' = any (p.species_kept) then 1 else 3 end) as places) room
     cross join lateral generate_series(1, room.houses) n
     cross join lateral (select (case when 'cattle' = any (p.species_kept)
         then array['cowHouse', 'fattening', 'calf', 'isolation'] else array['sheepHouse', 'lambing', 'sheepHouse', 'isolation'] end)[n] as kind,
       (case when 'cattle' = any (p.species_kept)
         then array['母牛舍', '育肥舍', '犊牛舍', '隔离舍'] else array['羊舍', '产羔舍', '羊舍', '隔离舍'] end)[n] as name) k
     where p.tenant_no = $1 and p.status = 'active' and p.principal_unit_type in ('household', 'farm', 'cooperative')
     order by p.id, n`,
    [tx.scope.tenantNo],
  );
  await tx.query(
    `insert into registry.pen (tenant_no, region_code, principal_id, hovel_id, pen_no, capacity, purpose, status, created_at, updated_at)
     select h.tenant_no, h.region_code, h.principal_id, h.id, lpad(n::text, 2, '0'), h.capacity / pens.many,
       case when h.kind = 'isolation' then '新购隔离' when h.kind = 'calf' then '断奶' end, case when h.status = 'inUse' then 'inUse' else 'idle' end, h.created_at, h.created_at
     from registry.hovel h
     cross join lateral (select case when h.capacity >= 100 then 6 when h.capacity >= 60 then 4 when h.capacity >= 40 then 2 else 1 end as many) pens
     cross join lateral generate_series(1, pens.many) n
     where h.tenant_no = $1 order by h.id, n`,
    [tx.scope.tenantNo],
  );
}
