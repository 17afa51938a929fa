--@narrow
create or replace function platform.alarm_receivers_of(p_alarm bigint, p_step int) returns table (
  user_id bigint, principal_id bigint, channels text[], quiet_from text, quiet_to text, by_region boolean, with_subordinates boolean, regions bigint[],
  receiver_id bigint
) language sql stable as $$
  select r.user_id, coalesce(u.principal_id, r.principal_id), r.channels, r.quiet_from, r.quiet_to, coalesce('jurisdiction' = any (d.scopes), false),
    coalesce('principalAndSubordinates' = any (d.scopes) or 'jurisdiction' = any (d.scopes), false),
    array(select j.region_code from platform.sys_user_jurisdiction j where j.user_id = r.user_id), r.id
  from platform.alarm a join platform.alarm_kind k on k.kind = a.kind
  join platform.alarm_receiver r on r.tenant_no = a.tenant_no and r.step = p_step and r.status = 'enabled'
  left join platform.sys_user u on u.id = r.user_id
  cross join lateral (select array(select distinct o.data_scope from platform.sys_user_role ur join platform.sys_role o on o.id = ur.role_id
    where ur.user_id = r.user_id and o.status = 'enabled' and (ur.valid_until is null or ur.valid_until > now())) as scopes) d
  where a.id = p_alarm and a.tenant_no = kit.tenant()
    and (coalesce(cardinality(r.sources), 0) = 0 or a.source = any (r.sources)) and (coalesce(cardinality(r.kinds), 0) = 0 or a.kind = any (r.kinds))
    and platform.alarm_rank(a.level) >= platform.alarm_rank(r.min_level)
    and case r.where_kind
      when 'all' then true
      when 'regions' then exists (select 1 from jsonb_array_elements_text(r.where_ids) w(code)
        where a.region_code >= w.code::bigint and a.region_code < w.code::bigint + case when w.code like '%0000000000' then 10000000000 when w.code like '%00000000' then 100000000
          when w.code like '%000000' then 1000000 when w.code like '%000' then 1000 else 1 end)
      when 'principals' then r.where_ids @> to_jsonb(a.principal_id) or r.where_ids @> to_jsonb(a.owner_id)
      else a.subject_entity = 'bank.pledge' and r.where_ids @> to_jsonb(a.subject_id) end
    and (r.user_id is null or (u.status = 'active' and r.user_id <> all (a.about_user_ids) and (k.view_permission is null or platform.user_holds(r.user_id, k.view_permission))))
$$;
