-- The night makes the months to come as well: an installation may run for years without an upgrade. What others hold is
-- waited for only briefly and left to the next night.
create function kit.turn_months() returns int
language plpgsql security definer set search_path = pg_catalog, pg_temp set lock_timeout = '400ms' as $$
declare
  parent regclass;
  left_out int := 0;
begin
  for parent in select table_name::regclass from kit.table_scope where (options ->> 'monthly')::boolean loop
    begin
      perform kit.ensure_month_partitions(parent, current_date, 5);
    exception when lock_not_available then
      left_out := left_out + 1;
    end;
  end loop;
  return left_out;
end $$;
revoke all on function kit.turn_months() from public;
grant execute on function kit.turn_months() to mulian_app;
