-- What breeding reads of its neighbours, under the reader's own row rules.

create view breeding.animal_seen with (security_invoker = true) as
  select a.id, a.tenant_no, a.region_code, a.county, a.town, a.principal_id, a.ear_tag, a.tag_back, a.species, a.breed,
    a.sex, a.birth_date, a.mother_id, a.mother_tag, a.father_code, a.parity, a.stage, a.status, a.entry_on, a.exit_on,
    a.tag_worn_on, a.source, a.entry_id, a.pen_id, a.coat_color
  from registry.animal a where a.voided_at is null;

create view breeding.holder_seen with (security_invoker = true) as
  select p.id, p.tenant_no, p.region_code, p.principal_unit_name as name, p.principal_unit_type as type, p.status,
    p.contact_phone_mask, p.longitude, p.latitude, p.bank_account_no_enc, p.bank_account_no_mask, p.bank_name
  from registry.principal p;

create view breeding.technician_seen with (security_invoker = true) as
  select s.id, s.tenant_no, s.region_code, s.principal_id, s.name, s.user_id, s.status, s.phone_mask, s.job
  from registry.staff s;

create view breeding.duty_seen with (security_invoker = true) as
  select d.tenant_no, d.staff_id, v.village_code, d.is_main, d.from_on, d.to_on
  from registry.grid_duty d join registry.grid_village v on v.tenant_no = d.tenant_no and v.grid_id = d.grid_id
  where d.job = 'breedingTechnician';

create view breeding.variety_seen with (security_invoker = true) as
  select v.code, v.tenant_no, v.species, v.name_zh, v.name_tw, v.name_en, v.category, v.gestation_days,
    v.first_service_months
  from registry.variety v where v.status = 'active';

create view breeding.straw_lot with (security_invoker = true) as
  select l.id, l.tenant_no, l.material_id, l.lot_no, l.produced_on, l.expire_on, l.quality, m.sire_code, m.semen_kind,
    m.name as material_name
  from depot.lot l join depot.material m on m.tenant_no = l.tenant_no and m.id = l.material_id
  where m.kind = 'semen';

create view breeding.straw_material with (security_invoker = true) as
  select m.id, m.tenant_no, m.name, m.sire_code, m.semen_kind from depot.material m where m.kind = 'semen';

create view breeding.tank_store with (security_invoker = true) as
  select d.id, d.tenant_no, d.region_code, d.principal_id, d.name, d.kind, d.staff_id, d.status
  from depot.depot d where d.kind in ('nitrogenTank', 'box');

create view breeding.straw_stock with (security_invoker = true) as
  select b.id, b.tenant_no, b.region_code, b.principal_id, b.depot_id, b.lot_id, b.material_id, b.qty, b.reserved,
    b.hold, l.lot_no, l.quality, l.produced_on, l.expire_on, m.sire_code, m.semen_kind
  from depot.stock_balance b join depot.lot l on l.tenant_no = b.tenant_no and l.id = b.lot_id
    join depot.material m on m.tenant_no = b.tenant_no and m.id = b.material_id
  where m.kind = 'semen';

create view breeding.straw_move with (security_invoker = true) as
  select v.id, v.tenant_no, v.region_code, v.principal_id, v.move_kind, v.material_id, v.lot_id, v.from_kind,
    v.from_id, v.to_kind, v.to_id, v.qty, v.biz_date, v.recorded_at, v.doc_type, v.doc_id, v.reason, v.source_type,
    v.source_id, v.staff_id, v.reverses_id, m.sire_code
  from depot.stock_move v join depot.material m on m.tenant_no = v.tenant_no and m.id = v.material_id
  where m.kind = 'semen';

create view breeding.straw_doc_line with (security_invoker = true) as
  select n.doc_id, n.tenant_no, n.qty, n.received_qty, n.lot_id, n.material_id, m.sire_code
  from depot.stock_doc_line n join depot.material m on m.tenant_no = n.tenant_no and m.id = n.material_id
  where m.kind = 'semen';

create view breeding.semen_paper with (security_invoker = true) as
  select d.id, d.tenant_no, d.region_code, d.principal_id, d.doc_no, d.depot_id, d.to_depot_id, d.biz_date, d.status,
    d.dispatched_at, d.received_at
  from depot.stock_doc d where d.doc_type = 'issueOut' and exists (select 1 from breeding.straw_doc_line n
    where n.tenant_no = d.tenant_no and n.doc_id = d.id);

create view breeding.alarm_seen with (security_invoker = true) as
  select a.id, a.tenant_no, a.kind, a.dedup_key, a.status from platform.alarm a;

create view breeding.account_seen with (security_invoker = true) as
  select u.id, u.tenant_no, u.principal_id, u.nickname from platform.sys_user u;

do $$
declare one text;
begin
  foreach one in array array['animal_seen', 'holder_seen', 'technician_seen', 'duty_seen', 'variety_seen', 'straw_lot',
    'straw_material', 'tank_store', 'straw_stock', 'straw_move', 'straw_doc_line', 'semen_paper',
    'alarm_seen', 'account_seen'] loop
    execute format('revoke all on breeding.%I from public', one);
    execute format('grant select on breeding.%I to mulian_app', one);
  end loop;
end $$;
