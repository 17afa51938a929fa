--@narrow
create or replace function platform.door_log(p_tenant int, p_user bigint, p_username text, p_portal text,
  p_client text, p_ip text, p_agent text, p_result text, p_session bigint)
returns void language sql as $$
  insert into platform.sys_login_log (tenant_no, user_id, username, portal_id, client_type, ip, user_agent, result,
    session_id)
  select p_tenant, p_user, left(p_username, 64), p_portal, p_client, p_ip, left(p_agent, 300), p_result, p_session
    where kit.is_reached(p_tenant)
$$;
