create or replace function platform.held_permissions(p_user bigint) returns text[] language plpgsql stable as $$
declare
  own text[] := platform.role_permissions(p_user);
  given record;
begin
  select * into given from platform.delegation(p_user);
  if not found then return own; end if;
  -- No more than the giver holds now, and nothing of a system the unit does not have.
  return array(
    select unnest(own)
    union
    select m.permission from platform.sys_user u cross join platform.principal_menus(u.tenant_no,
      u.principal_id) a(id) join platform.sys_menu m on m.id = a.id
    where u.id = p_user and m.permission = any (given.actions)
      and m.permission = any (platform.role_permissions(given.granted_by))
    order by 1);
end $$;
