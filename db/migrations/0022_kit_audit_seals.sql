-- Logs that can be verified: every row carries the hash of its content, made by the database at insert, and waits in a
-- queue until the next seal takes it. A row is in the queue from the moment its transaction ends: whoever commits late is
-- sealed late, whatever its id, and nobody has to guess which ids are still to come.

-- The content of a log row, always spelt the same: keys in jsonb's own order, times in UTC, empty columns left out, so that a
-- column added later changes no old hash. A row function and not an expression: it must not depend on the session's time zone.
create function kit.log_content(r anyelement) returns text language sql stable set timezone = 'UTC' as $$
  select jsonb_object_agg(key, value)::text from jsonb_each(to_jsonb(r) - 'row_hash') where value <> 'null'
$$;

create function kit.hash_log_row() returns trigger language plpgsql as $$
begin
  new.row_hash := encode(sha256(convert_to(kit.log_content(new), 'UTF8')), 'hex');
  return new;
end $$;

create table kit.unsealed_row (
  tenant_no int not null,
  log_name text not null,
  row_id bigint not null,
  happened_at timestamptz not null,
  row_hash text not null,
  primary key (tenant_no, log_name, row_id)
);
--@scope kit.unsealed_row tenant

create function kit.queue_log_row() returns trigger language plpgsql as $$
begin
  insert into kit.unsealed_row (tenant_no, log_name, row_id, happened_at, row_hash)
  values (new.tenant_no, tg_argv[0], new.id, new.happened_at, new.row_hash);
  return null;
end $$;

alter table platform.sys_login_log add column version int not null default 0, add column row_hash text;
alter table platform.sys_third_log add column row_hash text;
create index on platform.sys_login_log (tenant_no, id);
create index on kit.oper_log (tenant_no, user_id, happened_at);
create index on platform.sys_login_log (tenant_no, user_id, happened_at);

-- Rows that were there before get their hash once; for this the owner steps out of the rules it keeps, for this transaction.
do $$
declare
  log record;
begin
  for log in select * from (values ('oper', 'kit.oper_log'), ('login', 'platform.sys_login_log'), ('third', 'platform.sys_third_log')) l (name, path) loop
    execute format('alter table %s disable trigger refuse_change', log.path);
    execute format('alter table %s no force row level security', log.path);
    execute format('update %s l set row_hash = encode(sha256(convert_to(kit.log_content(l), ''UTF8'')), ''hex'')', log.path);
    execute 'alter table kit.unsealed_row no force row level security';
    execute format('insert into kit.unsealed_row (tenant_no, log_name, row_id, happened_at, row_hash) select tenant_no, %L, id, happened_at, row_hash from %s', log.name, log.path);
    execute format('alter table %s force row level security', log.path);
    execute format('alter table %s enable trigger refuse_change', log.path);
    execute format('alter table %s alter column row_hash set not null', log.path);
    execute format('create trigger hash_row before insert on %s for each row execute function kit.hash_log_row()', log.path);
    execute format('create trigger queue_row after insert on %s for each row execute function kit.queue_log_row(%L)', log.path, log.name);
  end loop;
end $$;

-- One per tenant, log and minute with rows. `row_ids` says which rows it holds: late ones make gaps in the order of ids.
-- `row_marks` keeps the first four bytes of each row's hash, in the order of ids: the root tells that something changed,
-- the marks tell which row. The unique key keeps the chain from forking.
create table kit.audit_seal (
  id bigint generated always as identity primary key,
  tenant_no int not null,
  log_name text not null,
  from_id bigint not null,
  to_id bigint not null,
  row_count int not null,
  row_ids int8multirange not null,
  from_time timestamptz not null,
  to_time timestamptz not null,
  row_marks bytea not null,
  rows_root text not null,
  prev_hash text not null,
  seal_hash text not null,
  sealed_at timestamptz not null,
  unique (tenant_no, log_name, prev_hash)
);
create index on kit.audit_seal (tenant_no, log_name, id);
create index on kit.audit_seal (tenant_no, log_name, sealed_at);
create index on kit.audit_seal (tenant_no, log_name, to_time);
create trigger refuse_change before update or delete on kit.audit_seal for each row execute function kit.refuse_change();
create trigger refuse_truncate before truncate on kit.audit_seal for each statement execute function kit.refuse_change();
--@scope kit.audit_seal tenant append

-- The seals of a day as a file outside the database: what was written there cannot be rewritten here.
create table kit.audit_seal_file (
  id bigint generated always as identity primary key,
  tenant_no int not null,
  log_name text not null,
  day date not null,
  last_seal_id bigint not null,
  seal_hash text not null,
  storage_key text not null,
  sha256 text not null,
  written_at timestamptz not null default clock_timestamp(),
  unique (tenant_no, log_name, day)
);
create trigger refuse_change before update or delete on kit.audit_seal_file for each row execute function kit.refuse_change();
create trigger refuse_truncate before truncate on kit.audit_seal_file for each statement execute function kit.refuse_change();
--@scope kit.audit_seal_file tenant append

-- Months whose rows were carried out of the database into a file; their seals stay. Written by the owner alone.
create table kit.audit_archive (
  id bigint generated always as identity primary key,
  log_name text not null,
  from_time timestamptz not null,
  to_time timestamptz not null,
  row_count bigint not null,
  storage_key text not null,
  sha256 text not null,
  archived_at timestamptz not null default clock_timestamp()
);
create trigger refuse_change before update or delete on kit.audit_archive for each row execute function kit.refuse_change();
create trigger refuse_truncate before truncate on kit.audit_archive for each statement execute function kit.refuse_change();
--@scope kit.audit_archive global append

grant select, insert on kit.unsealed_row to mulian_narrow;
create policy narrow on kit.unsealed_row to mulian_narrow using (true) with check (true);
grant select on kit.audit_seal, kit.audit_seal_file to mulian_narrow;
create policy narrow on kit.audit_seal to mulian_narrow using (true);
create policy narrow on kit.audit_seal_file to mulian_narrow using (true);

-- Where something waits to be sealed, of whatever tenant: for the worker, which learns nothing else.
--@narrow
create function kit.unsealed_logs() returns table (tenant_no int, log_name text) language sql stable as
  $$ select distinct u.tenant_no, u.log_name from kit.unsealed_row u $$;

-- Days that are over, have seals and no file yet.
--@narrow
create function kit.days_without_file() returns table (tenant_no int, log_name text, day date) language sql stable as $$
  select s.tenant_no, s.log_name, (s.sealed_at at time zone 'Asia/Shanghai')::date as d from kit.audit_seal s
  where s.sealed_at < date_trunc('day', now() at time zone 'Asia/Shanghai') at time zone 'Asia/Shanghai'
    and s.sealed_at >= coalesce((select (max(f.day) + 1)::timestamp at time zone 'Asia/Shanghai' from kit.audit_seal_file f
                                 where f.tenant_no = s.tenant_no and f.log_name = s.log_name), '-infinity')
  group by 1, 2, 3 order by 3, 1, 2
$$;
