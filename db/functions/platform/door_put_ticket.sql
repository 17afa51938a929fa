--@narrow
create or replace function platform.door_put_ticket(p_hash text, p_tenant int, p_user bigint, p_path text, p_by text,
  p_session bigint, p_seconds int) returns void language sql as $$
  delete from platform.sys_ticket where expires_at < now() - interval '1 day';
  insert into platform.sys_ticket (ticket_hash, tenant_no, user_id, to_path, issued_by, session_id, expires_at)
  select p_hash, u.tenant_no, u.id, p_path, p_by, p_session, now() + make_interval(secs => p_seconds)
  from platform.sys_user u where u.id = p_user and u.tenant_no = p_tenant and kit.is_reached(u.tenant_no);
$$;
