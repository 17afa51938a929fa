-- Whoever writes rows that follow from a holder takes the holder first, in one order: two who hold each other's wait for ever.
--@narrow
create or replace function prevention.hold_holders(p_tenant int, p_holders bigint[]) returns void language plpgsql as $$
begin
  perform kit.require_tenant(p_tenant);
  insert into prevention.holder (tenant_no, principal_id, region_code, scale)
  select p_tenant, p.id, p.region_code, p.scale from registry.principal p
    where p.tenant_no = p_tenant and p.id = any (p_holders) order by p.id
  on conflict (tenant_no, principal_id) do nothing;
  perform 1 from prevention.holder where tenant_no = p_tenant and principal_id = any (p_holders)
    order by principal_id for update;
end $$;
