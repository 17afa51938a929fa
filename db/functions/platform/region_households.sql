-- The registry knows the households; only those the caller sees are counted.
create or replace function platform.region_households(p_code bigint, p_width bigint) returns int
  language sql stable as $$
  select count(*)::int from registry.principal p
  where p.region_code >= p_code and p.region_code < p_code + p_width and p.principal_unit_type = 'household'
    and p.status not in ('closed', 'rejected')
$$;
