-- Before a user is known there is no scope. These narrow functions answer exactly what the doors need to know;
-- they belong to a role that can log in nowhere and is given single columns only.

grant usage on schema platform, kit to mulian_narrow;
grant select on platform.sys_tenant to mulian_narrow;
grant select, update on platform.sys_user, platform.sys_session, platform.sys_login_step to mulian_narrow;
grant select, insert, delete on platform.sys_session_token to mulian_narrow;
grant insert on platform.sys_session, platform.sys_login_step, platform.sys_login_log to mulian_narrow;
grant select on platform.sys_login_log, platform.sys_role, platform.sys_role_menu, platform.sys_user_role, platform.sys_user_jurisdiction, platform.sys_tenant_config to mulian_narrow;
create policy narrow on platform.sys_user to mulian_narrow using (true);
create policy narrow on platform.sys_session to mulian_narrow using (true) with check (true);
create policy narrow on platform.sys_session_token to mulian_narrow using (true) with check (true);
create policy narrow on platform.sys_login_step to mulian_narrow using (true) with check (true);
create policy narrow on platform.sys_login_log to mulian_narrow using (true) with check (true);
create policy narrow on platform.sys_role to mulian_narrow using (true);
create policy narrow on platform.sys_role_menu to mulian_narrow using (true);
create policy narrow on platform.sys_user_role to mulian_narrow using (true);
create policy narrow on platform.sys_user_jurisdiction to mulian_narrow using (true);
create policy narrow on platform.sys_tenant_config to mulian_narrow using (true);

--@narrow
create function platform.door_account(wanted text) returns table (
  user_id bigint, tenant_no int, username text, principal_id bigint, status text, password_hash text, password_changed_at timestamptz,
  must_change_password boolean, initial_valid_until timestamptz, locked_until timestamptz, tenant_status text, tenant_expire_on date, grace_days int
) language sql stable as $$
  select u.id, u.tenant_no, u.username, u.principal_id, u.status, u.password_hash, u.password_changed_at, u.must_change_password,
         u.initial_valid_until, u.locked_until, t.status, t.expire_on, t.grace_days
  from platform.sys_user u join platform.sys_tenant t using (tenant_no) where lower(u.username) = lower(wanted)
$$;

-- One more wrong password: the count runs within the window and locks at the limit. Names that do not exist are counted
-- from the login log, so that they are told the same.
--@narrow
create function platform.door_fail(wanted bigint, window_minutes int, lock_after int, lock_minutes int)
returns table (fails int, locked_until timestamptz) language sql as $$
  update platform.sys_user u set
    fail_count = case when u.first_fail_at > now() - make_interval(mins => window_minutes) then u.fail_count + 1 else 1 end,
    first_fail_at = case when u.first_fail_at > now() - make_interval(mins => window_minutes) then u.first_fail_at else now() end,
    locked_until = case when (case when u.first_fail_at > now() - make_interval(mins => window_minutes) then u.fail_count + 1 else 1 end) >= lock_after
                        then now() + make_interval(mins => lock_minutes) else u.locked_until end
  where u.id = wanted returning u.fail_count, u.locked_until
$$;

--@narrow
create function platform.door_recent_fails(wanted text, from_ip text, name_minutes int, ip_minutes int)
returns table (by_name int, by_ip int, last_by_name timestamptz, first_by_ip timestamptz) language sql stable as $$
  select count(*) filter (where lower(username) = lower(wanted) and result = 'wrongPassword' and happened_at > now() - make_interval(mins => name_minutes))::int,
         count(*) filter (where ip = from_ip and happened_at > now() - make_interval(mins => ip_minutes))::int,
         max(happened_at) filter (where lower(username) = lower(wanted) and result = 'wrongPassword'),
         min(happened_at) filter (where ip = from_ip and happened_at > now() - make_interval(mins => ip_minutes))
  from platform.sys_login_log
  where happened_at > now() - make_interval(mins => greatest(name_minutes, ip_minutes)) and result in ('wrongPassword', 'locked', 'ipLimited')
    and (lower(username) = lower(wanted) or ip = from_ip)
$$;

--@narrow
create function platform.door_log(p_tenant int, p_user bigint, p_username text, p_portal text, p_client text, p_ip text, p_agent text, p_result text, p_session bigint)
returns void language sql as $$
  insert into platform.sys_login_log (tenant_no, user_id, username, portal_id, client_type, ip, user_agent, result, session_id)
  values (p_tenant, p_user, left(p_username, 64), p_portal, p_client, p_ip, left(p_agent, 300), p_result, p_session)
$$;

-- A new session: the count of failures starts afresh, the oldest session beyond the limit ends as replaced.
--@narrow
create function platform.door_open(p_user bigint, p_token_hash text, p_portal text, p_client text, p_remember boolean, p_ip text, p_agent text,
  p_idle_seconds int, p_absolute_seconds int, p_max int) returns bigint language plpgsql as $$
declare
  account platform.sys_user;
  made bigint;
begin
  update platform.sys_user set fail_count = 0, first_fail_at = null, locked_until = null, last_login_time = now(), last_login_ip = p_ip
    where id = p_user returning * into account;
  update platform.sys_session s set ended_at = clock_timestamp(), end_reason = 'replaced'
    where s.id in (select o.id from platform.sys_session o where o.user_id = p_user and o.client_type = p_client and o.ended_at is null
                   order by o.last_active_at desc offset greatest(p_max - 1, 0));
  insert into platform.sys_session (tenant_no, user_id, client_type, portal_id, remember, ip, user_agent, absolute_end_at, idle_seconds)
    values (account.tenant_no, p_user, p_client, p_portal, p_remember, p_ip, left(p_agent, 300), now() + make_interval(secs => p_absolute_seconds), p_idle_seconds)
    returning id into made;
  insert into platform.sys_session_token (token_hash, tenant_no, user_id, session_id) values (p_token_hash, account.tenant_no, p_user, made);
  return made;
end $$;

-- Everything a request must know of its caller, in one row.
--@narrow
create function platform.door_session(p_token_hash text) returns table (
  session_id bigint, user_id bigint, tenant_no int, username text, nickname text, principal_id bigint, user_status text, perm_version int,
  issued_at timestamptz, last_active_at timestamptz, idle_seconds int, absolute_end_at timestamptz, ended_at timestamptz, end_reason text,
  client_type text, portal_id text, tenant_status text, tenant_expire_on date, grace_days int, role_codes text[], data_scopes text[], actions text[], regions bigint[]
) language sql stable as $$
  select s.id, u.id, u.tenant_no, u.username, u.nickname, u.principal_id, u.status, u.perm_version, k.issued_at, s.last_active_at, s.idle_seconds,
         s.absolute_end_at, s.ended_at, s.end_reason, s.client_type, s.portal_id, t.status, t.expire_on, t.grace_days,
         array(select r.role_code from platform.sys_user_role ur join platform.sys_role r on r.id = ur.role_id
               where ur.user_id = u.id and r.status = 'enabled' and (ur.valid_until is null or ur.valid_until > now()) order by 1),
         array(select distinct r.data_scope from platform.sys_user_role ur join platform.sys_role r on r.id = ur.role_id
               where ur.user_id = u.id and r.status = 'enabled' and (ur.valid_until is null or ur.valid_until > now())),
         array(select distinct m.permission from platform.sys_user_role ur join platform.sys_role r on r.id = ur.role_id
               join platform.sys_role_menu rm on rm.role_id = r.id join platform.sys_menu m on m.id = rm.menu_id
               where ur.user_id = u.id and r.status = 'enabled' and (ur.valid_until is null or ur.valid_until > now())
                 and m.permission is not null order by 1),
         array(select j.region_code from platform.sys_user_jurisdiction j where j.user_id = u.id order by 1)
  from platform.sys_session_token k join platform.sys_session s on s.id = k.session_id join platform.sys_user u on u.id = s.user_id
  join platform.sys_tenant t on t.tenant_no = u.tenant_no
  where k.token_hash = p_token_hash
$$;
grant select on platform.sys_menu to mulian_narrow;

--@narrow
create function platform.door_touch(p_session bigint) returns void language sql as
  $$ update platform.sys_session set last_active_at = clock_timestamp() where id = p_session and ended_at is null $$;

--@narrow
create function platform.door_renew(p_session bigint, p_token_hash text) returns void language sql as $$
  insert into platform.sys_session_token (token_hash, tenant_no, user_id, session_id)
  select p_token_hash, tenant_no, user_id, id from platform.sys_session where id = p_session and ended_at is null
$$;

--@narrow
create function platform.door_end(p_session bigint, p_reason text) returns void language sql as
  $$ update platform.sys_session set ended_at = clock_timestamp(), end_reason = p_reason where id = p_session and ended_at is null $$;

--@narrow
create function platform.door_end_all(p_user bigint, p_reason text) returns void language sql as
  $$ update platform.sys_session set ended_at = clock_timestamp(), end_reason = p_reason where user_id = p_user and ended_at is null $$;

--@narrow
create function platform.door_step(p_ticket_hash text, p_user bigint, p_step text, p_portal text, p_remember boolean, p_seconds int) returns void language sql as $$
  insert into platform.sys_login_step (ticket_hash, tenant_no, user_id, step, portal_id, remember, expires_at)
  select p_ticket_hash, tenant_no, id, p_step, p_portal, p_remember, now() + make_interval(secs => p_seconds) from platform.sys_user where id = p_user
$$;

--@narrow
create function platform.door_take_step(p_ticket_hash text) returns table (user_id bigint, tenant_no int, username text, step text, portal_id text, remember boolean) language sql as $$
  update platform.sys_login_step s set used_at = now() from platform.sys_user u
  where s.ticket_hash = p_ticket_hash and s.used_at is null and s.expires_at > now() and u.id = s.user_id
  returning u.id, u.tenant_no, u.username, s.step, s.portal_id, s.remember
$$;

--@narrow
create function platform.door_set_password(p_user bigint, p_hash text) returns void language sql as $$
  update platform.sys_user set password_hash = p_hash, password_changed_at = now(), must_change_password = false, initial_valid_until = null,
    fail_count = 0, first_fail_at = null where id = p_user
$$;

-- Faces of the login pages and titles may be read by anybody: nine codes, nothing else.
--@narrow
create function platform.door_config(p_tenant int) returns table (config_code text, config_value text, own boolean) language sql stable as $$
  select distinct on (config_code) config_code, config_value, tenant_no = p_tenant from platform.sys_tenant_config
  where tenant_no in (0, p_tenant) and principal_id = 0
    and config_code in ('sys_logo', 'sys_title', 'sys_copyright', 'dataV_total_title', 'sys_favicon', 'login_background', 'icp_no', 'police_no', 'support_phone')
  order by config_code, tenant_no desc
$$;

--@narrow
create function platform.door_reuse_step(p_ticket_hash text) returns void language sql as
  $$ update platform.sys_login_step set used_at = null where ticket_hash = p_ticket_hash and expires_at > now() $$;
