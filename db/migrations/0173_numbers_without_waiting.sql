-- Numbers of documents without waiting for each other. One counter for a tenant's day was held from the first line of a transaction to its end, and everyone else who
-- wrote the same kind of paper stood behind it. Sixteen counters stand for one now, each counting every sixteenth number; whoever needs a number takes the lowest that is free.
-- One after the other they count without a gap, and a number given back is the next one taken; only those who write at the same moment may stand a few numbers apart.
create table kit.doc_counter (
  tenant_no int not null,
  prefix text not null,
  lane int not null,
  day date not null,
  next int not null,
  primary key (tenant_no, prefix, lane)
) with (fillfactor = 30);
--@scope kit.doc_counter tenant

insert into kit.doc_counter (tenant_no, prefix, lane, day, next)
  select s.tenant_no, s.prefix, lane, s.day, s.last + lane from kit.doc_sequence s, generate_series(1, 16) lane
  where s.day = (select max(day) from kit.doc_sequence z where z.tenant_no = s.tenant_no and z.prefix = s.prefix);
drop table kit.doc_sequence;
grant select, insert, update on kit.doc_counter to mulian_narrow;

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
    insert into kit.doc_counter (tenant_no, prefix, lane, day, next) select kit.tenant(), wanted, lane, today, lane from generate_series(1, lanes) lane on conflict do nothing;
  end loop;
  -- All are busy: one stands behind one of them.
  taken := coalesce(taken, 1 + mod(pg_backend_pid(), lanes));
  -- The day is the counter's: who began before midnight and ends after it may not count in a day that is over.
  update kit.doc_counter set next = case when day < today then lane else next end + lanes, day = greatest(day, today)
    where tenant_no = kit.tenant() and prefix = wanted and lane = taken returning next - lanes, day into number, counted;
  return wanted || to_char(counted, 'YYYYMMDD') || '-' || case when number < 10000 then lpad(number::text, 4, '0') else number::text end;
end $$;
