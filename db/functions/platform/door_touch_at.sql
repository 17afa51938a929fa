--@narrow
create or replace function platform.door_touch_at(p_session bigint, p_path text) returns void language sql as $$
  update platform.sys_session set last_active_at = clock_timestamp(), current_path = coalesce(left(p_path, 200),
    current_path)
  where id = p_session and ended_at is null and kit.is_reached(tenant_no)
$$;
