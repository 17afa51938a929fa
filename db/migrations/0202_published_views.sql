-- What modules beside their owners need to know of animals, units, houses, people and alarms: rows as their reader sees them.
create view registry.animal_view with (security_invoker = true) as
  select id, tenant_no, region_code, principal_id, owner_id, ear_tag, tag_back, electronic_tag, species, breed, sex,
    birth_date, stage, weight, weight_on, hovel_id, pen_id, status, pledged, entry_on
  from registry.animal where voided_at is null;
create view registry.unit_view with (security_invoker = true) as
  select id, tenant_no, region_code, principal_unit_name as name, longitude, latitude, status from registry.principal;
create view registry.house_view with (security_invoker = true) as
  select id, tenant_no, principal_id, name, kind, longitude, latitude, status from registry.hovel;
create view registry.pen_view with (security_invoker = true) as
  select id, tenant_no, principal_id, hovel_id, pen_no, current_count from registry.pen;
create view platform.alarm_view with (security_invoker = true) as
  select id, tenant_no, kind, level, status, subject_name, subject_entity, subject_id, device_id, animal_id,
    principal_id, dedup_key, opened_at, closed_at, source, evidence from platform.alarm;
grant select on registry.animal_view, registry.unit_view, registry.house_view, registry.pen_view, platform.alarm_view
  to mulian_app;

-- What an open alarm already tells is not told again by others: they are counted on it.
create function platform.suppress_alarm(p_key text, p_n int) returns int language sql as $$
  with counted as (
    update platform.alarm set suppressed = suppressed + p_n, version = version + 1
    where tenant_no = kit.tenant() and dedup_key = p_key and status <> 'closed' returning 1)
  select count(*)::int from counted
$$;
create view platform.user_view with (security_invoker = true) as
  select id, tenant_no, nickname, principal_id from platform.sys_user;
grant select on platform.user_view to mulian_app;
