--@narrow
create or replace function platform.door_find(wanted text, phone_hashes text[]) returns table (
  user_id bigint, tenant_no int, username text, principal_id bigint, status text, password_hash text,
    password_changed_at timestamptz,
  must_change_password boolean, initial_valid_until timestamptz, locked_until timestamptz, fail_count int,
    mfa_enabled boolean, mfa_role boolean,
  role_codes text[], tenant_status text, tenant_expire_on date, grace_days int
) language sql stable as $$
  select u.id, u.tenant_no, u.username, u.principal_id, u.status, u.password_hash, u.password_changed_at,
    u.must_change_password,
         u.initial_valid_until, u.locked_until, u.fail_count, u.mfa_enabled_at is not null,
         exists (select 1 from platform.sys_user_role ur join platform.sys_role r on r.id = ur.role_id
                 where ur.user_id = u.id and r.mfa_required and r.status = 'enabled' and (ur.valid_until is null
                   or ur.valid_until > now())),
         array(select r.role_code from platform.sys_user_role ur join platform.sys_role r on r.id = ur.role_id
               where ur.user_id = u.id and r.status = 'enabled' and (ur.valid_until is null
                 or ur.valid_until > now())),
         t.status, t.expire_on, t.grace_days
  from platform.sys_user u join platform.sys_tenant t using (tenant_no)
  where kit.is_reached(u.tenant_no) and (lower(u.username) = lower(wanted)
     or (u.phone_hash = any (phone_hashes) and u.status <> 'cancelled'
         and not exists (select 1 from platform.sys_user n where lower(n.username) = lower(wanted))))
  order by u.id limit 4
$$;
