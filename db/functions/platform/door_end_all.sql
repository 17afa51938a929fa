--@narrow
create or replace function platform.door_end_all(p_user bigint, p_reason text) returns void language sql as $$
  update platform.sys_session set ended_at = clock_timestamp(), end_reason = p_reason
    where user_id = p_user and ended_at is null and kit.is_reached(tenant_no);
  delete from platform.sys_user_device where user_id = p_user and kit.is_reached(tenant_no);
$$;
