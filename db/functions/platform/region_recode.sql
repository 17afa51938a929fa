-- Gives up to so many rows of one table their new region; where the very same row stands there already, the old one
-- goes. Two rows without a value are not
-- the same row, an index over some rows says nothing of the others, and a unit is never taken away: whoever is
-- registered twice is merged by somebody.
create or replace function platform.region_recode(p_table text, p_from bigint, p_to bigint, p_limit int) returns int
  language plpgsql as $$
declare moved int; link record; same text;
begin
  if p_table not in (select platform.region_tables()) then raise exception 'no region table: %', p_table; end if;
  for link in select i.indkey from pg_index i where i.indrelid = p_table::regclass and i.indisunique
    and i.indpred is null
    and p_table::regclass <> 'registry.principal'::regclass
    and exists (select 1 from pg_attribute a where a.attrelid = i.indrelid and a.attnum = any (i.indkey)
      and a.attname = 'region_code') loop
    select string_agg(format('o.%I = t.%I', a.attname, a.attname), ' and ') into same
      from pg_attribute a where a.attrelid = p_table::regclass and a.attnum = any (link.indkey)
        and a.attname <> 'region_code';
    execute format('delete from %s t where t.region_code = $1 and exists (select 1 from %s o where o.region_code = $2 and %s)',
      p_table::regclass, p_table::regclass, coalesce(same, 'true')) using p_from, p_to;
  end loop;
  execute format('update %s set region_code = $2 where ctid = any (array(select ctid from %s where region_code = $1 limit $3))',
    p_table::regclass, p_table::regclass) using p_from, p_to, p_limit;
  get diagnostics moved = row_count;
  return moved;
end $$;
