-- Who asks on public pages, and how often, by topic: one page's visitors do not use up another's patience.
create table kit.public_visit (
  topic text not null check (length(topic) between 1 and 60),
  address text not null,
  minute timestamptz not null,
  asked int not null default 0,
  unknown int not null default 0,
  primary key (topic, address, minute)
);
create index on kit.public_visit (minute);
--@scope kit.public_visit global

grant select, insert, update, delete on kit.public_visit to mulian_narrow;
create policy narrow on kit.public_visit to mulian_narrow using (true) with check (true);

-- Counts one question of an address; answers how many it asked in this minute and how many unknown things in the last ten.
--@narrow
create function kit.count_visit(p_topic text, p_address text) returns table (asked int, unknown int) language plpgsql as $$
begin
  if random() < 0.01 then delete from kit.public_visit v where v.minute < now() - interval '24 hours'; end if;
  insert into kit.public_visit as v (topic, address, minute, asked) values (p_topic, p_address, date_trunc('minute', now()), 1)
  on conflict (topic, address, minute) do update set asked = v.asked + 1;
  return query select
    (select v.asked from kit.public_visit v
     where v.topic = p_topic and v.address = p_address and v.minute = date_trunc('minute', now())),
    (select coalesce(sum(v.unknown), 0)::int from kit.public_visit v
     where v.topic = p_topic and v.address = p_address and v.minute > now() - interval '10 minutes');
end $$;

-- Asked for something nobody knows.
--@narrow
create function kit.miss_visit(p_topic text, p_address text) returns void language sql as $$
  update kit.public_visit v set unknown = v.unknown + 1
  where v.topic = p_topic and v.address = p_address and v.minute = date_trunc('minute', now());
$$;

-- Whoever has shown that somebody is there begins anew.
--@narrow
create function kit.forgive_visit(p_topic text, p_address text) returns void language sql as $$
  update kit.public_visit v set unknown = 0 where v.topic = p_topic and v.address = p_address;
$$;

-- The registry counted visitors for itself until now; what it keeps is how often each county was asked about.
drop function registry.count_answer(text, int, bigint, text, boolean);
--@narrow
create function registry.count_answer(p_tenant int, p_county bigint, p_species text, p_known boolean) returns void language sql as $$
  insert into registry.public_query_day as d (tenant_no, day, county_code, species, hits, unknown)
  values (p_tenant, (now() at time zone 'Asia/Shanghai')::date, p_county, p_species, p_known::int, (not p_known)::int)
  on conflict (tenant_no, day, county_code, species) do update set hits = d.hits + excluded.hits, unknown = d.unknown + excluded.unknown;
$$;
drop function registry.count_visit(text);
drop function registry.forgive_visit(text);
drop table registry.public_visit;
delete from kit.table_scope where table_name = 'registry.public_visit';
