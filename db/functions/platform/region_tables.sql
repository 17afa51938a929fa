-- A view has the rows of its table: they are given their new region there, once.
create or replace function platform.region_tables() returns setof text language sql stable as $$
  select s.table_name from kit.table_scope s
  where s.scope_class <> 'global' and not (s.options ->> 'append')::boolean and s.options -> 'view' is null
    -- What the program may only read is written by functions that follow the rows it writes.
    and not coalesce((s.options ->> 'readOnly')::boolean, false)
    and exists (select 1 from pg_attribute a where a.attrelid = s.table_name::regclass and a.attname = 'region_code'
      and not a.attisdropped)
  order by s.table_name
$$;
