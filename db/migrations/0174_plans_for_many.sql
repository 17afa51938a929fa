-- A plan made for a few holders goes through its inner tables once for each: quick for a sheet, minutes for the households of a township. Many holders are planned for anew,
-- which costs a few milliseconds; few keep the plan that is there.
create function prevention.plan_for(p_holders int) returns void language plpgsql as $$
begin
  perform set_config('plan_cache_mode', case when p_holders > 20 then 'force_custom_plan' else 'auto' end, true);
end $$;

--@narrow
create or replace function prevention.refresh_holders(p_tenant int, p_holders bigint[]) returns void language plpgsql as $$
begin
  if coalesce(cardinality(p_holders), 0) = 0 then return; end if;
  perform prevention.plan_for(cardinality(p_holders));
  insert into prevention.holder (tenant_no, principal_id, region_code, scale)
  select p_tenant, p.id, p.region_code, p.scale from registry.principal p where p.tenant_no = p_tenant and p.id = any (p_holders) order by p.id
  on conflict (tenant_no, principal_id) do nothing;
  perform 1 from prevention.holder where tenant_no = p_tenant and principal_id = any (p_holders) order by principal_id for update;
  update prevention.holder h set region_code = p.region_code, scale = p.scale from registry.principal p
  where h.tenant_no = p_tenant and h.principal_id = any (p_holders) and p.id = h.principal_id and (h.region_code, h.scale) is distinct from (p.region_code, p.scale);
  perform prevention.refresh_stock(p_tenant, p_holders);
  perform prevention.refresh_plans(p_tenant, p_holders, null, false);
  perform prevention.refresh_routine(p_tenant, p_holders);
end $$;

--@narrow
create or replace function prevention.build_plan(p_tenant int, p_season bigint, p_lo bigint, p_hi bigint) returns int language plpgsql as $$
declare
  v_holders bigint[];
begin
  select array_agg(x.principal_id) into v_holders from (
    select distinct o.principal_id from prevention.holder_stock o where o.tenant_no = p_tenant and o.region_code >= p_lo and o.region_code < p_hi and o.tagged + o.untagged > 0) x;
  if v_holders is null then return 0; end if;
  perform prevention.plan_for(cardinality(v_holders));
  insert into prevention.holder (tenant_no, principal_id, region_code, scale)
  select p_tenant, p.id, p.region_code, p.scale from registry.principal p where p.tenant_no = p_tenant and p.id = any (v_holders) order by p.id
  on conflict (tenant_no, principal_id) do nothing;
  perform 1 from prevention.holder where tenant_no = p_tenant and principal_id = any (v_holders) order by principal_id for update;
  perform prevention.refresh_plans(p_tenant, v_holders, p_season, true);
  return cardinality(v_holders);
end $$;

--@narrow
create or replace function prevention.build_routine(p_tenant int, p_lo bigint, p_hi bigint) returns int language plpgsql as $$
declare
  v_holders bigint[];
begin
  select array_agg(distinct o.principal_id) into v_holders from prevention.holder_stock o
  where o.tenant_no = p_tenant and o.region_code >= p_lo and o.region_code < p_hi and o.tagged > 0;
  if v_holders is null then return 0; end if;
  perform prevention.plan_for(cardinality(v_holders));
  perform 1 from prevention.holder where tenant_no = p_tenant and principal_id = any (v_holders) order by principal_id for update;
  perform prevention.refresh_routine(p_tenant, v_holders);
  return cardinality(v_holders);
end $$;
