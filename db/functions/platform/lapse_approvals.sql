--@narrow
create or replace function platform.lapse_approvals() returns table (tenant_no int, id bigint, title text,
  requested_by bigint) language sql as $$
  update platform.sys_approval a set status = 'lapsed', version = a.version + 1, updated_at = now()
  where a.status = 'pending' and a.expires_at <= now() and kit.is_here(a.tenant_no)
    returning a.tenant_no, a.id, a.title, a.requested_by
$$;
