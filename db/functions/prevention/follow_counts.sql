--@narrow
create or replace function prevention.follow_counts() returns trigger language plpgsql as $$
declare
  v_tenant int;
  v_holders bigint[];
begin
  if current_setting('app.bulk', true) = '1' then return null; end if;
  perform set_config('app.due_cause', 'counted', true);
  for v_tenant, v_holders in select tenant_no, array_agg(distinct principal_id) from fresh group by tenant_no loop
    perform prevention.refresh_holders(v_tenant, v_holders);
  end loop;
  perform set_config('app.due_cause', '', true);
  return null;
end $$;
