-- A tenant begins with the common programme: diseases, how each is immunised, vaccines, laboratory items and standards. From then on they are its own.

grant select, insert on prevention.ant_disease, prevention.immune_programme, prevention.vaccine, prevention.detect_item, prevention.ant_standard to mulian_narrow;
drop policy narrow on prevention.ant_disease;
drop policy narrow on prevention.immune_programme;
create policy narrow on prevention.ant_disease to mulian_narrow using (true) with check (true);
create policy narrow on prevention.immune_programme to mulian_narrow using (true) with check (true);
create policy narrow on prevention.vaccine to mulian_narrow using (true) with check (true);
create policy narrow on prevention.detect_item to mulian_narrow using (true) with check (true);
create policy narrow on prevention.ant_standard to mulian_narrow using (true) with check (true);

--@narrow
create function prevention.seed_tenant(p_tenant int, p_region bigint) returns void language plpgsql as $$
begin
  if p_tenant = 0 or exists (select 1 from prevention.ant_disease where tenant_no = p_tenant) then return; end if;
  insert into prevention.ant_disease (tenant_no, code, name_zh, name_tw, name_en, species, compulsory, report_class, coverage_target, antibody_target, stress_window_hours, human_risk, order_num)
  select p_tenant, code, name_zh, name_tw, name_en, species, compulsory, report_class, coverage_target, antibody_target, stress_window_hours, human_risk, order_num
  from prevention.ant_disease where tenant_no = 0 order by order_num;
  insert into prevention.immune_programme (tenant_no, disease_code, species, stage, region_code, min_age_days, booster_days, valid_days, min_gap_days, season_scope, ban_on, valid_from)
  select p_tenant, disease_code, species, stage, p_region, min_age_days, booster_days, valid_days, min_gap_days, season_scope, ban_on, valid_from
  from prevention.immune_programme where tenant_no = 0 order by id;
  insert into prevention.vaccine (tenant_no, vaccine_code, name, disease_codes, species, form, doses, route, apart_days)
  select p_tenant, vaccine_code, name, disease_codes, species, form, doses, route, apart_days from prevention.vaccine where tenant_no = 0 order by id;
  insert into prevention.detect_item (tenant_no, code, name, disease_code, target, method, unit, comparator, threshold, suspect_from, plausible_from, plausible_to, instrument_type, good_when, report_days)
  select p_tenant, code, name, disease_code, target, method, unit, comparator, threshold, suspect_from, plausible_from, plausible_to, instrument_type, good_when, report_days
  from prevention.detect_item where tenant_no = 0 order by id;
  insert into prevention.ant_standard (tenant_no, kind, species, stage, breeding_stock, disease_code, work_kind, amount_cents, ratio, region_code, valid_from)
  select p_tenant, kind, species, stage, breeding_stock, disease_code, work_kind, amount_cents, ratio, p_region, valid_from from prevention.ant_standard where tenant_no = 0 order by id;
end $$;

--@narrow
create function prevention.begin_tenant() returns trigger language plpgsql as $$
begin
  perform prevention.seed_tenant(new.tenant_no, new.region_code);
  return null;
end $$;
create trigger prevention_begin after insert on platform.sys_tenant for each row execute function prevention.begin_tenant();
