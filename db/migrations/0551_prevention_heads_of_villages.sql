-- Heads of every place by species alone: a worker's list adds up the heads of many villages, and `prevention.stock` has some thirty rows for each of them.
-- From here on `prevention.count_bands` keeps them in step (db/functions).
insert into kit.rollup_delta (tenant_no, name, region_code, keys, day, n)
select tenant_no, 'prevention.head', region_code, array[species], date '2000-01-01', sum(tagged + untagged)
from prevention.holder_stock where tagged + untagged > 0 group by tenant_no, region_code, species;
