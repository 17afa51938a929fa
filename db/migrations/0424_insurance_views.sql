-- What insurance reads of its neighbours, under the reader's own row rules.

create view insurance.animal_seen with (security_invoker = true) as
  select a.id, a.tenant_no, a.region_code, a.principal_id, a.owner_id, a.ear_tag, a.electronic_tag, a.species, a.breed,
    a.sex, a.stage, a.birth_date, a.status, a.quarantined, a.pending_change_id is not null as change_pending,
    a.entry_on,
    a.exit_on, a.insured, a.tag_worn_on
  from registry.animal a where a.voided_at is null;

create view insurance.tag_seen with (security_invoker = true) as
  select t.tenant_no, t.tag_kind, t.tag_no, t.animal_id, t.removed_on from registry.animal_tag t;

create view insurance.holder_seen with (security_invoker = true) as
  select p.id, p.tenant_no, p.region_code, p.principal_unit_name as name, p.name_pinyin, p.principal_unit_type as type,
    p.principal_level as level, p.contact_name, p.contact_phone_mask, p.contact_phone_hash, p.contact_id_card_mask,
    p.contact_id_card_hash, p.bank_account_no_mask, p.bank_account_no_hash, p.bank_account_name, p.bank_name, p.scale,
    p.longitude, p.latitude, p.status, p.farm_code
  from registry.principal p;

create view insurance.staff_seen with (security_invoker = true) as
  select s.id, s.tenant_no, s.region_code, s.principal_id, s.name, s.user_id, s.job, s.status, s.phone_mask
  from registry.staff s;

create view insurance.twin_seen with (security_invoker = true) as
  select d.tenant_no, d.kind, d.left_id, d.right_id, d.status from registry.duplicate_candidate d;

do $$
declare one text;
begin
  foreach one in array array['animal_seen', 'tag_seen', 'holder_seen', 'staff_seen', 'twin_seen'] loop
    execute format('revoke all on insurance.%I from public', one);
    execute format('grant select on insurance.%I to mulian_app', one);
  end loop;
end $$;

-- The units the caller speaks for, for columns that say what is theirs to do.
create function insurance.my_units() returns bigint[] language sql stable as $$
  select coalesce(nullif(current_setting('app.principals', true), '')::bigint[], '{}')
$$;
