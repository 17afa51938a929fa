-- What the rules of a principal need: its filing code, how complete it is, whether similar ones were looked at, and what it was merged into.
alter table registry.principal
  add column farm_code text,
  add column bank_name text,
  add column bank_account_name text,
  add column scale_by text not null default 'auto' check (scale_by in ('auto', 'manual')),
  add column ignore_similar boolean,
  add column merged_into_id bigint,
  drop constraint principal_status_check,
  add constraint principal_status_check check (status in ('pending', 'active', 'rejected', 'suspended', 'closed', 'merged')),
  -- Shares of what a holder's record should say.
  add column completeness smallint generated always as (
    ((case when principal_unit_name <> '' then 10 else 0 end
      + case when contact_id_card_hash is not null or (principal_unit_type <> 'household' and credit_code is not null) then 20 else 0 end
      + case when contact_phone_hash is not null then 15 else 0 end
      + case when longitude is not null and latitude is not null then 20 else 0 end
      + case when cardinality(species_kept) > 0 then 10 else 0 end
      + case when scale is not null then 5 else 0 end
      + case when bank_account_no_hash is not null then 10 else 0 end) * 100 / 90)::smallint) stored;
-- A code once given stays with its holder, closed or not.
create unique index principal_farm_code on registry.principal (tenant_no, farm_code);
drop index registry.principal_household_person;
create unique index principal_household_person on registry.principal (tenant_no, contact_id_card_hash, region_code)
  where principal_unit_type = 'household' and status not in ('closed', 'merged');
create index on registry.principal (tenant_no, region_code, principal_unit_name);

-- Names by their parts, so that two signs or three letters find a household without looking through all of them.
create table registry.principal_gram (
  tenant_no int not null,
  gram text not null,
  county int not null,
  principal_id bigint not null,
  primary key (tenant_no, gram, county, principal_id),
  foreign key (tenant_no, principal_id) references registry.principal (tenant_no, id) on delete cascade
);
create index on registry.principal_gram (tenant_no, principal_id);
--@scope registry.principal_gram tenant

-- Two neighbouring signs of the names; their first sign; two neighbouring initials; three neighbouring letters of the pinyin.
create function registry.grams_of(p_name text, p_contact text, p_pinyin text) returns setof text language sql immutable as $$
  select substr(w, i, 2) from (values (lower(p_name)), (lower(p_contact))) v(w), generate_series(1, greatest(length(w) - 1, 0)) i
  union select '^' || left(lower(w), 1) from (values (p_name), (p_contact), (p_pinyin)) v(w) where w <> ''
  union select substr(w, i, 2) from (values (lower(split_part(reverse(split_part(reverse(coalesce(p_pinyin, '')), ' ', 1)), ' ', 1)))) v(w), generate_series(1, greatest(length(w) - 1, 0)) i
  union select substr(w, i, 3) from (values (lower(coalesce(p_pinyin, '')))) v(w), generate_series(1, greatest(length(w) - 2, 0)) i
$$;

create function registry.keep_grams() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into registry.principal_gram (tenant_no, gram, county, principal_id)
    select distinct f.tenant_no, g, (f.region_code / 1000000)::int, f.id from fresh f cross join lateral registry.grams_of(f.principal_unit_name, f.contact_name, f.name_pinyin) g;
  else
    delete from registry.principal_gram g using fresh f join stale s on s.id = f.id
    where g.tenant_no = f.tenant_no and g.principal_id = f.id
      and (f.principal_unit_name, f.contact_name, f.name_pinyin, f.region_code / 1000000) is distinct from (s.principal_unit_name, s.contact_name, s.name_pinyin, s.region_code / 1000000);
    insert into registry.principal_gram (tenant_no, gram, county, principal_id)
    select distinct f.tenant_no, g, (f.region_code / 1000000)::int, f.id from fresh f join stale s on s.id = f.id
      cross join lateral registry.grams_of(f.principal_unit_name, f.contact_name, f.name_pinyin) g
    where (f.principal_unit_name, f.contact_name, f.name_pinyin, f.region_code / 1000000) is distinct from (s.principal_unit_name, s.contact_name, s.name_pinyin, s.region_code / 1000000);
  end if;
  return null;
end $$;
create trigger keep_grams_of_new after insert on registry.principal referencing new table as fresh for each statement execute function registry.keep_grams();
create trigger keep_grams_of_changed after update on registry.principal referencing new table as fresh old table as stale for each statement execute function registry.keep_grams();
insert into registry.principal_gram (tenant_no, gram, county, principal_id)
select distinct p.tenant_no, g, (p.region_code / 1000000)::int, p.id from registry.principal p cross join lateral registry.grams_of(p.principal_unit_name, p.contact_name, p.name_pinyin) g;

-- Who already has this credit code, or is this person's household in this village? The row's number, which says nothing to those who do not see the row.
--@narrow
create function registry.same_identity(p_credit text, p_person text, p_region bigint, p_except bigint) returns table (id bigint, kind text) language sql stable as $$
  select p.id, 'credit' from registry.principal p
  where p.tenant_no = kit.tenant() and p.credit_code = p_credit and p.id is distinct from p_except
  union all
  select p.id, 'person' from registry.principal p
  where p.tenant_no = kit.tenant() and p.contact_id_card_hash = p_person and p.region_code = p_region and p.principal_unit_type = 'household'
    and p.status not in ('closed', 'merged') and p.id is distinct from p_except
$$;

-- The next filing code of a county: the serials in use, seen or not, closed or not, are passed over.
--@narrow
create function registry.next_farm_code(p_county int) returns text language sql stable as $$
  select p_county::text || lpad((coalesce(max(substr(farm_code, 7)::int), 0) + 1)::text, 4, '0')
  from registry.principal where tenant_no = kit.tenant() and farm_code >= p_county::text || '0000' and farm_code <= p_county::text || '9999'
$$;

-- How deep the tree below a unit goes, and how high the line above it.
--@narrow
create function registry.tree_depth(p_parent bigint, p_child bigint) returns int language sql stable as $$
  with recursive above(id, parent_id, n) as (
    select p.id, p.parent_id, 1 from registry.principal p where p.tenant_no = kit.tenant() and p.id = p_parent
    union all select p.id, p.parent_id, a.n + 1 from registry.principal p join above a on p.id = a.parent_id where p.tenant_no = kit.tenant() and a.n < 20
  ), below(id, n) as (
    select p_child, 1
    union all select p.id, b.n + 1 from registry.principal p join below b on p.parent_id = b.id where p.tenant_no = kit.tenant() and b.n < 20
  )
  select coalesce((select max(n) from above), 0) + coalesce((select max(n) from below), 1)
$$;
