-- What a holder who shares it tells a partner in the words of ICAR ADE: one view per kind of event, each row with its
-- holder, its key and the moment it last changed. Rows are seen as in their own tables.

create view traceability.icar_animal with (security_invoker = true) as
  select a.tenant_no, a.principal_id, 'animal-' || a.id as key, a.updated_at as modified, a.created_at as created,
    a.voided_at is not null as deleted, a.id as animal_id, a.ear_tag, a.electronic_tag, a.species, a.breed, a.sex,
    a.castrated, a.birth_date, a.coat_color, a.mother_tag, a.father_code, a.status
  from registry.animal a;

-- Born here, or found standing here when registration began.
create view traceability.icar_birth with (security_invoker = true) as
  select e.tenant_no, e.principal_id, 'entry-' || e.id || '-' || a.id as key,
    greatest(e.updated_at, a.voided_at) as modified, e.created_at as created,
    e.status = 'voided' or a.voided_at is not null as deleted,
    e.id as entry_id, e.entry_kind, e.worn_on, a.id as animal_id, a.ear_tag, a.electronic_tag, a.species, a.breed,
    a.sex, a.castrated, a.birth_date, a.coat_color, a.mother_tag, a.father_code
  from registry.animal_entry e join registry.animal a on a.tenant_no = e.tenant_no and a.entry_id = e.id
  where e.entry_kind in ('born', 'backlog');

create view traceability.icar_exit with (security_invoker = true) as
  select c.tenant_no, c.principal_id, 'change-' || c.id || '-' || l.animal_id as key, c.updated_at as modified,
    c.created_at as created, c.status <> 'done' as deleted, l.animal_id, l.ear_tag, c.change_type, c.purpose, c.cause,
    c.happened_on, c.doc_no, c.quarantine_cert_no
  from registry.animal_change_line l join registry.animal_change c on c.tenant_no = l.tenant_no and c.id = l.change_id
  where not l.taken_off and c.status in ('done', 'revoked')
    and c.change_type in ('handover', 'saleOut', 'homeSlaughter', 'slaughter', 'death', 'cull', 'missing');

-- Handed over by another holder, or entered from outside: bought, given, come back.
create view traceability.icar_arrival with (security_invoker = true) as
  select c.tenant_no, c.to_principal_id as principal_id, 'change-' || c.id || '-' || l.animal_id as key,
    c.updated_at as modified, c.created_at as created, c.status <> 'done' as deleted, l.animal_id, l.ear_tag,
    c.change_type as kind, c.purpose, c.happened_on, c.doc_no, c.quarantine_cert_no
  from registry.animal_change_line l join registry.animal_change c on c.tenant_no = l.tenant_no and c.id = l.change_id
  where not l.taken_off and c.status in ('done', 'revoked') and c.change_type = 'handover'
  union all
  select e.tenant_no, e.principal_id, 'entry-' || e.id || '-' || a.id, greatest(e.updated_at, a.voided_at),
    e.created_at, e.status = 'voided' or a.voided_at is not null, a.id, a.ear_tag, e.entry_kind, null, e.worn_on,
    e.doc_no, e.quarantine_cert_no
  from registry.animal_entry e
    join registry.animal_event v on v.tenant_no = e.tenant_no and v.source_entity = 'registry.animalEntry'
      and v.source_id = e.id and v.kind in ('registered', 'moved') and v.void_of is null
    join registry.animal a on a.tenant_no = v.tenant_no and a.id = v.animal_id
  where e.entry_kind in ('bought', 'donated');

create view traceability.icar_weight with (security_invoker = true) as
  select s.tenant_no, s.principal_id, 'weight-' || r.id as key, greatest(r.updated_at, s.updated_at) as modified,
    r.created_at as created, s.status <> 'posted' or not r.accepted as deleted, s.id as session_id, r.animal_id,
    a.ear_tag, r.at, r.kg, r.manual, s.purpose
  from device.weigh_session s join device.weigh_record r on r.tenant_no = s.tenant_no and r.session_id = s.id
    join registry.animal a on a.tenant_no = r.tenant_no and a.id = r.animal_id
  -- What was never posted was never told.
  where r.event_seq is not null;

create view traceability.icar_insemination with (security_invoker = true) as
  select i.tenant_no, i.principal_id, 'service-' || i.id as key, i.updated_at as modified, i.created_at as created,
    i.status = 'voided' as deleted, i.animal_id, i.ear_tag, i.served_at, i.served_until, i.method, i.shot_no,
    i.sire_code, i.lot_no
  from breeding.insemination i;

create view traceability.icar_pregnancy_check with (security_invoker = true) as
  select k.tenant_no, k.principal_id, 'check-' || k.id as key, k.updated_at as modified, k.created_at as created,
    k.status = 'voided' as deleted, k.animal_id, k.ear_tag, k.checked_on, k.method, k.result, k.fetus_days, k.twins
  from breeding.pregnancy_check k;

create view traceability.icar_parturition with (security_invoker = true) as
  select c.tenant_no, c.principal_id, 'calving-' || c.id as key, c.updated_at as modified, c.created_at as created,
    c.status in ('rejected', 'voided') as deleted, c.mother_id as animal_id, c.ear_tag, c.calved_on, c.parity, c.ease,
    c.total, c.alive, d.species,
    (select jsonb_agg(jsonb_build_object('sex', l.sex, 'alive', l.alive, 'kg', l.birth_weight, 'tag', y.ear_tag,
        'taggedOn', l.tagged_on, 'state', l.state) order by l.line_no)
      from breeding.calving_line l left join registry.animal y on y.tenant_no = l.tenant_no and y.id = l.animal_id
      where l.tenant_no = c.tenant_no and l.parent_id = c.id) as young
  from breeding.calving c join registry.animal d on d.tenant_no = c.tenant_no and d.id = c.mother_id;

create view traceability.icar_treatment with (security_invoker = true) as
  select t.tenant_no, t.principal_id,
    'treatment-' || t.id || '-' || x.animal_id || '-' || coalesce(l.line_no, 0) as key, t.updated_at as modified, t.created_at as created, t.status = 'voided' as deleted, x.animal_id, x.ear_tag,
    t.treated_on, t.cause, m.medicine_code, m.generic_name, l.route, l.lot_no, l.dose_unit,
    (x.doses ->> l.line_no::text)::numeric as dose, t.treated_on + l.meat_days as meat_until
  from cure.treatment t join cure.treatment_animal x on x.tenant_no = t.tenant_no and x.treatment_id = t.id
    left join cure.treatment_line l on l.tenant_no = t.tenant_no and l.treatment_id = t.id
    left join cure.medicine m on m.tenant_no = l.tenant_no and m.id = l.medicine_id;

do $$
declare one text;
begin
  foreach one in array array['animal', 'birth', 'exit', 'arrival', 'weight', 'insemination', 'pregnancy_check',
    'parturition', 'treatment'] loop
    execute format('revoke all on traceability.icar_%s from public', one);
    execute format('grant select on traceability.icar_%s to mulian_app', one);
  end loop;
end $$;

-- An event a partner told, by its own number for it: told again it stands once, however late.
create table traceability.icar_event (
  id bigint generated by default as identity primary key,
  tenant_no int not null,
  region_code bigint not null,
  principal_id bigint not null,
  client_id text not null,
  kind text not null check (kind in ('birth', 'weight')),
  source_id text not null check (source_id <> ''),
  -- The key of the event it became.
  event_key text,
  created_by bigint, created_at timestamptz not null default now(),
  unique (tenant_no, id),
  unique (tenant_no, client_id, kind, source_id)
);
create index on traceability.icar_event (principal_id);
create index on traceability.icar_event (tenant_no, event_key);
--@scope traceability.icar_event jurisdiction parties=principal_id no-levels
