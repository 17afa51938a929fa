--@narrow
create or replace function platform.door_try(p_name text, p_device text, p_user bigint, lock_after int,
  pause_seconds int)
returns table (fails int, shut_until timestamptz, is_shut boolean) language plpgsql as $$
#variable_conflict use_column
declare
  pace platform.sys_login_pace;
begin
  insert into platform.sys_login_pace (name, device, fails, last_fail_at) values (lower(p_name), p_device, 0, now())
    on conflict do nothing;
  select p.* into pace from platform.sys_login_pace p where p.name = lower(p_name) and p.device = p_device for update;
  if pace.shut_until > now() then
    return query select pace.fails, pace.shut_until, true;
    return;
  end if;
  pace.fails := case when pace.last_fail_at > now() - interval '15 minutes' then pace.fails + 1 else 1 end;
  pace.shut_until := case when pace.fails >= lock_after then now() + make_interval(secs => pause_seconds) end;
  update platform.sys_login_pace p set fails = pace.fails, last_fail_at = now(), shut_until = pace.shut_until
    where p.name = pace.name and p.device = p_device;
  if p_device = '' then
    update platform.sys_user u set fail_count = pace.fails, locked_until = pace.shut_until
      where u.id = p_user and kit.is_reached(u.tenant_no);
  end if;
  return query select pace.fails, pace.shut_until, false;
end $$;
