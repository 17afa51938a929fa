--@narrow
create or replace function prevention.programme_of(p_tenant int, p_disease text, p_species text, p_stage text,
  p_region bigint, p_on date)
returns prevention.immune_programme language sql stable as $$
  select p from prevention.immune_programme p
  where kit.require_tenant(p_tenant) and p.tenant_no = p_tenant and p.disease_code = p_disease
    and p.species = p_species and (p.stage is null or p.stage = p_stage)
    and p.valid_from <= p_on and (p.valid_to is null or p.valid_to >= p_on)
    and p_region >= p.region_code and p_region < p.region_code + platform.region_width(p.region_code)
  order by platform.region_width(p.region_code), p.stage nulls last, p.valid_from desc limit 1
$$;
