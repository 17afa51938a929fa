--@narrow
create or replace function platform.door_set_password(p_user bigint, p_hash text) returns void language sql as $$
  update platform.sys_user set password_hash = p_hash, password_changed_at = now(), must_change_password = false,
    initial_valid_until = null,
    fail_count = 0, first_fail_at = null where id = p_user and kit.is_reached(tenant_no)
$$;
