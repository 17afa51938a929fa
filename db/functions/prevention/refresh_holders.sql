--@narrow
create or replace function prevention.refresh_holders(p_tenant int, p_holders bigint[]) returns void
  language plpgsql as $$
begin
  perform kit.require_tenant(p_tenant);
  if coalesce(cardinality(p_holders), 0) = 0 then return; end if;
  perform prevention.plan_for(cardinality(p_holders));
  perform prevention.hold_holders(p_tenant, p_holders);
  update prevention.holder h set region_code = p.region_code, scale = p.scale from registry.principal p
  where h.tenant_no = p_tenant and h.principal_id = any (p_holders) and p.id = h.principal_id
    and (h.region_code, h.scale) is distinct from (p.region_code, p.scale);
  perform prevention.refresh_stock(p_tenant, p_holders);
  perform prevention.refresh_plans(p_tenant, p_holders, null, false);
  perform prevention.refresh_routine(p_tenant, p_holders);
  perform prevention.plan_for();
end $$;
