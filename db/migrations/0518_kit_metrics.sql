-- What whoever watches the installation reads: how much waits and since when, of all tenants together, never whose.
-- Nothing counts further than a hundred thousand: beyond it every answer is the same.
--@narrow
create function kit.backlog() returns table (outbox bigint, outbox_age double precision, rollups bigint)
language sql stable as $$
  select greatest(c.last - c.sent, 0) + (select count(*) from (
      select 1 from kit.outbox o where o.position is null limit 100000) w),
    coalesce(extract(epoch from clock_timestamp() - least(
      (select o.created_at from kit.outbox o where o.position > c.sent order by o.position limit 1),
      (select o.created_at from kit.outbox o where o.position is null order by o.id limit 1))), 0)::double precision,
    (select count(*) from (select 1 from kit.rollup_delta limit 100000) d)
      + (select count(*) from (select 1 from kit.rollup_party_delta limit 100000) d)
  from kit.event_cursor c
$$;
