-- Tables that grow by day: `daily keep=30` in a scope line. A day is China's, whatever the session's clock says.
create function kit.ensure_day_partitions(parent regclass, first date, days int) returns int language plpgsql as $$
declare
  day date;
  part text;
  made int := 0;
begin
  for i in 0 .. days - 1 loop
    day := first + i;
    part := format('%s_%s', parent::text, to_char(day, 'YYYYMMDD'));
    continue when to_regclass(part) is not null;
    -- Made apart and attached: readers and writers of the other days go on meanwhile.
    execute format('create table %s (like %s including defaults including constraints)', part, parent);
    execute format('alter table %s enable row level security', part);
    execute format('alter table %s force row level security', part);
    execute format('alter table %s attach partition %s for values from (%L) to (%L)', parent, part,
      day::text || ' 00:00:00+08', (day + 1)::text || ' 00:00:00+08');
    made := made + 1;
  end loop;
  return made;
end $$;

-- One step of keeping days: makes those to come, takes off the oldest that is over, or removes one that was taken off before.
-- Each is a transaction of its own, and what others hold is waited for only briefly: nobody stands in line behind it.
create function kit.turn_days(parent regclass) returns text
language plpgsql security definer set search_path = pg_catalog, kit, pg_temp set lock_timeout = '400ms' as $$
declare
  today date := (now() at time zone 'Asia/Shanghai')::date;
  keep int;
  part text;
begin
  select (options ->> 'keep')::int into keep from kit.table_scope
  where table_name = parent::text and (options ->> 'daily')::boolean;
  if keep is null then raise exception '% has no days', parent; end if;
  if kit.ensure_day_partitions(parent, today - 8, 12) > 0 then return 'made'; end if;
  select c.oid::regclass::text into part from pg_class c
  where c.relnamespace = (select relnamespace from pg_class where oid = parent) and c.relkind = 'r'
    and not c.relispartition and c.relname ~ ('^' || (select relname from pg_class where oid = parent) || '_\d{8}$')
    and right(c.relname, 8) < to_char(today - keep, 'YYYYMMDD') limit 1;
  if part is not null then
    execute format('drop table %s', part);
    return 'dropped ' || part;
  end if;
  select c.oid::regclass::text into part from pg_inherits i join pg_class c on c.oid = i.inhrelid
  where i.inhparent = parent and right(c.relname, 8) < to_char(today - keep, 'YYYYMMDD') order by c.relname limit 1;
  if part is null then return null; end if;
  execute format('alter table %s detach partition %s', parent, part);
  return 'detached ' || part;
end $$;
revoke all on function kit.turn_days(regclass) from public;
grant execute on function kit.turn_days(regclass) to mulian_app;
