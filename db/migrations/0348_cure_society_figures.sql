-- Counts of a society for whoever watches over it: numbers, no member's name.
grant select on cure.society_member, cure.member_fee to mulian_narrow;
create policy narrow on cure.society_member to mulian_narrow using (true);
create policy narrow on cure.member_fee to mulian_narrow using (true);
--@narrow
create function cure.society_figures(p_society bigint) returns table (members int, units int, persons int, grace int,
  joined int, gone int, due_cents bigint, received_cents bigint) language sql stable as $$
  select (count(*) filter (where m.status in ('active', 'grace')))::int,
    (count(*) filter (where m.status in ('active', 'grace') and m.member_kind = 'unit'))::int,
    (count(*) filter (where m.status in ('active', 'grace') and m.member_kind = 'person'))::int,
    (count(*) filter (where m.status = 'grace'))::int,
    (count(*) filter (where m.joined_on >= date_trunc('year', current_date)))::int,
    (count(*) filter (where m.status in ('quit', 'expelled')
      and m.updated_at >= date_trunc('year', current_date)))::int,
    coalesce((select sum(f.amount) from cure.member_fee f where f.tenant_no = kit.tenant()
      and f.society_id = p_society and f.due_on >= date_trunc('year', current_date)), 0)::bigint,
    coalesce((select sum(f.amount) from cure.member_fee f where f.tenant_no = kit.tenant() and f.society_id = p_society
      and f.status = 'confirmed' and f.due_on >= date_trunc('year', current_date)), 0)::bigint
  from cure.society_member m where m.tenant_no = kit.tenant() and m.society_id = p_society
$$;
--@narrow
create function cure.level_members(p_level bigint) returns int language sql stable as $$
  select count(*)::int from cure.society_member m
  where m.tenant_no = kit.tenant() and m.level_id = p_level and m.status in ('active', 'grace')
$$;
