-- The rights of a job's maker as they are now: a job runs under them, without a session.
--@narrow
create function platform.door_actor(p_user bigint) returns table (
  user_id bigint, tenant_no int, username text, nickname text, principal_id bigint, user_status text, perm_version int,
  tenant_status text, tenant_expire_on date, grace_days int, role_codes text[], data_scopes text[], actions text[], regions bigint[]
) language sql stable as $$
  with granted as (
    select r.id, r.role_code, r.data_scope from platform.sys_user_role ur join platform.sys_role r on r.id = ur.role_id
    where ur.user_id = p_user and r.status = 'enabled' and (ur.valid_until is null or ur.valid_until > now())
  )
  select u.id, u.tenant_no, u.username, u.nickname, u.principal_id, u.status, u.perm_version, t.status, t.expire_on, t.grace_days,
    array(select role_code from granted order by 1),
    array(select distinct data_scope from granted),
    array(select distinct m.permission from granted g join platform.sys_role_menu rm on rm.role_id = g.id join platform.sys_menu m on m.id = rm.menu_id
          where m.permission is not null order by 1),
    array(select j.region_code from platform.sys_user_jurisdiction j where j.user_id = u.id order by 1)
  from platform.sys_user u join platform.sys_tenant t on t.tenant_no = u.tenant_no where u.id = p_user
$$;
