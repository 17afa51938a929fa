-- The engine's own tables and the functions every policy stands on.

create extension if not exists postgis;
create schema kit;

-- Region checks for callers with several regions. plpgsql on purpose: it is not inlined, so the planner keeps
-- its estimates from the plain lo/hi range and this stays a filter behind it.
create function kit.in_scope(code bigint) returns boolean language plpgsql stable parallel safe as $$
declare
  ranges bigint[] := nullif(current_setting('app.ranges', true), '')::bigint[];
begin
  if ranges is null then return false; end if;
  for i in 1 .. array_length(ranges, 1) / 2 loop
    if code >= ranges[2 * i - 1] and code < ranges[2 * i] then return true; end if;
  end loop;
  return false;
end $$;

create function kit.tenant() returns int language sql stable parallel safe as
  $$ select nullif(current_setting('app.tenant', true), '')::int $$;
create function kit.user_id() returns bigint language sql stable parallel safe as
  $$ select nullif(current_setting('app.user', true), '')::bigint $$;
create function kit.has_role(code text) returns boolean language sql stable parallel safe as
  $$ select code = any (string_to_array(coalesce(current_setting('app.roles', true), ''), ',')) $$;

-- What the runner knows of each table; a test walks it against the catalogue.
create table kit.table_scope (
  table_name text primary key,
  scope_class text not null check (scope_class in ('jurisdiction', 'parties', 'persons', 'self', 'tenant', 'global')),
  options jsonb not null default '{}',
  policy_hash text not null
);
--@scope kit.table_scope global append

create table kit.migration (
  file text primary key,
  sha256 text not null,
  applied_at timestamptz not null default now()
);
--@scope kit.migration global append

-- Which state of a reference file was loaded last.
create table kit.reference_file (
  file text primary key,
  sha256 text not null,
  loaded_at timestamptz not null default now()
);
--@scope kit.reference_file global append

-- A month's partition, and the next ones, for every table partitioned by month.
create function kit.ensure_month_partitions(parent regclass, first date, months int) returns void language plpgsql as $$
declare
  month date := date_trunc('month', first)::date;
  part text;
begin
  for i in 0 .. months - 1 loop
    part := format('%s_%s', parent::text, to_char(month, 'YYYYMM'));
    if to_regclass(part) is null then
      execute format('create table %s partition of %s for values from (%L) to (%L)', part, parent, month, (month + interval '1 month')::date);
      execute format('alter table %s enable row level security', part);
      execute format('alter table %s force row level security', part);
    end if;
    month := (month + interval '1 month')::date;
  end loop;
end $$;

-- Append-only: nobody, the owner included, changes or empties a log.
create function kit.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
end $$;

create table kit.oper_log (
  id bigint generated always as identity,
  happened_at timestamptz not null default clock_timestamp(),
  tenant_no int not null,
  user_id bigint,
  username text,
  nickname text,
  principal_id bigint,
  role_codes text[] not null default '{}',
  client_type text,
  ip text,
  session_id bigint,
  module text not null,
  entity text not null,
  entity_id bigint,
  entity_name text,
  action text not null,
  method text,
  path text,
  params jsonb,
  before jsonb,
  after jsonb,
  result text not null default 'ok' check (result in ('ok', 'refused', 'failed')),
  code int not null default 200,
  msg text,
  duration_ms int,
  trace_id text,
  row_hash text,
  primary key (tenant_no, happened_at, id)
) partition by range (happened_at);
create index on kit.oper_log (tenant_no, entity, entity_id, happened_at desc);
create index on kit.oper_log (tenant_no, id);
create trigger refuse_change before update or delete on kit.oper_log for each row execute function kit.refuse_change();
create trigger refuse_truncate before truncate on kit.oper_log for each statement execute function kit.refuse_change();
--@scope kit.oper_log tenant append monthly

create table kit.transition_history (
  id bigint generated always as identity primary key,
  tenant_no int not null,
  entity text not null,
  entity_id bigint not null,
  name text not null,
  from_status text not null,
  to_status text not null,
  form jsonb,
  remark text,
  made_by bigint,
  made_by_name text,
  made_at timestamptz not null default clock_timestamp(),
  unique (tenant_no, entity, entity_id, id)
);
create trigger refuse_change before update or delete on kit.transition_history for each row execute function kit.refuse_change();
create trigger refuse_truncate before truncate on kit.transition_history for each statement execute function kit.refuse_change();
--@scope kit.transition_history tenant append

-- The key of a call that may be repeated, with the answer it got the first time.
create table kit.idempotency_key (
  tenant_no int not null,
  user_id bigint not null,
  key text not null,
  body_hash text not null,
  answer jsonb,
  created_at timestamptz not null default now(),
  primary key (tenant_no, user_id, key)
);
create index on kit.idempotency_key (created_at);
--@scope kit.idempotency_key self

-- What others must hear of, written in the business transaction and carried on afterwards.
create table kit.outbox (
  id bigint generated always as identity primary key,
  tenant_no int not null,
  topic text not null,
  payload jsonb not null,
  created_at timestamptz not null default clock_timestamp(),
  sent_at timestamptz,
  unique (tenant_no, id)
);
create index on kit.outbox (id) where sent_at is null;
--@scope kit.outbox tenant

create table kit.doc_prefix (
  prefix text primary key,
  entity text not null,
  module text not null
);
--@scope kit.doc_prefix global

create table kit.doc_sequence (
  tenant_no int not null,
  prefix text not null,
  day date not null,
  last int not null,
  primary key (tenant_no, prefix, day)
);
--@scope kit.doc_sequence tenant

-- `IM20261114-0001`: prefix, day, and a number per tenant and day that pads to four digits and grows past 9999.
create function kit.doc_no(wanted text) returns text language plpgsql as $$
declare
  today date := (now() at time zone 'Asia/Shanghai')::date;
  number int;
begin
  if not exists (select 1 from kit.doc_prefix where prefix = wanted) then
    raise exception 'unknown document prefix %', wanted using errcode = 'invalid_parameter_value';
  end if;
  insert into kit.doc_sequence as s (tenant_no, prefix, day, last) values (kit.tenant(), wanted, today, 1)
    on conflict (tenant_no, prefix, day) do update set last = s.last + 1 returning last into number;
  return wanted || to_char(today, 'YYYYMMDD') || '-' || case when number < 10000 then lpad(number::text, 4, '0') else number::text end;
end $$;
