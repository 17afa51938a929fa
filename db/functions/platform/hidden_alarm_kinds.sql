-- Kinds of alarms that whoever asks may not see. Many kinds want the same permission: all are asked for at once.
create or replace function platform.hidden_alarm_kinds() returns setof text language plpgsql stable as $$
declare
  held text[] := platform.held_among(kit.user_id(),
    array(select distinct k.view_permission from platform.alarm_kind k where k.view_permission is not null));
begin
  return query select k.kind from platform.alarm_kind k
    where k.view_permission is not null and k.view_permission <> all (held);
end $$;
