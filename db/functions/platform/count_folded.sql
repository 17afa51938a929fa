-- Counts once into each fold what this transaction put there since it asked to count later.
--@narrow
create or replace function platform.count_folded() returns void language plpgsql as $$
declare
  folds bigint[] := array_remove(string_to_array(coalesce(current_setting('app.fold_later', true), ''), ','), '')::bigint[];
begin
  perform set_config('app.fold_later', '', true);
  update platform.alarm f set member_ids = f.member_ids || n.ids, members = f.members + cardinality(n.ids), last_at = clock_timestamp(), version = f.version + 1,
      ack_due_at = coalesce(f.ack_due_at, clock_timestamp() + platform.alarm_patience(f.ack_minutes, f.level)),
      next_step_at = coalesce(f.next_step_at, case f.status when 'open' then clock_timestamp() + platform.alarm_patience(f.ack_minutes, f.level) end)
    from (
      select g.id, array_agg(m.id order by m.id) as ids from platform.alarm g
      join platform.alarm m on m.tenant_no = g.tenant_no and m.folded_into = g.id and m.id <> all (g.member_ids)
      where g.id = any (folds) and g.tenant_no = kit.tenant() group by g.id
    ) n
    where f.id = n.id and f.status <> 'closed';
end $$;
