-- Menus that a unit's function items open. Asked whenever somebody's rights are, and planning it took longer than running it.
create or replace function platform.principal_menus(p_tenant int, p_principal bigint) returns setof bigint
  language plpgsql stable set plan_cache_mode = force_generic_plan as $$
begin
  return query
    select m from platform.menus_of_items(array(select i from platform.principal_items(p_tenant, p_principal) i)) m;
end $$;
