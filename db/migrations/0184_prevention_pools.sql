-- A tube may hold what several animals of a household gave: they are named on it, and what is found in it is found of none of them alone.
alter table prevention.sample add column pool_animal_ids bigint[] not null default '{}', add column pool_tags text[] not null default '{}';
alter table prevention.sample add constraint sample_of_one_or_a_pool check (cardinality(pool_animal_ids) = 0 or (animal_id is null and pool_no is not null));
