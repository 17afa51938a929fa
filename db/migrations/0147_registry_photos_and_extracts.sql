-- Pictures anybody may see, reminders of handovers, and what a module may read that proves its ground.

alter table registry.animal_change add column reminded_at timestamptz;

-- R58: the picture of an animal that was set free to be shown, the latest first; nothing else of it.
--@narrow
create function registry.public_photo(p_uid text) returns table (tenant_no int, file_id bigint) language sql stable as $$
  select p.tenant_no, p.file_id from registry.animal_photo p join registry.animal a on a.tenant_no = p.tenant_no and a.id = p.animal_id
  where p_uid ~ '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$' and a.animal_uid = p_uid::uuid and a.voided_at is null and p.is_public
  order by p.taken_on desc, p.id desc limit 1
$$;

-- R60: whoever passed the check begins anew.
--@narrow
create function registry.forgive_visit(p_address text) returns void language sql as
  $$ update registry.public_visit set unknown = 0 where address = p_address and minute > now() - interval '10 minutes' $$;

-- The herd of an area or of some holders on a day, for a module that says on what ground it asks; tag, kind, age, holder and village, nothing else.
--@narrow
create function registry.register_extract(p_ground text, p_lo bigint, p_hi bigint, p_principals bigint[], p_day date)
returns table (tag text, species text, breed text, sex text, stage text, "ageMonths" int, "holderName" text, village text) language sql stable as $$
  select a.ear_tag, a.species, a.breed, a.sex, a.stage, (extract(year from age(p_day, a.birth_date)) * 12 + extract(month from age(p_day, a.birth_date)))::int,
    p.principal_unit_name, (select r.name from platform.sys_region r where r.code = a.region_code)
  from registry.animal a join registry.principal p on p.tenant_no = a.tenant_no and p.id = a.principal_id
  where a.tenant_no = kit.tenant() and length(trim(p_ground)) > 0 and a.voided_at is null and a.entry_on <= p_day and (a.exit_on is null or a.exit_on > p_day)
    and ((p_principals is null and a.region_code >= p_lo and a.region_code < p_hi) or a.principal_id = any (p_principals))
  order by a.region_code, a.principal_id, a.ear_tag limit 50000
$$;
grant select on platform.sys_region to mulian_narrow;

-- The public id of an animal somebody has found.
--@narrow
create function registry.uid_of(p_tenant int, p_animal bigint) returns uuid language sql stable as
  $$ select animal_uid from registry.animal where tenant_no = p_tenant and id = p_animal $$;

-- The human being behind a contact: one row per person, however many units name them.
alter table registry.principal add column person_id bigint;
create index on registry.principal (person_id) where person_id is not null;
