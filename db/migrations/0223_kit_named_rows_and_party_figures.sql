-- Rows that persons are named on, and figures of parties kept like those of regions.

-- The list of users on a row follows its side table, whose open entries name them: `kit.keep_persons('cure.consult', 'consult_id', 'user_ids')`.
create function kit.keep_persons() returns trigger language plpgsql as $$
declare
  named jsonb := to_jsonb(case when tg_op = 'DELETE' then old else new end);
begin
  execute format(
    'update %s t set %I = array(select distinct p.user_id from %I.%I p where p.%I = t.id and p.to_on is null order by 1) where t.id = $1',
    tg_argv[0], tg_argv[2], tg_table_schema, tg_table_name, tg_argv[1])
  using (named ->> tg_argv[1])::bigint;
  return null;
end $$;

-- What changed for a party, appended by whoever changed it.
create table kit.rollup_party_delta (
  id bigint generated always as identity primary key,
  tenant_no int not null,
  name text not null,
  party_id bigint not null,
  keys text[] not null,
  day date not null,
  n bigint not null
);
create index on kit.rollup_party_delta (party_id, name);
--@scope kit.rollup_party_delta parties parties=party_id unowned append

-- The same, added up. A party has no levels: a head office reads those of its branches one beside the other.
create table kit.rollup_party (
  tenant_no int not null,
  name text not null,
  party_id bigint not null,
  keys text[] not null,
  day date not null,
  n bigint not null,
  primary key (tenant_no, name, party_id, day, keys)
);
create index on kit.rollup_party (party_id, name);
--@scope kit.rollup_party parties parties=party_id unowned append

grant select, insert, delete on kit.rollup_party_delta to mulian_narrow;
grant select, insert, update, delete on kit.rollup_party to mulian_narrow;
create policy narrow on kit.rollup_party_delta to mulian_narrow using (true) with check (true);
create policy narrow on kit.rollup_party to mulian_narrow using (true) with check (true);

--@narrow
create function kit.fold_party_rollups(p_most int) returns int language plpgsql as $$
declare
  taken int;
begin
  if not pg_try_advisory_xact_lock(7304) then return 0; end if;
  with gone as (
    delete from kit.rollup_party_delta where id in (select id from kit.rollup_party_delta order by id limit p_most)
    returning tenant_no, name, party_id, keys, day, n
  ), added as (
    insert into kit.rollup_party as r (tenant_no, name, party_id, keys, day, n)
    select tenant_no, name, party_id, keys, day, sum(n) from gone group by 1, 2, 3, 4, 5 having sum(n) <> 0
    order by tenant_no, name, party_id, day, keys
    on conflict (tenant_no, name, party_id, day, keys) do update set n = r.n + excluded.n
  ) select count(*) into taken from gone;
  return taken;
end $$;
