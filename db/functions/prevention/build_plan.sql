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
  perform prevention.hold_holders(p_tenant, v_holders);
  perform prevention.refresh_plans(p_tenant, v_holders, p_season, true);
  return cardinality(v_holders);
end $$;
