--@narrow
create or replace function prevention.follow_animals() returns trigger language plpgsql as $$
declare
  v_tenant int;
  v_holders bigint[];
  v_animals bigint[];
begin
  if current_setting('app.bulk', true) = '1' then return null; end if;
  if tg_op = 'INSERT' then
    for v_tenant, v_holders, v_animals in select tenant_no, array_agg(distinct principal_id), array_agg(id) from fresh
      where status = 'inStock' and in_herd group by tenant_no
    loop
      perform set_config('app.due_animals', v_animals::text, true);
      perform prevention.refresh_holders(v_tenant, v_holders);
    end loop;
    perform set_config('app.due_animals', '', true);
    return null;
  end if;
  update prevention.animal_immunity m set principal_id = f.principal_id, region_code = f.region_code,
    species = f.species, in_stock = f.status = 'inStock' and f.in_herd and f.voided_at is null
  from (
    select id, tenant_no, principal_id, region_code, species, status, in_herd, voided_at from fresh
    except select id, tenant_no, principal_id, region_code, species, status, in_herd, voided_at from stale
  ) f where m.tenant_no = f.tenant_no and m.animal_id = f.id;
  for v_tenant, v_holders, v_animals in
    select x.tenant_no, array_agg(distinct x.principal_id), array_agg(distinct x.id) from (
      (select id, tenant_no, principal_id, region_code, species, status, in_herd, voided_at, birth_date, breeding_use
       from fresh
       except select id, tenant_no, principal_id, region_code, species, status, in_herd, voided_at, birth_date,
         breeding_use from stale)
      union all
      (select id, tenant_no, principal_id, region_code, species, status, in_herd, voided_at, birth_date, breeding_use
       from stale
       except select id, tenant_no, principal_id, region_code, species, status, in_herd, voided_at, birth_date,
         breeding_use from fresh)
    ) x group by x.tenant_no
  loop
    perform set_config('app.due_animals', v_animals::text, true);
    perform prevention.refresh_holders(v_tenant, v_holders);
  end loop;
  perform set_config('app.due_animals', '', true);
  return null;
end $$;
