--@narrow
create or replace function platform.door_step(p_ticket_hash text, p_user bigint, p_step text, p_portal text,
  p_remember boolean, p_client text, p_public_key text, p_seconds int)
returns void language sql as $$
  insert into platform.sys_login_step (ticket_hash, tenant_no, user_id, step, portal_id, remember, client_type,
    public_key, expires_at)
  select p_ticket_hash, tenant_no, id, p_step, p_portal, p_remember, p_client, p_public_key,
    now() + make_interval(secs => p_seconds)
  from platform.sys_user where id = p_user and kit.is_reached(tenant_no)
$$;
