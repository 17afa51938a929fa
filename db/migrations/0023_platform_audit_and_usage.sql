-- Who reads which log, what a check found, which settings are never loosened, and who uses the product.

-- The one place that says who sees the operation log: the auditor all of it, the security administrator all but what
-- administrators did, nobody else anything. A record's own history is read from the table, beside the record.
create view platform.sys_oper_log with (security_invoker = true) as
  select l.*, 0 as version from kit.oper_log l
  where kit.has_role('audit_admin')
     or (kit.has_role('security_admin') and not l.role_codes && '{tenant_admin,security_admin,audit_admin,platform_admin}'::text[]);
grant select on platform.sys_oper_log to mulian_app;

-- The result of a check, written when it is over: what runs is a job, what was found stays.
create table platform.sys_audit_check (
  id bigint generated always as identity primary key,
  tenant_no int not null,
  kind text not null,
  log_names text[] not null default '{}',
  from_day date,
  to_day date,
  -- `days`: every seal of these days; `sample`: some older ones.
  scope text not null default 'days',
  started_by bigint,
  started_by_name text,
  job_id bigint,
  started_at timestamptz not null,
  finished_at timestamptz not null default clock_timestamp(),
  seals_checked int not null,
  rows_checked bigint not null,
  broken jsonb not null default '[]',
  broken_count int not null default 0,
  status text not null
);
create index on platform.sys_audit_check (tenant_no, finished_at);
create trigger refuse_change before update or delete on platform.sys_audit_check for each row execute function kit.refuse_change();
create trigger refuse_truncate before truncate on platform.sys_audit_check for each statement execute function kit.refuse_change();
--@scope platform.sys_audit_check tenant append

-- Network logs are kept half a year by law: no way of writing the parameter gets below it.
alter table platform.sys_param add constraint log_retain_floor
  check (param_key <> 'log.retainDays' or (param_value ~ '^\d{1,5}$' and param_value::int >= 180));

-- Marked by whoever makes the backups, with the owner's login; the baseline shows the last one.
create table platform.sys_backup (
  id bigint generated always as identity primary key,
  finished_at timestamptz not null default clock_timestamp(),
  place text not null
);
--@scope platform.sys_backup global append

-- One row per user and day with anything to tell, folded from the two logs and recomputable from them.
create table platform.usage_day (
  tenant_no int not null,
  day date not null,
  user_id bigint not null,
  -- Where the user works: the township of the own regions if they lie in one, else the organisation's region.
  region_code bigint not null,
  principal_type text not null,
  logins int not null,
  failed int not null,
  writes int not null,
  -- Writes outside the platform's own administration.
  business_writes int not null,
  primary key (tenant_no, day, user_id)
);
--@scope platform.usage_day tenant no-levels
