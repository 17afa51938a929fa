--@narrow
create or replace function platform.door_renew(p_session bigint, p_token_hash text) returns void language sql as $$
  delete from platform.sys_session_token k using platform.sys_session s
  where s.id = p_session and kit.is_reached(s.tenant_no) and k.session_id = s.id
    and k.issued_at < clock_timestamp() - make_interval(secs => 2 * s.idle_seconds)
    and exists (select 1 from platform.sys_session_token n where n.session_id = s.id and n.issued_at > k.issued_at);
  insert into platform.sys_session_token (token_hash, tenant_no, user_id, session_id)
  select p_token_hash, tenant_no, user_id, id from platform.sys_session
    where id = p_session and ended_at is null and kit.is_reached(tenant_no)
$$;
