--@narrow
create or replace function platform.door_session(p_token_hash text) returns table (
  session_id bigint, user_id bigint, tenant_no int, username text, nickname text, principal_id bigint,
    user_status text, perm_version int,
  issued_at timestamptz, last_active_at timestamptz, idle_seconds int, absolute_end_at timestamptz,
    ended_at timestamptz, end_reason text,
  client_type text, portal_id text, tenant_status text, tenant_expire_on date, grace_days int, role_codes text[],
    data_scopes text[], actions text[], regions bigint[]
) language sql stable as $$
  select s.id, u.id, u.tenant_no, u.username, u.nickname, u.principal_id, u.status, u.perm_version + t.perm_version,
    k.issued_at, s.last_active_at, s.idle_seconds,
         s.absolute_end_at, s.ended_at, s.end_reason, s.client_type, s.portal_id, t.status, t.expire_on, t.grace_days,
         array(select r.role_code from platform.sys_user_role ur join platform.sys_role r on r.id = ur.role_id
               where ur.user_id = u.id and r.status = 'enabled' and (ur.valid_until is null
                 or ur.valid_until > now()) order by 1),
         platform.door_scopes(u.id), platform.held_permissions(u.id), platform.door_regions(u.id)
  from platform.sys_session_token k join platform.sys_session s on s.id = k.session_id
    join platform.sys_user u on u.id = s.user_id
  join platform.sys_tenant t on t.tenant_no = u.tenant_no
  where k.token_hash = p_token_hash
$$;
