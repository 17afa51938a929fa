--@narrow
create or replace function prevention.build_routine(p_tenant int, p_lo bigint, p_hi bigint) returns int
  language plpgsql as $$
declare
  v_holders bigint[];
begin
  perform kit.require_tenant(p_tenant);
  select array_agg(distinct o.principal_id) into v_holders from prevention.holder_stock o
  where o.tenant_no = p_tenant and o.region_code >= p_lo and o.region_code < p_hi and o.tagged > 0;
  if v_holders is null then return 0; end if;
  perform prevention.plan_for(cardinality(v_holders));
  perform 1 from prevention.holder where tenant_no = p_tenant and principal_id = any (v_holders)
    order by principal_id for update;
  perform prevention.refresh_routine(p_tenant, v_holders);
  return cardinality(v_holders);
end $$;
