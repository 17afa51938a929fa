-- What anybody may know of an animal, and how often it was asked.

-- Counters of visitors, by a digest of their address; gone after a day.
create table registry.public_visit (
  address text not null,
  minute timestamptz not null,
  asked int not null default 0,
  unknown int not null default 0,
  primary key (address, minute)
);
create index on registry.public_visit (minute);
--@scope registry.public_visit global

grant select, insert, update, delete on registry.public_visit to mulian_narrow;
create policy narrow on registry.public_visit to mulian_narrow using (true) with check (true);
grant select, insert, update on registry.public_query_day to mulian_narrow;
create policy narrow on registry.public_query_day to mulian_narrow using (true) with check (true);

-- Counts one question of an address; answers how many it asked in this minute and how many unknown codes in the last ten.
--@narrow
create function registry.count_visit(p_address text) returns table (asked int, unknown int) language plpgsql as $$
begin
  if random() < 0.01 then delete from registry.public_visit v where v.minute < now() - interval '24 hours'; end if;
  insert into registry.public_visit as v (address, minute, asked) values (p_address, date_trunc('minute', now()), 1)
  on conflict (address, minute) do update set asked = v.asked + 1;
  return query select
    (select v.asked from registry.public_visit v where v.address = p_address and v.minute = date_trunc('minute', now())),
    (select coalesce(sum(v.unknown), 0)::int from registry.public_visit v where v.address = p_address and v.minute > now() - interval '10 minutes');
end $$;

-- What came of it: a hit in a county, or a code nobody knows.
--@narrow
create function registry.count_answer(p_address text, p_tenant int, p_county bigint, p_species text, p_known boolean) returns void language plpgsql as $$
begin
  if not p_known then
    update registry.public_visit v set unknown = v.unknown + 1 where v.address = p_address and v.minute = date_trunc('minute', now());
  end if;
  insert into registry.public_query_day as d (tenant_no, day, county_code, species, hits, unknown)
  values (p_tenant, (now() at time zone 'Asia/Shanghai')::date, p_county, p_species, p_known::int, (not p_known)::int)
  on conflict (tenant_no, day, county_code, species) do update set hits = d.hits + excluded.hits, unknown = d.unknown + excluded.unknown;
end $$;

-- A unit's own word, else that of the nearest unit above it, else that of the tenant's first authority; whoever asks.
--@narrow
create function registry.public_config(p_tenant int, p_principal bigint, p_code text) returns text language sql stable as $$
  with recursive above(id, parent_id, depth) as (
    select p.id, p.parent_id, 0 from registry.principal p where p.tenant_no = p_tenant and p.id = p_principal
    union all select p.id, p.parent_id, a.depth + 1 from registry.principal p join above a on p.id = a.parent_id where p.tenant_no = p_tenant and a.depth < 10
  ), asked as (
    select id, depth from above
    union all select min(p.id), 99 from registry.principal p where p.tenant_no = p_tenant and p.principal_unit_type = 'authority' and p.parent_id is null
  )
  select c.config_value from asked a join registry.principal_config c on c.tenant_no = p_tenant and c.principal_id = a.id and c.config_code = p_code
  where p_code in ('public_holder_show', 'iframe_allowed_origins') order by a.depth limit 1
$$;

-- R58, R59: the animal behind a code or a number it wears or wore, in whichever tenant: where it is in stock, else where it was last. Nothing below the
-- county, and a name only of an enterprise that shows itself. Tenant, id and unit are for the program and never told.
--@narrow
create function registry.public_animal(p_code text, p_tag text)
returns table (tenant_no int, animal_id bigint, principal_id bigint, tag_no text, tag_replaced boolean, species text, breed text, sex text, birth_month text, stage text,
  status text, county int, origin_county int, holder_name text) language sql stable as $$
  select a.tenant_no, a.id, a.principal_id, a.ear_tag, exists (
      select 1 from registry.animal_tag t where t.tenant_no = a.tenant_no and t.animal_id = a.id and t.tag_kind = 'ear' and t.removed_on is not null),
    a.species, a.breed, a.sex, to_char(a.birth_date, 'YYYY-MM'), a.stage, a.status, a.county, (a.origin_region_code / 1000000)::int,
    (select p.principal_unit_name from registry.principal p where p.tenant_no = a.tenant_no and p.id = a.principal_id and p.principal_unit_type <> 'household' and p.show_flag
      and registry.public_config(a.tenant_no, a.principal_id, 'public_holder_show') = '1')
  from registry.animal a
  where a.voided_at is null and a.merged_into_id is null and (
    (p_code ~ '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$' and a.animal_uid = (case when p_code ~ '^[0-9a-f-]{36}$' then p_code end)::uuid)
    or (p_tag ~ '^[0-9]{15}$' and (a.tenant_no, a.id) in (select t.tenant_no, t.animal_id from registry.animal_tag t where t.tag_kind = 'ear' and t.tag_no = p_tag)))
  order by a.status = 'inStock' desc, a.updated_at desc limit 1
$$;
create index on registry.animal (animal_uid);
create index on registry.animal_tag (tag_no) where tag_kind = 'ear';

-- The public part of its life, as it was sealed, and the names of units that are no household.
--@narrow
create function registry.public_line(p_tenant int, p_animal bigint) returns table (seq int, pub jsonb, unit text) language sql stable as $$
  select e.seq, e.pub, e.org ->> 'name' from registry.animal_event e
  where e.tenant_no = p_tenant and e.animal_id = p_animal and e.pub ->> 'kind' <> 'other'
    and not exists (select 1 from registry.animal_event v where v.tenant_no = e.tenant_no and v.animal_id = e.animal_id and v.void_of = e.seq)
    and e.void_of is null
  order by e.seq
$$;
