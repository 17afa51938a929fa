--@narrow
create or replace function platform.door_seen(p_user bigint, p_username text)
  returns table (ip text, user_agent text) language sql stable as $$
  select distinct l.ip, l.user_agent from platform.sys_login_log l
  where lower(l.username) = lower(p_username) and l.user_id = p_user and kit.is_reached(l.tenant_no)
    and l.result = 'ok' and l.happened_at > now() - interval '90 days' limit 500
$$;
