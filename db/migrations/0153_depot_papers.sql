-- Whoever sees a paper is told where its goods come from and go to, also where the store at the other end is not theirs to see.
grant select on depot.depot to mulian_narrow;
create policy narrow on depot.depot to mulian_narrow using (true);
--@narrow
create function depot.depot_name(p_id bigint) returns text language sql stable as
  $$ select name from depot.depot where tenant_no = kit.tenant() and id = p_id and kind <> 'transit' $$;
