-- Tenants of one installation may lie in several databases, called cells. In cell 0, home, this is the directory: whoever is not named is at home.
-- In every cell a tenant named here is not to be worked on: it is on its way, or somewhere else.
create table kit.tenant_cell (
  tenant_no int primary key,
  cell int not null check (cell >= 0),
  state text not null check (state in ('moving', 'elsewhere')),
  changed_at timestamptz not null default now()
);
--@scope kit.tenant_cell global
grant select on kit.tenant_cell to mulian_narrow;
create policy narrow on kit.tenant_cell for select to mulian_narrow using (true);

create function kit.is_here(p_tenant int) returns boolean language sql stable as $$
  select not exists (select 1 from kit.tenant_cell where tenant_no = p_tenant)
$$;

-- Every change holds its tenant until it is committed: a move waits for those that hold it, and whoever comes later is told to come again.
-- Two statements on purpose: the second sees what a move committed before the first was answered.
create function kit.hold_tenant(p_tenant int) returns void language plpgsql as $$
begin
  if not pg_try_advisory_xact_lock_shared(7305, p_tenant) then
    raise exception 'tenant % is being moved', p_tenant using errcode = '57P03';
  end if;
  if exists (select 1 from kit.tenant_cell where tenant_no = p_tenant) then
    raise exception 'tenant % is in another cell', p_tenant using errcode = '57P03';
  end if;
end
$$;

-- Whose a token, a ticket, a name or a third party is; for whoever stands before several cells. Nothing else is told. Rows a tenant left behind
-- when it moved say nothing any more.
--@narrow
create function platform.door_whose(p_hash text, p_name text, p_client text) returns int language sql stable as $$
  select tenant_no from (
    select tenant_no from platform.sys_session_token where token_hash = p_hash
    union all select tenant_no from platform.sys_login_step where ticket_hash = p_hash
    union all select tenant_no from platform.sys_ticket where ticket_hash = p_hash
    union all select tenant_no from platform.sys_third_token where token_hash = p_hash
    union all select tenant_no from platform.sys_user where lower(username) = lower(p_name)
    union all select tenant_no from platform.sys_third_client where client_id = p_client
  ) found where not exists (select 1 from kit.tenant_cell c where c.tenant_no = found.tenant_no and c.state = 'elsewhere') limit 1
$$;

-- As before, but figures of a tenant on its way are left as they came: they are folded where it arrives.
--@narrow
create or replace function kit.fold_rollups(p_most int) returns int language plpgsql as $$
declare
  taken int;
begin
  if not pg_try_advisory_xact_lock(7303) then return 0; end if;
  with gone as (
    delete from kit.rollup_delta where id in (select id from kit.rollup_delta where kit.is_here(tenant_no) order by id limit p_most) returning tenant_no, name, region_code, keys, day, n
  ), levels as (
    -- What stands at a township already is its own village: it is counted once.
    select g.tenant_no, g.name, l.region_code, g.keys, g.day, sum(g.n) as n
    from gone g cross join lateral (
      select distinct g.region_code / w * w as region_code from (values (1::bigint), (1000), (1000000), (100000000), (10000000000)) widths(w)
    ) l group by 1, 2, 3, 4, 5
  ), added as (
    insert into kit.rollup as r (tenant_no, name, region_code, keys, day, n)
    select tenant_no, name, region_code, keys, day, n from levels where n <> 0
    order by tenant_no, name, region_code, day, keys
    on conflict (tenant_no, name, region_code, day, keys) do update set n = r.n + excluded.n
  ) select count(*) into taken from gone;
  return taken;
end $$;
