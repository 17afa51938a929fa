-- What must happen at a time: set and dropped in the transaction of the record it is about, done by whichever worker takes it first.
create table kit.due (
  tenant_no int not null,
  kind text not null check (length(kind) between 1 and 60),
  ref text not null check (length(ref) between 1 and 120),
  due_at timestamptz not null,
  attempts int not null default 0,
  fault text,
  primary key (tenant_no, kind, ref)
);
-- The first finds the tenants with something to do, the second their items; neither reads what is not due.
create index on kit.due (due_at) include (tenant_no, kind);
create index on kit.due (tenant_no, due_at);
--@scope kit.due tenant

create policy narrow on kit.due to mulian_narrow using (true);
grant select on kit.due to mulian_narrow;

-- What is on its way to another cell is left alone. Not clock_timestamp(): what may change within a statement is no condition of an index.
--@narrow
create function kit.tenants_due(p_kinds text[]) returns setof int language sql stable as $$
  select distinct d.tenant_no from kit.due d where d.due_at <= statement_timestamp() and d.kind = any (p_kinds) and kit.is_here(d.tenant_no)
$$;
