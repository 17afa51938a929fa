-- Files that need not be there, and a practitioner's name where lists look for it.
alter table cure.medicine alter column leaflet drop not null;
alter table cure.practitioner alter column signature drop not null;
alter table cure.expert alter column photo drop not null;
alter table cure.suspect_report alter column evidence drop not null;
alter table cure.practitioner add column staff_name text not null default '';
create function cure.name_practitioner() returns trigger language plpgsql as $$
begin
  new.staff_name := coalesce((select s.name from registry.staff s where s.id = new.staff_id), '');
  return new;
end $$;
create trigger name_practitioner before insert on cure.practitioner for each row execute function cure.name_practitioner();
update cure.practitioner p set staff_name = s.name from registry.staff s where s.id = p.staff_id;
