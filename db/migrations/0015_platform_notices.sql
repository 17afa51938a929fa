-- Notices that people write: their life, whom they are for, what came back; and tasks that are claimed, given and finished.

alter table platform.sys_notice
  -- Only what somebody wrote has a number; what the program says has none.
  add column doc_no text,
  add column principal_id bigint,
  add column audience jsonb,
  add column attachments jsonb not null default '[]',
  add column need_receipt boolean not null default false,
  add column receipt_before timestamptz,
  add column scheduled_at timestamptz,
  add column published_at timestamptz,
  add column published_by bigint,
  -- Fixed when it is published; null while a job is still at it.
  add column receivers int,
  add column created_by bigint,
  add column created_at timestamptz not null default now(),
  add column updated_by bigint,
  add column updated_at timestamptz not null default now(),
  add constraint sys_notice_status check (status in ('draft', 'pendingReview', 'scheduled', 'published', 'withdrawn')),
  add constraint sys_notice_authored check (doc_no is null or (audience is not null and principal_id is not null));
create unique index on platform.sys_notice (tenant_no, doc_no);
create index on platform.sys_notice (tenant_no, id desc) where doc_no is not null;
create index on platform.sys_notice (scheduled_at) where status = 'scheduled';

alter table platform.sys_notice_receiver
  add column principal_id bigint,
  add column region_code bigint,
  add column receipt_time timestamptz,
  add column receipt_text text,
  add column nudged_at timestamptz;
create index on platform.sys_notice_receiver (tenant_no, notice_id, region_code) include (is_read, receipt_time);

-- Whose a written notice is: its author's, the author's organisation's and those above it, and the tenant's administrator's.
create function platform.writes_notice(p_author bigint, p_principal bigint) returns boolean language sql stable as $$
  select coalesce(p_author = kit.user_id(), false) or current_setting('app.system', true) = '1' or kit.has_role('tenant_admin')
    or coalesce(p_principal = any (nullif(current_setting('app.principals', true), '')::bigint[]), false)
$$;
-- Until it is published nobody else sees it; then its receivers do too.
create policy authored on platform.sys_notice as restrictive to mulian_app using (
  doc_no is null or platform.writes_notice(created_by, principal_id)
  or (status in ('published', 'withdrawn') and exists (
    select 1 from platform.sys_notice_receiver r where r.tenant_no = sys_notice.tenant_no and r.notice_id = sys_notice.id and r.user_id = kit.user_id()))
);
create view platform.sys_notice_written with (security_invoker = true) as
  select n.* from platform.sys_notice n where n.doc_no is not null and platform.writes_notice(n.created_by, n.principal_id);
grant select, update on platform.sys_notice_written to mulian_app;

-- With the place of each at that moment; the old form without places stays for what the program says.
grant update on platform.sys_notice_receiver to mulian_narrow;
--@narrow
create function platform.deliver_notice_at(p_notice bigint, p_users bigint[], p_principals bigint[], p_regions bigint[]) returns setof bigint language sql as $$
  insert into platform.sys_notice_receiver as r (tenant_no, notice_id, user_id, principal_id, region_code)
  select kit.tenant(), p_notice, u.id, x.principal, x.region from unnest(p_users, p_principals, p_regions) x(id, principal, region)
    join platform.sys_user u on u.tenant_no = kit.tenant() and u.id = x.id and u.status = 'active'
  on conflict (tenant_no, notice_id, user_id) do nothing returning r.user_id
$$;

-- Counts of one notice, for those who may see it as its author's people; the caller is checked on the notice.
--@narrow
create function platform.notice_counts(p_notice bigint) returns table (receivers int, read int, receipted int) language sql stable as $$
  select count(*)::int, (count(*) filter (where r.is_read = 1))::int, count(r.receipt_time)::int
  from platform.sys_notice_receiver r where r.tenant_no = kit.tenant() and r.notice_id = p_notice
$$;
--@narrow
create function platform.notice_regions(p_notice bigint, p_lo bigint, p_hi bigint, p_width bigint, p_before timestamptz) returns table (
  region_code bigint, receivers int, read int, receipted int, late int
) language sql stable as $$
  select r.region_code / p_width * p_width, count(*)::int, (count(*) filter (where r.is_read = 1))::int, count(r.receipt_time)::int,
    (count(*) filter (where p_before is not null and coalesce(r.receipt_time, now()) > p_before))::int
  from platform.sys_notice_receiver r where r.tenant_no = kit.tenant() and r.notice_id = p_notice and r.region_code >= p_lo and r.region_code < p_hi
  group by 1 order by 1
$$;
-- Who has not done what the notice asks: not receipted where it asks for that, else not read.
--@narrow
create function platform.notice_missing(p_notice bigint, p_receipt boolean, p_lo bigint, p_hi bigint, p_limit int, p_offset int) returns table (
  user_id bigint, name text, principal_id bigint, region_code bigint, is_read smallint, nudged_at timestamptz, total int
) language sql stable as $$
  select r.user_id, u.real_name, r.principal_id, r.region_code, r.is_read, r.nudged_at, (count(*) over ())::int
  from platform.sys_notice_receiver r join platform.sys_user u on u.id = r.user_id
  where r.tenant_no = kit.tenant() and r.notice_id = p_notice and r.region_code >= p_lo and r.region_code < p_hi
    and case when p_receipt then r.receipt_time is null else r.is_read = 0 end
  order by r.region_code, r.principal_id, r.user_id limit p_limit offset p_offset
$$;
-- Marks those who are reminded now: of the missing, whoever was not within the last hours.
--@narrow
create function platform.nudge_notice(p_notice bigint, p_receipt boolean, p_users bigint[], p_lo bigint, p_hi bigint, p_hours int) returns setof bigint language sql as $$
  update platform.sys_notice_receiver r set nudged_at = clock_timestamp()
  where r.tenant_no = kit.tenant() and r.notice_id = p_notice and r.region_code >= p_lo and r.region_code < p_hi and (p_users is null or r.user_id = any (p_users))
    and case when p_receipt then r.receipt_time is null else r.is_read = 0 end
    and (r.nudged_at is null or r.nudged_at < now() - make_interval(hours => p_hours))
  returning r.user_id
$$;
--@narrow
create function platform.notice_users(p_notice bigint, p_after bigint, p_limit int) returns setof bigint language sql stable as $$
  select r.user_id from platform.sys_notice_receiver r where r.tenant_no = kit.tenant() and r.notice_id = p_notice and r.user_id > p_after order by 1 limit p_limit
$$;
-- Files that hang on a record, for whoever was shown the record.
--@narrow
create function kit.files_of(p_type text, p_id bigint) returns table (id bigint, file_name text, mime text, size bigint) language sql stable as $$
  select f.id, f.file_name, f.mime, f.size from kit.file f where f.tenant_no = kit.tenant() and f.biz_type = p_type and f.biz_id = p_id and f.status = 'linked'
$$;
-- What is due over all tenants: ids only, for the clock.
grant select on platform.sys_notice to mulian_narrow;
create policy narrow on platform.sys_notice to mulian_narrow using (true);
--@narrow
create function platform.due_notices() returns table (tenant_no int, id bigint, user_id bigint) language sql stable as $$
  select n.tenant_no, n.id, coalesce(n.published_by, n.created_by) from platform.sys_notice n where n.status = 'scheduled' and n.scheduled_at <= now() order by n.scheduled_at limit 100
$$;

-- Organisations by id with their place, wherever in the tenant: for those whose notices go to the whole tenant.
--@narrow
create function registry.principal_places(p_ids bigint[]) returns table (id bigint, principal_unit_name text, principal_unit_type text, region_code bigint, contact_phone_mask text)
language sql stable as $$
  select p.id, p.principal_unit_name, p.principal_unit_type, p.region_code, p.contact_phone_mask from registry.principal p where p.tenant_no = kit.tenant() and p.id = any (p_ids)
$$;

alter table platform.sys_task
  add column doc_no text,
  add column claimed_at timestamptz,
  add column content text,
  add column result text,
  add column file_ids bigint[] not null default '{}',
  add column remark text,
  add constraint sys_task_status check (status in ('open', 'claimed', 'done', 'cancelled'));
create unique index on platform.sys_task (tenant_no, doc_no);
create index on platform.sys_task (tenant_no, assignee_id, status);
create index on platform.sys_task (tenant_no, created_by) where source = 'manual';
create index on platform.sys_task (claimed_at) where status = 'claimed';

-- Whom a task was given to sees it wherever it lies, and so does who gave it.
create policy own_select on platform.sys_task for select using (tenant_no = kit.tenant() and kit.user_id() in (assignee_id, created_by));
create policy own_update on platform.sys_task for update using (tenant_no = kit.tenant() and kit.user_id() in (assignee_id, created_by))
  with check (tenant_no = kit.tenant());

--@narrow
create or replace function platform.open_task(p jsonb) returns bigint language sql as $$
  insert into platform.sys_task (tenant_no, doc_no, region_code, principal_id, task_type, task_name, texts, priority, icon, source, entity, entity_id, link_path,
    permission, assignee_id, due_at, content, file_ids, created_by, updated_by)
  select kit.tenant(), x."docNo", x."regionCode", x."principalId", x."taskType", x."taskName", x.texts, x.priority, x.icon, x.source, x.entity, x."entityId", x."linkPath",
    x.permission, x."assigneeId", x."dueAt", x.content, coalesce(x."fileIds", '{}'), kit.user_id(), kit.user_id()
  from jsonb_to_record(p) as x("docNo" text, "regionCode" bigint, "principalId" bigint, "taskType" text, "taskName" text, texts jsonb, priority text, icon text, source text,
    entity text, "entityId" bigint, "linkPath" text, permission text, "assigneeId" bigint, "dueAt" timestamptz, content text, "fileIds" bigint[])
  returning id
$$;

-- Tenants in which somebody has held a claim for an hour or longer; each tenant's own limit decides.
--@narrow
create function platform.tenants_with_claims() returns setof int language sql stable as
  $$ select distinct t.tenant_no from platform.sys_task t where t.status = 'claimed' and t.claimed_at < now() - interval '1 hour' $$;
