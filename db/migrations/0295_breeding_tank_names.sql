-- Both ends of a paper are named to whoever sees the paper, also the tank that lies outside of their area.
--@narrow
create function breeding.tank_name(p_id bigint) returns text language sql stable as $$
  select d.name from depot.depot d where d.tenant_no = kit.tenant() and d.id = p_id
$$;
