create or replace function kit.doc_no(wanted text) returns text language plpgsql as $$
declare
  lanes constant int := 16;
  today constant date := (now() at time zone 'Asia/Shanghai')::date;
  taken int;
  counted date;
  number int;
begin
  if not exists (select 1 from kit.doc_prefix where prefix = wanted) then
    raise exception 'unknown document prefix %', wanted using errcode = 'invalid_parameter_value';
  end if;
  for attempt in 1..2 loop
    -- The counters of yesterday begin anew; those that are busy are passed by.
    select lane into taken from kit.doc_counter where tenant_no = kit.tenant() and prefix = wanted
      order by case when day < today then lane else next end limit 1 for update skip locked;
    exit when taken is not null;
    insert into kit.doc_counter (tenant_no, prefix, lane, day, next) select kit.tenant(), wanted, lane, today, lane
      from generate_series(1, lanes) lane on conflict do nothing;
  end loop;
  -- All are busy: one stands behind one of them.
  taken := coalesce(taken, 1 + mod(pg_backend_pid(), lanes));
  -- The day is the counter's: who began before midnight and ends after it may not count in a day that is over.
  update kit.doc_counter set next = case when day < today then lane else next end + lanes, day = greatest(day, today)
    where tenant_no = kit.tenant() and prefix = wanted and lane = taken
      returning next - lanes, day into number, counted;
  return wanted || to_char(counted, 'YYYYMMDD') || '-' || case when number < 10000 then lpad(number::text, 4, '0')
    else number::text end;
end $$;
