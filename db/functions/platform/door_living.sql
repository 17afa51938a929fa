--@narrow
create or replace function platform.door_living(p_sessions bigint[])
  returns table (session_id bigint, perm_version int) language sql stable as $$
  select s.id, u.perm_version + t.perm_version from platform.sys_session s
    join platform.sys_user u on u.id = s.user_id join platform.sys_tenant t on t.tenant_no = u.tenant_no
  where s.id = any (p_sessions) and kit.is_reached(s.tenant_no) and s.ended_at is null and s.absolute_end_at > now()
    and s.last_active_at + make_interval(secs => s.idle_seconds) > now()
    and u.status = 'active' and t.status not in ('suspended', 'closed')
    and t.expire_on + t.grace_days >= (now() at time zone 'Asia/Shanghai')::date
$$;
