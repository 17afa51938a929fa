--@narrow
create or replace function platform.door_sweep() returns void language sql as $$
  delete from platform.sys_session_token k using platform.sys_session s
  where s.id = k.session_id and least(s.ended_at, s.absolute_end_at) < now() - interval '7 days'
    and kit.is_here(k.tenant_no);
  delete from platform.sys_login_step where expires_at < now() - interval '1 day' and kit.is_here(tenant_no);
  delete from platform.sys_login_pace where last_fail_at < now() - interval '1 day';
  delete from platform.sys_user_device where last_used_at < now() - interval '90 days' and kit.is_here(tenant_no);
$$;
