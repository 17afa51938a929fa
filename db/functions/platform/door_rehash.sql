--@narrow
create or replace function platform.door_rehash(p_user bigint, p_old text, p_new text) returns void language sql as
  $$ update platform.sys_user set password_hash = p_new where id = p_user and password_hash = p_old
    and kit.is_reached(tenant_no) $$;
