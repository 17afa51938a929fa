--@narrow
create or replace function kit.queue_log_row() returns trigger language plpgsql as $$
begin
  insert into kit.unsealed_row (tenant_no, log_name, row_id, happened_at, row_hash)
  values (new.tenant_no, tg_argv[0], new.id, new.happened_at, new.row_hash);
  return null;
end $$;
