-- Files: what is opened before anybody is known, what is swept, and who keeps too much waiting.

create index on kit.file (tenant_no, user_id) where status = 'temp';
create index on kit.file (id) where status = 'removed';

-- Over all tenants, ids only: files that nothing was hung on in time, and those that were taken away.
--@narrow
create function kit.unwanted_files(p_hours int) returns table (tenant_no int, id bigint) language sql stable as $$
  select tenant_no, id from kit.file where status = 'temp' and created_at < now() - make_interval(hours => p_hours)
  union all
  select tenant_no, id from kit.file where status = 'removed'
  limit 5000
$$;

-- Whose a public file is; null for any other.
--@narrow
create function kit.public_file_tenant(p_id bigint) returns int language sql stable as
  $$ select tenant_no from kit.file where id = p_id and is_public and status <> 'removed' $$;

-- The tenant of a session that is open now; null for any other. A link is good as long as the session it was made for.
--@narrow
create function platform.open_session_tenant(p_session bigint) returns int language sql stable as $$
  select s.tenant_no from platform.sys_session s join platform.sys_user u on u.id = s.user_id join platform.sys_tenant t on t.tenant_no = s.tenant_no
  where s.id = p_session and s.ended_at is null and s.absolute_end_at > now() and s.last_active_at + make_interval(secs => s.idle_seconds) > now()
    and u.status = 'active' and t.status not in ('suspended', 'closed')
$$;
