-- The register as a list is built from it on the server: what `register_extract` tells, with ids and flags that never leave for a browser. No ground, no rows.
--@narrow
create function registry.enrol_extract(p_ground text, p_lo bigint, p_hi bigint, p_principals bigint[], p_day date)
returns table (
  "animalId" bigint, "principalId" bigint, "ownerId" bigint, "regionCode" bigint, tag text, species text, breed text, sex text, stage text, "birthDate" date,
  "ageMonths" int, weight float8, "weightOn" date, insured boolean, pledged boolean, quarantined boolean, "changePending" boolean,
  "holderName" text, "holderPhone" text, village text
) language sql stable as $$
  select a.id, a.principal_id, a.owner_id, a.region_code, a.ear_tag, a.species, a.breed, a.sex, a.stage, a.birth_date,
    (extract(year from age(p_day, a.birth_date)) * 12 + extract(month from age(p_day, a.birth_date)))::int, a.weight::float8, a.weight_on,
    a.insured, a.pledged, a.quarantined, a.pending_change_id is not null,
    p.principal_unit_name, p.contact_phone_mask, (select r.name from platform.sys_region r where r.code = a.region_code)
  from registry.animal a join registry.principal p on p.tenant_no = a.tenant_no and p.id = a.principal_id
  where a.tenant_no = kit.tenant() and length(trim(p_ground)) > 0 and a.voided_at is null and a.entry_on <= p_day and (a.exit_on is null or a.exit_on > p_day)
    and ((p_principals is null and a.region_code >= p_lo and a.region_code < p_hi) or a.principal_id = any (p_principals))
  order by a.region_code, a.principal_id, a.ear_tag limit 50000
$$;

-- How a holder's herd went over the last months, and what it weighs now, for whoever proved a ground to know it.
--@narrow
create function registry.holder_months(p_ground text, p_principal bigint, p_months int)
returns table (
  month text, species text, stage text, closing int, born int, bought int, "transferIn" int, "transferOut" int, sold int, slaughtered int, died int, culled int, missing int
) language sql stable as $$
  with months as (
    select m::date as first, (m + interval '1 month')::date as next
    from date_trunc('month', now() at time zone 'Asia/Shanghai') this,
      generate_series(this - make_interval(months => least(greatest(p_months, 1), 60) - 1), this, interval '1 month') m
    where length(trim(p_ground)) > 0
  )
  select to_char(m.first, 'YYYY-MM'), d.species, d.stage, sum(d.net)::int,
    coalesce(sum(d.born) filter (where d.day >= m.first), 0)::int, coalesce(sum(d.bought) filter (where d.day >= m.first), 0)::int,
    coalesce(sum(d.transfer_in) filter (where d.day >= m.first), 0)::int, coalesce(sum(d.transfer_out) filter (where d.day >= m.first), 0)::int,
    coalesce(sum(d.sold) filter (where d.day >= m.first), 0)::int, coalesce(sum(d.slaughtered) filter (where d.day >= m.first), 0)::int,
    coalesce(sum(d.died) filter (where d.day >= m.first), 0)::int, coalesce(sum(d.culled) filter (where d.day >= m.first), 0)::int,
    coalesce(sum(d.missing) filter (where d.day >= m.first), 0)::int
  from months m join registry.holder_stock_day d on d.tenant_no = kit.tenant() and d.principal_id = p_principal and d.day < m.next
  group by m.first, d.species, d.stage having sum(d.net) <> 0 or bool_or(d.day >= m.first) order by 1, 2, 3
$$;

--@narrow
create function registry.holder_weights(p_ground text, p_principal bigint)
returns table (species text, stage text, head int, weighed int, "meanKg" float8, "latestOn" date, insured int, pledged int) language sql stable as $$
  select a.species, a.stage, count(*)::int, count(a.weight)::int, round(avg(a.weight), 1)::float8, max(a.weight_on),
    (count(*) filter (where a.insured))::int, (count(*) filter (where a.pledged))::int
  from registry.animal a
  where a.tenant_no = kit.tenant() and length(trim(p_ground)) > 0 and a.principal_id = p_principal and a.status = 'inStock' and a.voided_at is null
  group by 1, 2 order by 1, 2
$$;

-- A person's papers are asked for before each prescription.
create index on registry.principal_document (staff_id, doc_kind) where staff_id is not null;
