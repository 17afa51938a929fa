-- Figures of the big screens that would otherwise be counted from every row: what came and went, how old the animals are, how large the herds, and the ends of months.

-- What came and went on a day, by kind: [species, what].
--@narrow
create function prevention.count_flow() returns trigger language plpgsql as $$
begin
  if tg_op in ('INSERT', 'UPDATE') then
    insert into kit.rollup_delta (tenant_no, name, region_code, keys, day, n)
    select p.tenant_no, 'prevention.flow', p.region_code, array[p.species, m.what], p.day, sum(m.n)
    from fresh p cross join lateral (values ('born', p.born), ('bought', p.bought), ('in', p.transfer_in + p.recovered), ('sold', p.sold), ('out', p.transfer_out),
      ('slaughtered', p.slaughtered), ('died', p.died), ('culled', p.culled), ('lost', p.missing + p.voided)) m(what, n)
    where p.in_herd group by p.tenant_no, p.region_code, p.species, m.what, p.day having sum(m.n) <> 0;
  end if;
  if tg_op in ('UPDATE', 'DELETE') then
    insert into kit.rollup_delta (tenant_no, name, region_code, keys, day, n)
    select p.tenant_no, 'prevention.flow', p.region_code, array[p.species, m.what], p.day, -sum(m.n)
    from stale p cross join lateral (values ('born', p.born), ('bought', p.bought), ('in', p.transfer_in + p.recovered), ('sold', p.sold), ('out', p.transfer_out),
      ('slaughtered', p.slaughtered), ('died', p.died), ('culled', p.culled), ('lost', p.missing + p.voided)) m(what, n)
    where p.in_herd group by p.tenant_no, p.region_code, p.species, m.what, p.day having sum(m.n) <> 0;
  end if;
  return null;
end $$;
create trigger prevention_flow_new after insert on registry.holder_stock_day referencing new table as fresh for each statement execute function prevention.count_flow();
create trigger prevention_flow_changed after update on registry.holder_stock_day referencing new table as fresh old table as stale for each statement execute function prevention.count_flow();
create trigger prevention_flow_gone after delete on registry.holder_stock_day referencing old table as stale for each statement execute function prevention.count_flow();

-- Numbered animals by kind and sex; the day is the first of the month they were born in, so that ages are sums of days and never change by themselves.
--@narrow
create function prevention.count_ages() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into kit.rollup_delta (tenant_no, name, region_code, keys, day, n)
    select tenant_no, 'prevention.age', region_code, array[species, sex], date_trunc('month', birth_date)::date, count(*)
    from fresh where status = 'inStock' and in_herd and voided_at is null group by tenant_no, region_code, species, sex, date_trunc('month', birth_date);
  else
    insert into kit.rollup_delta (tenant_no, name, region_code, keys, day, n)
    select tenant_no, 'prevention.age', region_code, array[species, sex], born, sum(n) from (
      select tenant_no, region_code, species, sex, date_trunc('month', birth_date)::date as born, 1 as n from fresh where status = 'inStock' and in_herd and voided_at is null
      union all
      select tenant_no, region_code, species, sex, date_trunc('month', birth_date)::date, -1 from stale where status = 'inStock' and in_herd and voided_at is null
    ) changed group by tenant_no, region_code, species, sex, born having sum(n) <> 0;
  end if;
  return null;
end $$;
create trigger prevention_age_new after insert on registry.animal referencing new table as fresh for each statement execute function prevention.count_ages();
create trigger prevention_age_changed after update on registry.animal referencing new table as fresh old table as stale for each statement execute function prevention.count_ages();

-- The lowest head of the band a herd is in.
create function prevention.band_of(p_species text, p_head int) returns text language sql immutable as $$
  select (case when p_species = 'cattle' then array[1, 10, 50, 100, 500] else array[1, 30, 100, 500, 1000] end)[
    width_bucket(p_head, case when p_species = 'cattle' then array[1, 10, 50, 100, 500] else array[1, 30, 100, 500, 1000] end)]::text
$$;

-- Herds by size, [species, band, holders or heads].
--@narrow
create function prevention.count_bands() returns trigger language plpgsql as $$
begin
  if tg_op in ('INSERT', 'UPDATE') then
    insert into kit.rollup_delta (tenant_no, name, region_code, keys, day, n)
    select p.tenant_no, 'prevention.band', p.region_code, array[p.species, prevention.band_of(p.species, p.tagged + p.untagged), m.what], date '2000-01-01', sum(m.n)
    from fresh p cross join lateral (values ('holders', 1), ('heads', p.tagged + p.untagged)) m(what, n) where p.tagged + p.untagged > 0 group by 1, 3, 4 having sum(m.n) <> 0;
  end if;
  if tg_op in ('UPDATE', 'DELETE') then
    insert into kit.rollup_delta (tenant_no, name, region_code, keys, day, n)
    select p.tenant_no, 'prevention.band', p.region_code, array[p.species, prevention.band_of(p.species, p.tagged + p.untagged), m.what], date '2000-01-01', -sum(m.n)
    from stale p cross join lateral (values ('holders', 1), ('heads', p.tagged + p.untagged)) m(what, n) where p.tagged + p.untagged > 0 group by 1, 3, 4 having sum(m.n) <> 0;
  end if;
  return null;
end $$;
create trigger count_band_new after insert on prevention.holder_stock referencing new table as fresh for each statement execute function prevention.count_bands();
create trigger count_band_changed after update on prevention.holder_stock referencing new table as fresh old table as stale for each statement execute function prevention.count_bands();
create trigger count_band_gone after delete on prevention.holder_stock referencing old table as stale for each statement execute function prevention.count_bands();

-- What stood at the end of a month, [species, stage]; the day is the month's last.
--@narrow
create function prevention.count_month_ends() returns trigger language plpgsql as $$
begin
  insert into kit.rollup_delta (tenant_no, name, region_code, keys, day, n)
  select p.tenant_no, 'prevention.monthEnd', p.region_code, array[p.species, p.stage], p.day, p.tagged + p.untagged
  from fresh p where extract(day from p.day + 1) = 1 and p.tagged + p.untagged > 0;
  return null;
end $$;
create trigger count_month_ends after insert on prevention.stock_day referencing new table as fresh for each statement execute function prevention.count_month_ends();

-- What is there already.
insert into kit.rollup_delta (tenant_no, name, region_code, keys, day, n)
select p.tenant_no, 'prevention.flow', p.region_code, array[p.species, m.what], p.day, sum(m.n)
from registry.holder_stock_day p cross join lateral (values ('born', p.born), ('bought', p.bought), ('in', p.transfer_in + p.recovered), ('sold', p.sold), ('out', p.transfer_out),
  ('slaughtered', p.slaughtered), ('died', p.died), ('culled', p.culled), ('lost', p.missing + p.voided)) m(what, n)
where p.in_herd group by p.tenant_no, p.region_code, p.species, m.what, p.day having sum(m.n) <> 0;
insert into kit.rollup_delta (tenant_no, name, region_code, keys, day, n)
select tenant_no, 'prevention.age', region_code, array[species, sex], date_trunc('month', birth_date)::date, count(*)
from registry.animal where status = 'inStock' and in_herd and voided_at is null group by tenant_no, region_code, species, sex, date_trunc('month', birth_date);
insert into kit.rollup_delta (tenant_no, name, region_code, keys, day, n)
select p.tenant_no, 'prevention.band', p.region_code, array[p.species, prevention.band_of(p.species, p.tagged + p.untagged), m.what], date '2000-01-01', sum(m.n)
from prevention.holder_stock p cross join lateral (values ('holders', 1), ('heads', p.tagged + p.untagged)) m(what, n) where p.tagged + p.untagged > 0 group by 1, 3, 4;
insert into kit.rollup_delta (tenant_no, name, region_code, keys, day, n)
select p.tenant_no, 'prevention.monthEnd', p.region_code, array[p.species, p.stage], p.day, p.tagged + p.untagged
from prevention.stock_day p where extract(day from p.day + 1) = 1 and p.tagged + p.untagged > 0;
