-- What the farm reads of its neighbours, under the reader's own row rules.

create view farm.animal_seen with (security_invoker = true) as
  select a.id, a.tenant_no, a.region_code, a.principal_id, a.owner_id, a.ear_tag, a.tag_back, a.electronic_tag,
    a.species, a.breed, a.sex, a.birth_date, a.stage, a.weight, a.weight_on, a.hovel_id, a.pen_id, a.status, a.parity,
    a.castrated, a.breeding_use, a.insured, a.pledged, a.quarantined, a.entry_on, a.exit_on, a.mother_id, a.father_code,
    a.source, a.pending_change_id, a.in_herd
  from registry.animal a where a.voided_at is null;

create view farm.unit_seen with (security_invoker = true) as
  select p.id, p.tenant_no, p.region_code, p.principal_unit_name as name, p.principal_unit_type as type, p.parent_id,
    p.status from registry.principal p;

create view farm.hovel_seen with (security_invoker = true) as
  select h.id, h.tenant_no, h.principal_id, h.region_code, h.hovel_no, h.name, h.kind, h.capacity, h.status
  from registry.hovel h where h.status <> 'removed';

create view farm.pen_seen with (security_invoker = true) as
  select p.id, p.tenant_no, p.principal_id, p.region_code, p.hovel_id, p.pen_no, p.capacity, p.current_count, p.status,
    h.name as hovel, h.hovel_no, h.kind
  from registry.pen p join registry.hovel h on h.tenant_no = p.tenant_no and h.id = p.hovel_id
  where p.status <> 'removed';

create view farm.staff_seen with (security_invoker = true) as
  select s.id, s.tenant_no, s.principal_id, s.name, s.job, s.user_id, s.status from registry.staff s;

create view farm.change_seen with (security_invoker = true) as
  select l.tenant_no, l.animal_id, l.ear_tag, l.from_pen_id, l.to_pen_id, c.id as change_id, c.change_type, c.doc_no,
    c.principal_id, c.to_principal_id, c.happened_on, c.cause, c.status
  from registry.animal_change_line l join registry.animal_change c on c.tenant_no = l.tenant_no and c.id = l.change_id
  where not l.taken_off;

create view farm.material_seen with (security_invoker = true) as
  select m.id, m.tenant_no, m.name, m.kind, m.base_unit, m.decimals, m.status from depot.material m;

create view farm.store_seen with (security_invoker = true) as
  select d.id, d.tenant_no, d.principal_id, d.region_code, d.name, d.kind, d.status from depot.depot d;

create view farm.stock_seen with (security_invoker = true) as
  select b.id, b.tenant_no, b.principal_id, b.region_code, b.depot_id, b.lot_id, b.material_id, b.qty,
    b.reserved, b.hold, b.version, l.lot_no, l.expire_on, l.quality
  from depot.stock_balance b join depot.lot l on l.tenant_no = b.tenant_no and l.id = b.lot_id;

create view farm.move_seen with (security_invoker = true) as
  select v.id, v.tenant_no, v.principal_id, v.move_kind, v.material_id, v.lot_id, v.qty, v.biz_date, v.source_type,
    v.source_id, v.reverses_id, v.from_kind, v.from_id, v.to_kind, v.to_id, v.recorded_at
  from depot.stock_move v;

create view farm.move_cost_seen with (security_invoker = true) as
  select c.tenant_no, c.about_id as move_id, c.cents from depot.stock_cost c where c.about = 'move';

create view farm.weight_seen with (security_invoker = true) as
  select r.tenant_no, r.animal_id, r.kg, r.at, r.adg_kg, r.gain_kg, r.prev_kg, r.prev_on, r.accepted,
    s.id as session_id, s.principal_id, s.doc_no, s.purpose, s.status, s.pen_id, s.ended_at
  from device.weigh_record r join device.weigh_session s on s.tenant_no = r.tenant_no and s.id = r.session_id;

create view farm.cycle_seen with (security_invoker = true) as
  select c.id, c.tenant_no, c.principal_id, c.animal_id, c.status, c.check_due_on, c.expected_on, c.pregnant_on,
    c.last_served_on, c.opened_on, c.opened_by, c.closed_on, c.heats, c.is_live
  from breeding.breeding_cycle c;

create view farm.calving_seen with (security_invoker = true) as
  select c.tenant_no, c.mother_id, c.principal_id, c.calved_on, c.alive, c.total, c.status from breeding.calving c;

create view farm.service_seen with (security_invoker = true) as
  select i.tenant_no, i.principal_id, i.animal_id, i.shot_no, i.served_on, i.outcome, i.outcome_on
  from breeding.insemination i where i.status <> 'voided';

create view farm.check_seen with (security_invoker = true) as
  select k.id, k.tenant_no, k.principal_id, k.animal_id, k.checked_on, k.result
  from breeding.pregnancy_check k where k.status <> 'voided';

create view farm.sire_seen with (security_invoker = true) as
  select s.tenant_no, s.animal_id, s.sire_code from breeding.seed_animal s where s.animal_id is not null;

create view farm.straw_seen with (security_invoker = true) as
  select m.id, m.tenant_no, m.name, m.sire_code, m.semen_kind from depot.material m where m.kind = 'semen';

create view farm.case_seen with (security_invoker = true) as
  select t.id, t.tenant_no, t.principal_id, t.doc_no, t.treated_on, t.case_id, t.result, t.contagious, t.isolate,
    t.heads, t.status, t.meat_until, t.pen_id, t.signs, x.animal_id, x.ear_tag, g.disease_code, d.report_class
  from cure.treatment t left join cure.treatment_animal x on x.tenant_no = t.tenant_no and x.treatment_id = t.id
    left join cure.cure_tag g on g.tenant_no = t.tenant_no and g.id = t.diagnosis_tag_id
    left join prevention.ant_disease d on d.tenant_no = g.tenant_no and d.code = g.disease_code;

create view farm.report_seen with (security_invoker = true) as
  select r.id, r.tenant_no, r.principal_id, r.treatment_id, r.doc_no, r.status from cure.suspect_report r;

create view farm.withdrawal_seen with (security_invoker = true) as
  select w.tenant_no, w.animal_id, w.principal_id, w.meat_until, w.status from cure.animal_withdrawal w;

create view farm.immunity_seen with (security_invoker = true) as
  select i.tenant_no, i.animal_id, i.principal_id, i.disease_code, i.last_on, i.valid_until, i.booster_due_on,
    i.exempt_until, i.in_stock from prevention.animal_immunity i;

create view farm.disease_seen with (security_invoker = true) as
  select d.tenant_no, d.code, d.name_zh from prevention.ant_disease d;

create view farm.alarm_seen with (security_invoker = true) as
  select a.id, a.tenant_no, a.principal_id, a.kind, a.level, a.source, a.status, a.dedup_key, a.subject_entity,
    a.subject_id, a.subject_name, a.animal_id, a.opened_at, a.last_at, a.closed_at, a.times from platform.alarm a;

-- Under the noun by which stages are referred to.
create view farm.farm_stage with (security_invoker = true) as
  select g.id, g.tenant_no, g.parent_id, g.name, g.max_days, g.target_adg, g.principal_id, g.region_code
  from farm.cycle_scheme_stage g;

do $$
declare one text;
begin
  foreach one in array array['animal_seen', 'unit_seen', 'hovel_seen', 'pen_seen', 'staff_seen', 'change_seen',
    'material_seen', 'store_seen', 'stock_seen', 'move_seen', 'move_cost_seen', 'weight_seen', 'cycle_seen',
    'calving_seen', 'service_seen', 'check_seen', 'sire_seen', 'straw_seen', 'case_seen', 'report_seen',
    'withdrawal_seen', 'immunity_seen', 'disease_seen', 'alarm_seen', 'farm_stage'] loop
    execute format('revoke all on farm.%I from public', one);
    execute format('grant select on farm.%I to mulian_app', one);
  end loop;
end $$;
