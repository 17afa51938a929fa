-- The same rows in the words of the other side, and what the module reads of its neighbours, under the reader's sight.
create view commerce.commodity_review with (security_invoker = true) as select * from commerce.commodity;
create view commerce.supplier_after_sale with (security_invoker = true) as select * from commerce.after_sale;
create view commerce.supplier_settlement with (security_invoker = true) as select * from commerce.settlement;
create view commerce.product_record with (security_invoker = true) as select * from commerce.operating_record;
grant select, update on commerce.commodity_review, commerce.supplier_after_sale,
  commerce.supplier_settlement to mulian_app;
grant select on commerce.product_record to mulian_app;

create view commerce.category_seen with (security_invoker = true) as
  select s.id, s.parent_id, s.code, s.name, s.name_tw, s.name_en, s.unit, s.licence_kind, s.order_num,
    p.name as parent_name, p.name_tw as parent_name_tw, p.name_en as parent_name_en, p.code as parent_code,
    p.order_num as parent_order, p.licence_kind as parent_licence_kind, s.status
  from platform.sys_commodity_secondary s join platform.sys_commodity_category p on p.id = s.parent_id;
create view commerce.library_seen with (security_invoker = true) as
  select c.id, c.tenant_no, c.commodity_name, c.category_id, c.brand, c.spec, c.unit, c.manufacturer, c.licence_no,
    c.restricted, c.material_id, c.detail, c.shelf_life_days, c.status
  from platform.tenant_commodity c;
create view commerce.unit_seen with (security_invoker = true) as
  select p.id, p.tenant_no, p.principal_unit_name as name, p.principal_unit_type as type, p.region_code, p.status,
    p.address, p.parent_id
  from registry.principal p;
create view commerce.user_seen with (security_invoker = true) as
  select u.id, u.tenant_no, u.nickname as name, u.principal_id, u.status from platform.sys_user u;
create view commerce.material_seen with (security_invoker = true) as
  select m.id, m.tenant_no, m.principal_id, m.kind, m.name, m.spec, m.base_unit, m.decimals, m.packs, m.approval_no,
    m.barcode, m.has_expiry, m.tracking, m.withdrawal_days, m.status
  from depot.material m;
create view commerce.store_seen with (security_invoker = true) as
  select d.id, d.tenant_no, d.name, d.kind, d.principal_id, d.region_code, d.status from depot.depot d;
create view commerce.keeper_seen with (security_invoker = true) as
  select d.tenant_no, d.id as depot_id, s.user_id
  from depot.depot d cross join lateral jsonb_array_elements_text(d.keeper_ids) k (staff_id)
  join registry.staff s on s.id = k.staff_id::bigint;
create view commerce.paper_seen with (security_invoker = true) as
  select d.tenant_no, d.principal_id, d.doc_kind, d.status, d.valid_from, d.valid_to
  from registry.principal_document d where d.owner_kind = 'principal';
create view commerce.lot_seen with (security_invoker = true) as
  select b.tenant_no, b.depot_id, b.material_id, b.lot_id, l.lot_no, b.qty
  from depot.stock_balance b join depot.lot l on l.id = b.lot_id;
grant select on commerce.paper_seen, commerce.lot_seen to mulian_app;
grant select on commerce.category_seen, commerce.library_seen, commerce.unit_seen, commerce.user_seen,
  commerce.material_seen, commerce.store_seen, commerce.keeper_seen to mulian_app;

-- The units the caller speaks for, for columns that say what is theirs to do.
create function commerce.my_units() returns bigint[] language sql stable as $$
  select coalesce(nullif(current_setting('app.principals', true), '')::bigint[], '{}')
$$;

-- Whether a place lies where the caller looks after things, be that one region or several.
create function commerce.oversees(p_code bigint) returns boolean language sql stable as $$
  select coalesce(p_code >= nullif(current_setting('app.lo', true), '')::bigint
    and p_code < nullif(current_setting('app.hi', true), '')::bigint, false) or kit.in_scope(p_code)
$$;

-- A region and everything below it.
create function commerce.lies_in(p_code bigint, p_above bigint) returns boolean language sql immutable as $$
  select p_code >= p_above and p_code < p_above + case
    when p_above % 10000000000 = 0 then 10000000000
    when p_above % 100000000 = 0 then 100000000
    when p_above % 1000000 = 0 then 1000000
    when p_above % 1000 = 0 then 1000
    else 1 end
$$;
