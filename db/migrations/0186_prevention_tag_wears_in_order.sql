-- 戴标记录 shows entries and replacements together, newest day first. The number the list gives a row is a column on either side, and each side has the list's order inside every level:
-- a page reads its own rows instead of every entry there ever was.
alter table registry.animal_entry add column wear_id bigint generated always as (id * 2) stored;
alter table registry.animal_tag_change add column wear_id bigint generated always as (id * 2 + 1) stored;
create index animal_entry_wear on registry.animal_entry (wear_id);
create index animal_tag_change_wear on registry.animal_tag_change (wear_id);
do $$
declare
  level text;
begin
  foreach level in array array['pref', 'county', 'town', 'region_code'] loop
    execute format('create index animal_entry_worn_%1$s on registry.animal_entry (%1$s, worn_on, wear_id)', level);
    execute format('create index animal_tag_change_worn_%1$s on registry.animal_tag_change (%1$s, replaced_on, wear_id)', level);
  end loop;
end
$$;
-- Whoever sees more than a prefecture has no level.
create index animal_entry_worn on registry.animal_entry (worn_on, wear_id);
create index animal_tag_change_worn on registry.animal_tag_change (replaced_on, wear_id);

create or replace view prevention.tag_wear with (security_invoker = true) as
  select e.wear_id as id, e.tenant_no, e.region_code, e.pref, e.county, e.town, e.doc_no, e.entry_kind as kind, e.principal_id, e.species, e.count as heads,
    e.segments as tags, e.worn_on, e.worn_by_staff_id as staff_id, (e.created_at at time zone 'Asia/Shanghai')::date - e.worn_on as days_late, e.status, e.id as source_id,
    e.version, e.created_by, e.created_at
  from registry.animal_entry e
  union all
  select c.wear_id, c.tenant_no, c.region_code, c.pref, c.county, c.town, c.doc_no, 'replace', c.principal_id, a.species, 1,
    c.old_tag || ' → ' || c.new_tag, c.replaced_on, c.staff_id, (c.created_at at time zone 'Asia/Shanghai')::date - c.replaced_on, 'done', c.id,
    c.version, c.created_by, c.created_at
  from registry.animal_tag_change c join registry.animal a on a.tenant_no = c.tenant_no and a.id = c.animal_id;
