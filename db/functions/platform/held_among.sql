-- Which of these permissions a user holds, in one question instead of one for each.
--@narrow
create or replace function platform.held_among(p_user bigint, p_permissions text[]) returns text[]
  language plpgsql stable as $$
begin
  return array(
    select m.permission from platform.sys_user_role ur join platform.sys_role r on r.id = ur.role_id
      join platform.sys_role_menu rm on rm.role_id = r.id
      join platform.sys_menu m on m.id = rm.menu_id
    where ur.user_id = p_user and r.status = 'enabled' and (ur.valid_until is null or ur.valid_until > now())
      and m.permission = any (p_permissions)
    union
    select p.permission from platform.delegation(p_user) d
      cross join lateral (select platform.role_permissions(d.granted_by) as held offset 0) giver
      cross join unnest(p_permissions) p(permission)
    where p.permission = any (d.actions) and p.permission = any (giver.held));
end $$;
