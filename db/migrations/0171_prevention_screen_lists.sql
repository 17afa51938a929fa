-- The size of a farm is the registry's to say; prevention keeps it beside its own figures, and they follow when it changes.
--@narrow
create function prevention.follow_scale() returns trigger language plpgsql as $$
declare
  v_holders bigint[];
begin
  select array_agg(n.id order by n.id) into v_holders from fresh n join stale o on o.id = n.id where n.scale is distinct from o.scale;
  if v_holders is null then return null; end if;
  perform 1 from prevention.holder where principal_id = any (v_holders) order by principal_id for update;
  update prevention.holder h set scale = n.scale from fresh n
  where n.id = any (v_holders) and h.tenant_no = n.tenant_no and h.principal_id = n.id and h.scale is distinct from n.scale;
  update prevention.holder_stock o set scale = n.scale from fresh n
  where n.id = any (v_holders) and o.tenant_no = n.tenant_no and o.principal_id = n.id and o.scale is distinct from n.scale;
  -- A season that is over keeps the sizes it was planned with.
  update prevention.plan_household d set scale = n.scale from fresh n, prevention.prevention_season s
  where n.id = any (v_holders) and d.tenant_no = n.tenant_no and d.principal_id = n.id and d.scale is distinct from n.scale
    and s.tenant_no = d.tenant_no and s.id = d.season_id and s.status not in ('closed', 'cancelled');
  return null;
end $$;
create trigger prevention_scale after update on registry.principal referencing new table as fresh old table as stale for each statement execute function prevention.follow_scale();

update prevention.holder h set scale = p.scale from registry.principal p where p.id = h.principal_id and h.scale is distinct from p.scale;
update prevention.holder_stock o set scale = p.scale from registry.principal p where p.id = o.principal_id and o.scale is distinct from p.scale;
update prevention.plan_household d set scale = p.scale from registry.principal p, prevention.prevention_season s
where p.id = d.principal_id and d.scale is distinct from p.scale and s.id = d.season_id and s.status not in ('closed', 'cancelled');

-- The ticker of the big screens reads the last sheets of a place; without it every sheet of the place would be sorted for fifty.
create index immunisation_visit_last on prevention.immunisation_visit (tenant_no, submitted_at desc, id desc) include (region_code) where counted and submitted_at is not null;
