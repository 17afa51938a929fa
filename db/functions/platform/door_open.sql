--@narrow
create or replace function platform.door_open(p_user bigint, p_token_hash text, p_portal text, p_client text,
  p_remember boolean, p_ip text, p_agent text,
  p_idle_seconds int, p_absolute_seconds int, p_max int, p_pace text default null, p_device bigint default null,
    p_second_factor boolean default false,
  p_parent bigint default null) returns bigint language plpgsql as $$
declare
  account platform.sys_user;
  parent_end timestamptz;
  made bigint;
begin
  select u.* into account from platform.sys_user u where u.id = p_user and kit.is_reached(u.tenant_no) for update;
  if account.id is null then return null; end if;
  if p_parent is not null then
    select s.absolute_end_at into parent_end from platform.sys_session s
      where s.id = p_parent and s.user_id = p_user and s.ended_at is null for share;
    if parent_end is null then return null; end if;
  end if;
  update platform.sys_user set last_login_time = now(), last_login_ip = p_ip, unused_warned_at = null
    where id = p_user;
  delete from platform.sys_login_pace where name = lower(account.username) and device = p_pace;
  if p_pace = '' then
    update platform.sys_user set fail_count = 0, first_fail_at = null, locked_until = null where id = p_user;
  end if;
  update platform.sys_session s set ended_at = clock_timestamp(), end_reason = 'replaced'
    where s.id in (select o.id from platform.sys_session o where o.user_id = p_user and o.client_type = p_client
      and o.ended_at is null
                     and o.absolute_end_at > now() and o.last_active_at + make_interval(secs => o.idle_seconds) >
                       now() and o.id is distinct from p_parent
                   order by o.id desc offset greatest(p_max - 1 - (p_parent is not null)::int, 0));
  insert into platform.sys_session (tenant_no, user_id, client_type, portal_id, remember, ip, user_agent,
    absolute_end_at, idle_seconds, device_id, second_factor, parent_id)
    values (account.tenant_no, p_user, p_client, p_portal, p_remember, p_ip, left(p_agent, 300),
      least(now() + make_interval(secs => p_absolute_seconds), parent_end), p_idle_seconds, p_device,
        p_second_factor, p_parent)
    returning id into made;
  insert into platform.sys_session_token (token_hash, tenant_no, user_id, session_id)
    values (p_token_hash, account.tenant_no, p_user, made);
  return made;
end $$;
