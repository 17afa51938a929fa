--@narrow
create or replace function platform.door_end(p_session bigint, p_reason text) returns void language sql as $$
  update platform.sys_session set ended_at = clock_timestamp(), end_reason = p_reason
    where id = p_session and ended_at is null and kit.is_reached(tenant_no)
$$;
