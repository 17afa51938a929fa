import type { Tx } from '#kit/server/db/database.ts';

/** A pasture around every holder with collars, a yard at some, and what the bank watches at the story farm. */
export async function saveFences(tx: Tx, units: ReadonlyMap<string, number>): Promise<void> {
  const { tenantNo } = tx.scope;
  await tx.query(
    `insert into device.fence (tenant_no, region_code, principal_id, bank_id, name, kind, polygon, area_ha, status,
      colour)
     select $1, u.region_code, u.id, case when k.kind = 'custody' then $2::bigint end,
       u.principal_unit_name || k.word, k.kind,
       jsonb_build_array((select jsonb_agg(jsonb_build_array(round((u.longitude + k.r * cos(a * 2 * pi() / 24))::numeric, 6),
         round((u.latitude + k.r * 0.8 * sin(a * 2 * pi() / 24))::numeric, 6)) order by a) from generate_series(0,
           24) a)),
       round((pi() * k.r * k.r * 0.8 * 111.32 * 80.5 * 100)::numeric, 2), k.status, k.colour
     from (select p.*, row_number() over (order by (p.id = $3) desc, p.id) as place from registry.principal p
       where p.tenant_no = $1 and exists (
       select 1 from device.device d where d.tenant_no = $1 and d.principal_id = p.id and d.kind = 'collar'
         and d.status = 'active')) u
     cross join (values ('pasture', '放牧场', 0.025, 'active', '#389e0d'), ('yard', '圈舍区', 0.003, 'paused', '#d48806'),
       ('custody', '监管区', 0.03, 'active', '#cf1322')) k (kind, word, r, status, colour)
     where k.kind = 'pasture' or (k.kind = 'yard' and u.place % 2 = 1) or (k.kind = 'custody' and u.place % 4 = 1)`,
    [tenantNo, units.get('bank1'), units.get('farm1')],
  );
  await tx.query(
    `insert into device.fence_geometry (tenant_no, fence_id, geometry_version, polygon, valid_from)
     select tenant_no, id, 1, polygon, '-infinity' from device.fence where tenant_no = $1`,
    [tenantNo],
  );
  await tx.query(
    `insert into device.fence_rule (tenant_no, region_code, principal_id, bank_id, fence_id, trigger, minutes, scope,
      level, from_time, to_time)
     select f.tenant_no, f.region_code, f.principal_id, f.bank_id, f.id, 'leave', null::int, 'all', case
       when f.kind = 'custody' then 'urgent' else 'warn' end, null, null
     from device.fence f where f.tenant_no = $1 and f.kind <> 'yard'
     union all
     select f.tenant_no, f.region_code, f.principal_id, f.bank_id, f.id, 'leave', null, 'all', 'urgent', '20:00',
       '05:00'
     from device.fence f where f.tenant_no = $1 and f.kind = 'yard'`,
    [tenantNo],
  );
  await tx.query(
    `insert into device.fence_presence (tenant_no, fence_id, device_id, inside, since, last_fix_at)
     select f.tenant_no, f.id, d.id, d.id % 21 <> 4, now() - interval '9 hours', s.location_at
     from device.fence f join device.device d on d.tenant_no = f.tenant_no and d.principal_id = f.principal_id
       and d.kind = 'collar' and d.status = 'active'
     join device.device_state s on s.tenant_no = d.tenant_no and s.device_id = d.id
     where f.tenant_no = $1 and f.status = 'active' and s.location_at is not null`,
    [tenantNo],
  );
}
