--@narrow
create or replace function platform.door_menus(p_tenant int, p_principal bigint) returns setof bigint
  language sql stable as
  $$ select m from platform.principal_menus(p_tenant, p_principal) m where kit.is_reached(p_tenant) $$;
