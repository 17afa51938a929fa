-- Everything that is kept of one number, in one question: it is asked at a counter, over a slow line, with a queue behind
-- it. Asked under the tenant's own sight; what of it is told decides the caller's. Its plans are made once per session.
create function sign.number_facts(p_scheme text, p_code bigint) returns jsonb
language plpgsql stable set plan_cache_mode = force_generic_plan as $$
declare
  t_no int := kit.tenant();
  seg jsonb;
  used jsonb;
  facts jsonb;
begin
  select to_jsonb(x) into seg from (
    select t.id, t.code_from as "from", t.code_to as "to", t.category_id as "categoryId", t.place,
      t.principal_id as "principalId", t.staff_id as "staffId", t.counter_id as "counterId",
      t.counter_staff_id as "counterStaffId", t.since_on as "sinceOn", t.hold_id as "holdId",
      (select c.name from sign.sign_category c where c.id = t.category_id) as category
    from sign.tag_segment t where t.tenant_no = t_no and t.scheme = p_scheme and t.code_from <= p_code
    order by t.code_from desc limit 1) x
  where x."to" >= p_code;
  select to_jsonb(x) into used from (
    select u.id, u.animal_id as "animalId", u.state, u.origin, u.worn_on as "wornOn",
      u.worn_by_staff_id as "wornByStaffId", u.wear_doc_no as "wearDocNo", u.ended_on as "endedOn",
      u.end_reason as "endReason", u.next_code as "nextCode", u.recovery_id as "recoveryId",
      u.recovered_on as "recoveredOn", u.destroyed_on as "destroyedOn"
    from sign.tag_use u where u.tenant_no = t_no and u.scheme = p_scheme and u.code = p_code and u.state <> 'voided'
    limit 1) x;
  if seg is null and used is null then
    return null;
  end if;
  select jsonb_build_object(
    'units', (select jsonb_object_agg(f.id, f.name) from sign.unit_facts(
      array[(seg ->> 'principalId')::bigint, (seg ->> 'counterId')::bigint]) f),
    'staff', (select jsonb_object_agg(f.id, f.name) from sign.staff_facts(array[(seg ->> 'staffId')::bigint,
      (seg ->> 'counterStaffId')::bigint, (used ->> 'wornByStaffId')::bigint]) f),
    'bag', (select jsonb_build_object('id', b.id, 'packNo', b.pack_no, 'to', b.code_to) from sign.tag_pack b
      where b.tenant_no = t_no and b.scheme = p_scheme and b.level = 'bag' and b.code_from <= p_code
      order by b.code_from desc limit 1),
    'box', (select jsonb_build_object('id', b.id, 'packNo', b.pack_no, 'to', b.code_to) from sign.tag_pack b
      where b.tenant_no = t_no and b.scheme = p_scheme and b.level = 'box' and b.code_from <= p_code
      order by b.code_from desc limit 1),
    'order', (select jsonb_build_object('id', p.id, 'docNo', p.doc_no) from (select a.procurement_id, a.code_to
        from sign.sign_allot a where a.tenant_no = t_no and a.scheme = p_scheme and a.code_from <= p_code
        order by a.code_from desc limit 1) o
      join sign.sign_procurement p on p.id = o.procurement_id where o.code_to >= p_code),
    'eid', (select r.eid from sign.tag_pair r where r.tenant_no = t_no and r.scheme = p_scheme and r.code = p_code
      limit 1),
    'holdNo', (select h.doc_no from sign.tag_hold h where h.id = (seg ->> 'holdId')::bigint),
    'bagNo', (select r.bag_no from sign.sign_recovery r where r.id = (used ->> 'recoveryId')::bigint),
    'animal', (select jsonb_build_object('id', f.id, 'earTag', f."earTag", 'species', f.species, 'status', f.status,
      'holder', f.holder) from sign.animal_facts(array[(used ->> 'animalId')::bigint]) f limit 1),
    'alert', (select jsonb_build_object('id', a.id, 'kind', a.kind) from sign.sign_alert a
      where a.tenant_no = t_no and a.source = 'sign' and a.status <> 'closed'
        and a.kind in ('duplicateCode', 'wrongHolder', 'unknownCode') and a.args ->> 'code' = p_code::text limit 1))
  into facts;
  return facts || jsonb_build_object('segment', seg, 'use', used);
end $$;
