-- Systems given to a principal, and of each a choice of functions; and what the platform must know of organisations to open and list tenants.

create table registry.principal_system (
  tenant_no int not null,
  principal_id bigint not null,
  system_id int not null,
  schema_id bigint,
  expire_on date,
  created_by bigint, created_at timestamptz not null default now(),
  primary key (tenant_no, principal_id, system_id),
  foreign key (tenant_no, principal_id) references registry.principal (tenant_no, id)
);
--@scope registry.principal_system parties parties=principal_id

grant select on registry.principal_system to mulian_narrow;
create policy narrow on registry.principal_system to mulian_narrow using (true);

-- The nearest principal upwards that was given systems decides for those below it.
create or replace function platform.principal_schemas(p_tenant int, p_principal bigint) returns table (system_id int, schema_id bigint) language sql stable as $$
  with recursive above(id, parent_id, depth) as (
    select p.id, p.parent_id, 0 from registry.principal p where p.tenant_no = p_tenant and p.id = p_principal
    union all select p.id, p.parent_id, a.depth + 1 from registry.principal p join above a on p.id = a.parent_id where p.tenant_no = p_tenant and a.depth < 10
  ), nearest as (
    select a.id from above a where exists (select 1 from registry.principal_system s where s.tenant_no = p_tenant and s.principal_id = a.id) order by a.depth limit 1
  )
  select s.system_id, s.schema_id from registry.principal_system s join nearest n on n.id = s.principal_id
  where s.tenant_no = p_tenant and (s.expire_on is null or s.expire_on >= (now() at time zone 'Asia/Shanghai')::date)
$$;

-- How many there are; the program asks, in the scope of a tenant.
--@narrow
create function registry.count_principals() returns int language sql stable as
  $$ select count(*)::int from registry.principal where tenant_no = kit.tenant() and status <> 'closed' $$;

-- Organisations of a tenant for the operator and the tenant's administrator: names and places, nothing of their business.
--@narrow
create function registry.tenant_principals(p_tenant int) returns table (
  id bigint, name text, name_pinyin text, type text, region_code bigint, parent_id bigint, status text, system_ids int[]
) language sql stable as $$
  select p.id, p.principal_unit_name, p.name_pinyin, p.principal_unit_type, p.region_code, p.parent_id, p.status,
    array(select s.system_id from registry.principal_system s where s.tenant_no = p.tenant_no and s.principal_id = p.id order by 1)
  from registry.principal p
  where p.tenant_no = p_tenant and (kit.tenant() = 0 or (kit.tenant() = p_tenant and kit.has_role('tenant_admin')) or (kit.tenant() = p_tenant and current_setting('app.system', true) = '1'))
$$;

-- From a principal upwards, nearest first: whose configuration counts.
--@narrow
create function registry.principal_line(p_tenant int, p_principal bigint) returns bigint[] language sql stable as $$
  with recursive above(id, parent_id, depth) as (
    select p.id, p.parent_id, 0 from registry.principal p where p.tenant_no = p_tenant and p.id = p_principal
    union all select p.id, p.parent_id, a.depth + 1 from registry.principal p join above a on p.id = a.parent_id where p.tenant_no = p_tenant and a.depth < 10
  ) select array_agg(id order by depth) from above
$$;

--@narrow
create or replace function platform.schema_principals(p_code text) returns int language sql stable as $$
  select count(*)::int from registry.principal_system p join platform.sys_function_schema s on s.id = p.schema_id where s.schema_code = p_code
$$;
--@narrow
create or replace function platform.schema_users(p_code text) returns int language sql stable as $$
  select count(*)::int from platform.sys_user u
  where u.status = 'active' and exists (
    select 1 from registry.principal_system p join platform.sys_function_schema s on s.id = p.schema_id
    where s.schema_code = p_code and p.tenant_no = u.tenant_no and p.principal_id = u.principal_id)
$$;
