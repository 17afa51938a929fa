-- Herds by size, [species, band, holders or heads], and heads alone, [species], for lists that add up many villages.
--@narrow
create or replace function prevention.count_bands() returns trigger language plpgsql as $$
begin
  if tg_op in ('INSERT', 'UPDATE') then
    insert into kit.rollup_delta (tenant_no, name, region_code, keys, day, n)
    select p.tenant_no, m.name, p.region_code, m.keys, date '2000-01-01', sum(m.n)
    from fresh p cross join lateral (values
      ('prevention.band', array[p.species, prevention.band_of(p.species, p.tagged + p.untagged), 'holders'], 1),
      ('prevention.band', array[p.species, prevention.band_of(p.species, p.tagged + p.untagged), 'heads'],
        p.tagged + p.untagged),
      ('prevention.head', array[p.species], p.tagged + p.untagged)) m(name, keys, n)
    where p.tagged + p.untagged > 0 group by 1, 2, 3, 4;
  end if;
  if tg_op in ('UPDATE', 'DELETE') then
    insert into kit.rollup_delta (tenant_no, name, region_code, keys, day, n)
    select p.tenant_no, m.name, p.region_code, m.keys, date '2000-01-01', -sum(m.n)
    from stale p cross join lateral (values
      ('prevention.band', array[p.species, prevention.band_of(p.species, p.tagged + p.untagged), 'holders'], 1),
      ('prevention.band', array[p.species, prevention.band_of(p.species, p.tagged + p.untagged), 'heads'],
        p.tagged + p.untagged),
      ('prevention.head', array[p.species], p.tagged + p.untagged)) m(name, keys, n)
    where p.tagged + p.untagged > 0 group by 1, 2, 3, 4;
  end if;
  return null;
end $$;
