-- How far a count has come, by village and day, kept as it goes; and who may see an action because one of its holdings is theirs.

--@narrow
create function prevention.count_census() returns trigger language plpgsql as $$
begin
  if tg_op in ('INSERT', 'UPDATE') then
    insert into kit.rollup_delta (tenant_no, name, region_code, keys, day, n)
    select p.tenant_no, 'prevention.census', p.region_code, array[p.round_id::text, m.what], coalesce(p.counted_on, date '2000-01-01'), sum(m.n)
    from fresh p cross join lateral (values ('sheets', 1), ('todo', (p.status = 'todo')::int), ('waiting', (p.status = 'counted')::int),
      ('questioned', (p.status = 'questioned')::int), ('checked', (p.status = 'checked')::int), ('empty', (p.empty and p.status <> 'todo')::int),
      ('differs', (coalesce(p.difference, 0) <> 0)::int), ('tagged', coalesce(p.tagged_seen, 0)), ('untagged', coalesce(p.untagged, 0)),
      ('cattle', p.cattle), ('sheep', p.sheep), ('goat', p.goat)) m(what, n)
    group by p.tenant_no, p.region_code, p.round_id, p.counted_on, m.what having sum(m.n) <> 0;
  end if;
  if tg_op in ('UPDATE', 'DELETE') then
    insert into kit.rollup_delta (tenant_no, name, region_code, keys, day, n)
    select p.tenant_no, 'prevention.census', p.region_code, array[p.round_id::text, m.what], coalesce(p.counted_on, date '2000-01-01'), -sum(m.n)
    from stale p cross join lateral (values ('sheets', 1), ('todo', (p.status = 'todo')::int), ('waiting', (p.status = 'counted')::int),
      ('questioned', (p.status = 'questioned')::int), ('checked', (p.status = 'checked')::int), ('empty', (p.empty and p.status <> 'todo')::int),
      ('differs', (coalesce(p.difference, 0) <> 0)::int), ('tagged', coalesce(p.tagged_seen, 0)), ('untagged', coalesce(p.untagged, 0)),
      ('cattle', p.cattle), ('sheep', p.sheep), ('goat', p.goat)) m(what, n)
    group by p.tenant_no, p.region_code, p.round_id, p.counted_on, m.what having sum(m.n) <> 0;
  end if;
  return null;
end $$;
create trigger count_new after insert on prevention.census_sheet referencing new table as fresh for each statement execute function prevention.count_census();
create trigger count_changed after update on prevention.census_sheet referencing new table as fresh old table as stale for each statement execute function prevention.count_census();
create trigger count_gone after delete on prevention.census_sheet referencing old table as stale for each statement execute function prevention.count_census();

-- Whoever looks after one of its holdings sees the action itself.
create policy by_holding on prevention.investigation_action for select to mulian_app
  using (tenant_no = kit.tenant() and exists (select 1 from prevention.investigation_info i where i.action_id = investigation_action.id));

-- What moved in the last days, whoever moved it.
create index animal_change_lately on registry.animal_change (tenant_no, happened_on);
create index animal_entry_lately on registry.animal_entry (tenant_no, worn_on);

-- How many of a round lie in the caller's own regions.
create function prevention.census_sum(p_round bigint, p_what text[]) returns int language sql stable as $$
  select coalesce(sum(n), 0)::int from (
    select r.n from kit.rollup r where r.tenant_no = kit.tenant() and r.name = 'prevention.census' and r.region_code = any (kit.own_regions())
      and r.keys[1] = p_round::text and r.keys[2] = any (p_what)
    union all
    select d.n from kit.rollup_delta d where d.tenant_no = kit.tenant() and d.name = 'prevention.census' and d.keys[1] = p_round::text and d.keys[2] = any (p_what)
      and exists (select 1 from unnest(kit.own_regions()) o(code) where d.region_code >= o.code and d.region_code < o.code + platform.region_width(o.code))
  ) x
$$;
