-- The clocks leave alone what is on its way to another cell, or there already: its rows take no change here, and nobody else should wait for them.
--@narrow
create or replace function platform.tenants_with_claims() returns setof int language sql stable as $$
  select distinct t.tenant_no from platform.sys_task t
  where t.status = 'claimed' and t.claimed_at < now() - interval '1 hour' and kit.is_here(t.tenant_no)
$$;

--@narrow
create or replace function platform.due_alarms() returns table (tenant_no int, id bigint) language sql stable as $$
  select a.tenant_no, a.id from platform.alarm a
  where a.status <> 'closed' and least(a.next_step_at, a.next_level_at, a.held_until) <= clock_timestamp() and kit.is_here(a.tenant_no)
  order by least(a.next_step_at, a.next_level_at, a.held_until) limit 500
$$;

--@narrow
create or replace function platform.lapse_approvals() returns table (tenant_no int, id bigint, title text, requested_by bigint) language sql as $$
  update platform.sys_approval a set status = 'lapsed', version = a.version + 1, updated_at = now()
  where a.status = 'pending' and a.expires_at <= now() and kit.is_here(a.tenant_no) returning a.tenant_no, a.id, a.title, a.requested_by
$$;

--@narrow
create or replace function platform.due_notices() returns table (tenant_no int, id bigint, user_id bigint) language sql stable as $$
  select n.tenant_no, n.id, coalesce(n.published_by, n.created_by) from platform.sys_notice n
  where n.status = 'scheduled' and n.scheduled_at <= now() and kit.is_here(n.tenant_no) order by n.scheduled_at limit 100
$$;
