--@narrow
create or replace function platform.due_alarms() returns table (tenant_no int, id bigint) language sql stable as $$
  select a.tenant_no, a.id from platform.alarm a
  where a.status <> 'closed' and least(a.next_step_at, a.next_level_at, a.held_until) <= clock_timestamp()
    and kit.is_here(a.tenant_no)
  order by least(a.next_step_at, a.next_level_at, a.held_until) limit 500
$$;
