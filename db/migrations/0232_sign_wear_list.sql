-- Whose animals somebody who wears tags may meet: holders of herds, as the reader sees them.
create function sign.wear_holders(p_most int) returns table (id bigint, name text, "regionCode" bigint)
language sql stable as $$
  select p.id, p.principal_unit_name, p.region_code from registry.principal p
  where p.tenant_no = kit.tenant() and p.status = 'active'
    and p.principal_unit_type in ('household', 'farm', 'cooperative', 'breedingStation')
  order by p.region_code, p.principal_unit_name limit p_most
$$;
