--@narrow
create or replace function platform.user_holds(p_user bigint, p_permission text) returns boolean
  language sql stable as $$
  select exists (
    select 1 from platform.sys_user_role ur join platform.sys_role r on r.id = ur.role_id
      join platform.sys_role_menu rm on rm.role_id = r.id
    join platform.sys_menu m on m.id = rm.menu_id
    where ur.user_id = p_user and r.status = 'enabled' and (ur.valid_until is null or ur.valid_until > now())
      and m.permission = p_permission)
  or exists (select 1 from platform.delegation(p_user) d where p_permission = any (d.actions)
    and p_permission = any (platform.role_permissions(d.granted_by)))
$$;
