-- The nearest principal upwards that was given systems decides for those below it. Systems that have all run out are still given: to nobody, not to everybody.
create or replace function platform.principal_schemas(p_tenant int, p_principal bigint) returns table (system_id int, schema_id bigint) language sql stable as $$
  with recursive above(id, parent_id, depth) as (
    select p.id, p.parent_id, 0 from registry.principal p where p.tenant_no = p_tenant and p.id = p_principal
    union all select p.id, p.parent_id, a.depth + 1 from registry.principal p join above a on p.id = a.parent_id where p.tenant_no = p_tenant and a.depth < 10
  ), nearest as (
    select a.id from above a where exists (select 1 from registry.principal_system s where s.tenant_no = p_tenant and s.principal_id = a.id) order by a.depth limit 1
  ), live as (
    select s.system_id, s.schema_id from registry.principal_system s join nearest n on n.id = s.principal_id
    where s.tenant_no = p_tenant and (s.expire_on is null or s.expire_on >= (now() at time zone 'Asia/Shanghai')::date)
  )
  select l.system_id, l.schema_id from live l
  -- No system has the number 0.
  union all select 0, null::bigint from nearest where not exists (select 1 from live)
$$;

-- A try at a password or code is counted before it is looked at: of many at once only as many as are left are. Who is shut out is not counted again.
--@narrow
create function platform.door_try(wanted bigint, window_minutes int, lock_after int, lock_minutes int)
returns table (fails int, locked_until timestamptz, is_shut boolean) language plpgsql as $$
declare
  account platform.sys_user;
begin
  select u.* into account from platform.sys_user u where u.id = wanted for update;
  if account.locked_until > now() then
    return query select account.fail_count, account.locked_until, true;
  else
    return query select f.fails, f.locked_until, false from platform.door_fail(wanted, window_minutes, lock_after, lock_minutes) f;
  end if;
end $$;

-- It was right: the try is given back, and with it the lock that it alone, or the count with it, had set.
--@narrow
create function platform.door_untry(wanted bigint, p_fails int, lock_after int) returns void language sql as $$
  update platform.sys_user u set fail_count = greatest(u.fail_count - 1, 0),
    locked_until = case when u.fail_count <= greatest(lock_after, p_fails) then null else u.locked_until end
  where u.id = wanted
$$;

-- A token that was replaced is good for its idle limit, and a third of it after the replacement: calls on their way, and an answer that was lost.
--@narrow
create function platform.door_token_over(p_token_hash text) returns boolean language sql stable as $$
  select exists (
    select 1 from platform.sys_session_token k join platform.sys_session s on s.id = k.session_id
    where k.token_hash = p_token_hash and k.issued_at + make_interval(secs => s.idle_seconds) < clock_timestamp()
      and (select min(n.issued_at) from platform.sys_session_token n where n.session_id = k.session_id and n.issued_at > k.issued_at)
          + make_interval(secs => s.idle_seconds / 3) < clock_timestamp())
$$;

-- Twice the idle limit old, a token that has a successor was over long ago.
--@narrow
create or replace function platform.door_renew(p_session bigint, p_token_hash text) returns void language sql as $$
  delete from platform.sys_session_token k using platform.sys_session s
  where s.id = p_session and k.session_id = s.id and k.issued_at < clock_timestamp() - make_interval(secs => 2 * s.idle_seconds)
    and exists (select 1 from platform.sys_session_token n where n.session_id = s.id and n.issued_at > k.issued_at);
  insert into platform.sys_session_token (token_hash, tenant_no, user_id, session_id)
  select p_token_hash, tenant_no, user_id, id from platform.sys_session where id = p_session and ended_at is null
$$;

-- What opens nothing any more; for a week it still tells its owner why.
grant delete on platform.sys_login_step to mulian_narrow;
--@narrow
create function platform.door_sweep() returns void language sql as $$
  delete from platform.sys_session_token k using platform.sys_session s
  where s.id = k.session_id and least(s.ended_at, s.absolute_end_at) < now() - interval '7 days' and kit.is_here(k.tenant_no);
  delete from platform.sys_login_step where expires_at < now() - interval '1 day' and kit.is_here(tenant_no);
$$;
