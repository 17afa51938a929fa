-- Which slot of which day the keepers were last reminded of: one reminder each, whoever is at work.
alter table depot.depot add column reminded_slot text;
create index on depot.stock_doc (purveyor_id) where purveyor_id is not null;
create index on depot.depot_limit (material_id);

-- Views of one kind each (a box, a receipt) stand beside their table in the list of scopes; rows are moved in the table alone.
create or replace function platform.region_tables() returns setof text language sql stable as $$
  select s.table_name from kit.table_scope s join pg_class c on c.oid = s.table_name::regclass and c.relkind in ('r', 'p')
  where s.scope_class <> 'global' and not (s.options ->> 'append')::boolean
    and exists (select 1 from pg_attribute a where a.attrelid = c.oid and a.attname = 'region_code' and not a.attisdropped)
  order by s.table_name
$$;
