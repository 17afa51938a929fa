--@narrow
create or replace function platform.door_try_step(p_ticket_hash text, p_step text, p_max int)
returns table (user_id bigint, tenant_no int, username text, portal_id text, remember boolean, client_type text,
  public_key text, tries int) language sql as $$
  update platform.sys_login_step s set tries = s.tries + 1 from platform.sys_user u
  where s.ticket_hash = p_ticket_hash and s.step = p_step and s.used_at is null and s.expires_at > now()
    and s.tries < p_max and u.id = s.user_id
  returning u.id, u.tenant_no, u.username, s.portal_id, s.remember, s.client_type, s.public_key, s.tries
$$;
