-- How every sum of money came about: by which rule, from what, in which steps. Read only together with the record it is about.
create table kit.calc (
  id bigint generated always as identity,
  made_at timestamptz not null default clock_timestamp(),
  tenant_no int not null,
  kind text not null check (length(kind) between 1 and 60),
  entity text not null check (length(entity) between 1 and 80),
  entity_id bigint not null,
  rule_ref text not null check (length(rule_ref) between 1 and 80),
  rule_hash text not null check (rule_hash ~ '^[0-9a-f]{64}$'),
  inputs jsonb not null,
  steps jsonb not null check (jsonb_typeof(steps) = 'array'),
  cents bigint not null,
  engine int not null check (engine > 0),
  made_by bigint,
  primary key (tenant_no, id, made_at)
) partition by range (made_at);
create index on kit.calc (tenant_no, entity, entity_id, kind, id);
create trigger refuse_change before update or delete on kit.calc for each row execute function kit.refuse_change();
create trigger refuse_truncate before truncate on kit.calc for each statement execute function kit.refuse_change();
--@scope kit.calc tenant append monthly insert=tenant_no,kind,entity,entity_id,rule_ref,rule_hash,inputs,steps,cents,engine,made_by
