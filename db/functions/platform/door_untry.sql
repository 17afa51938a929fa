--@narrow
create or replace function platform.door_untry(p_name text, p_device text, p_user bigint, p_fails int,
  lock_after int) returns void language plpgsql as $$
begin
  update platform.sys_login_pace p set fails = greatest(p.fails - 1, 0),
    shut_until = case when p.fails <= greatest(lock_after, p_fails) then null else p.shut_until end
  where p.name = lower(p_name) and p.device = p_device;
  if p_device = '' then
    update platform.sys_user u set fail_count = p.fails, locked_until = p.shut_until from platform.sys_login_pace p
    where u.id = p_user and p.name = lower(p_name) and p.device = '' and kit.is_reached(u.tenant_no);
  end if;
end $$;
