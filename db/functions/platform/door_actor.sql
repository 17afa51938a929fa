--@narrow
create or replace function platform.door_actor(p_user bigint) returns table (
  user_id bigint, tenant_no int, username text, nickname text, principal_id bigint, user_status text,
    perm_version int,
  tenant_status text, tenant_expire_on date, grace_days int, role_codes text[], data_scopes text[], actions text[],
    regions bigint[]
) language sql stable as $$
  select u.id, u.tenant_no, u.username, u.nickname, u.principal_id, u.status, u.perm_version + t.perm_version,
    t.status, t.expire_on, t.grace_days,
    array(select r.role_code from platform.sys_user_role ur join platform.sys_role r on r.id = ur.role_id
          where ur.user_id = p_user and r.status = 'enabled' and (ur.valid_until is null or ur.valid_until > now())
            order by 1),
    platform.door_scopes(u.id), platform.held_permissions(u.id), platform.door_regions(u.id)
  from platform.sys_user u join platform.sys_tenant t on t.tenant_no = u.tenant_no
    where u.id = p_user and kit.is_reached(u.tenant_no)
$$;
