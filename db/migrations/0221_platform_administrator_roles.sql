-- Roles of the operator exist in tenant 0 only, whoever makes an account does not approve it, and administrators have a second factor.

alter table platform.sys_role add column operator_only boolean not null default false;
update platform.sys_role set operator_only = true where tenant_no = 0 and role_code = 'platform_admin';
update platform.sys_role set mfa_required = true where role_code in ('platform_admin', 'tenant_admin', 'security_admin', 'audit_admin');

create or replace view platform.sys_role_seen with (security_invoker = true) as
  select r.* from platform.sys_role r
  where (kit.tenant() = 0 or not r.operator_only)
    and (r.tenant_no = kit.tenant()
         or not exists (select 1 from platform.sys_role o where o.tenant_no = kit.tenant() and o.role_code = r.role_code));

-- A role that cannot be read is refused too.
create function platform.refuse_operator_grant() returns trigger language plpgsql as $$
begin
  if new.tenant_no <> 0 and not exists (select 1 from platform.sys_role r where r.id = new.role_id and not r.operator_only) then
    raise exception 'role % belongs to the operator', new.role_id using errcode = '23514', constraint = 'sys_user_role_operator_only';
  end if;
  return new;
end $$;
create trigger refuse_operator_grant before insert or update on platform.sys_user_role for each row execute function platform.refuse_operator_grant();

-- Rights are looked up by code, so a tenant's own role must not carry the code of an operator's.
create function platform.refuse_operator_role() returns trigger language plpgsql as $$
begin
  if new.tenant_no <> 0 and (new.operator_only
      or exists (select 1 from platform.sys_role r where r.tenant_no = 0 and r.operator_only and lower(r.role_code) = lower(new.role_code))) then
    raise exception 'role % belongs to the operator', new.role_code using errcode = '23514', constraint = 'sys_role_operator_only';
  end if;
  return new;
end $$;
create trigger refuse_operator_role before insert or update on platform.sys_role for each row execute function platform.refuse_operator_role();

create function platform.refuse_maker() returns trigger language plpgsql as $$
begin
  if new.created_by = kit.user_id() then
    raise exception 'account % was made by the same user', new.id using errcode = '23514', constraint = 'sys_user_maker';
  end if;
  return new;
end $$;
create trigger refuse_maker before update of status on platform.sys_user
  for each row when (old.status in ('pending', 'rejected') and new.status = 'active') execute function platform.refuse_maker();

create function platform.refuse_maker_decision() returns trigger language plpgsql as $$
begin
  if exists (select 1 from platform.sys_user u where u.tenant_no = new.tenant_no and u.id = (new.payload ->> 'userId')::bigint and u.created_by = new.decided_by) then
    raise exception 'approval % is about an account its decider made', new.id using errcode = '23514', constraint = 'sys_approval_maker';
  end if;
  return new;
end $$;
create trigger refuse_maker_decision before update of decided_by on platform.sys_approval
  for each row when (new.kind = 'grantAdmin' and new.status = 'executed' and (new.payload ->> 'authorise')::boolean)
  execute function platform.refuse_maker_decision();

-- Whoever is given a role that asks for a second factor goes on with it only after a login that asked for one.
--@narrow
create function platform.end_sessions_without_factor() returns trigger language plpgsql as $$
begin
  if exists (select 1 from platform.sys_role r where r.id = new.role_id and r.mfa_required) then
    update platform.sys_session set ended_at = clock_timestamp(), end_reason = 'secondFactor'
    where tenant_no = new.tenant_no and user_id = new.user_id and ended_at is null and not second_factor;
  end if;
  return null;
end $$;
create trigger end_sessions_without_factor after insert on platform.sys_user_role for each row execute function platform.end_sessions_without_factor();
