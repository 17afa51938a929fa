--@narrow
create or replace function prevention.build_plan(p_tenant int, p_season bigint, p_lo bigint, p_hi bigint) returns int
  language plpgsql as $$
declare
  v_holders bigint[];
begin
  perform kit.require_tenant(p_tenant);
  select array_agg(x.principal_id) into v_holders from (
    select distinct o.principal_id from prevention.holder_stock o
      where o.tenant_no = p_tenant and o.region_code >= p_lo and o.region_code < p_hi
      and o.tagged + o.untagged > 0) x;
  if v_holders is null then return 0; end if;
  perform prevention.plan_for(cardinality(v_holders));
  insert into prevention.holder (tenant_no, principal_id, region_code, scale)
  select p_tenant, p.id, p.region_code, p.scale from registry.principal p
    where p.tenant_no = p_tenant and p.id = any (v_holders) order by p.id
  on conflict (tenant_no, principal_id) do nothing;
  perform 1 from prevention.holder where tenant_no = p_tenant and principal_id = any (v_holders)
    order by principal_id for update;
  perform prevention.refresh_plans(p_tenant, v_holders, p_season, true);
  return cardinality(v_holders);
end $$;
