--@narrow
create or replace function prevention.worker_of(p_tenant int, p_village bigint) returns bigint
  language sql stable as $$
  select d.staff_id from registry.grid_village v
  join registry.grid_duty d on d.tenant_no = v.tenant_no and d.grid_id = v.grid_id and d.is_main
    and d.job = 'preventionWorker' and d.to_on is null
  where kit.require_tenant(p_tenant) and v.tenant_no = p_tenant and v.village_code = p_village
  order by array_position(array['village', 'township', 'county'], v.grid_level), d.from_on desc limit 1
$$;
