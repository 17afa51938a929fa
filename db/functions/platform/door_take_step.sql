--@narrow
create or replace function platform.door_take_step(p_ticket_hash text, p_step text) returns boolean language sql as $$
  with taken as (
    update platform.sys_login_step set used_at = now() where ticket_hash = p_ticket_hash and step = p_step
      and used_at is null and expires_at > now() returning 1
  ) select exists (select 1 from taken)
$$;
