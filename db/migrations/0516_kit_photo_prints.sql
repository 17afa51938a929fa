-- A picture is told again by its bytes, and one that was changed a little by its print.
alter table kit.file add column dhash bigint;
create index file_prints on kit.file (tenant_no, biz_type, id) include (dhash, biz_id) where status = 'linked' and dhash is not null;
create index file_bytes on kit.file (tenant_no, sha256) where status = 'linked' and mime like 'image/%';

-- Two that want to use one picture at the same moment come one after the other.
--@narrow
create function kit.lock_prints(p_files bigint[]) returns void language sql as $$
  select pg_advisory_xact_lock(hashtextextended(s.sha256, 7305 + kit.tenant()))
  from (select distinct sha256 from kit.file where tenant_no = kit.tenant() and id = any (p_files) order by 1) s
$$;

-- Which of these pictures hang on another record of that use. Says nothing of whose.
--@narrow
create function kit.photo_used(p_files bigint[], p_uses text[], p_except bigint) returns setof bigint language sql stable as $$
  select f.id from kit.file f where f.tenant_no = kit.tenant() and f.id = any (p_files) and exists (
    select 1 from kit.file o where o.tenant_no = f.tenant_no and o.sha256 = f.sha256 and o.id <> f.id and o.status = 'linked'
      and o.mime like 'image/%' and o.biz_type = any (p_uses) and o.biz_id is distinct from p_except)
$$;

-- The nearest other picture of that use, and by how many of 64 bits it differs.
--@narrow
create function kit.photo_like(p_files bigint[], p_uses text[], p_except bigint, p_within int)
returns table (id bigint, other_id bigint, bits int) language sql stable as $$
  select f.id, n.id, n.bits from kit.file f cross join lateral (
    select o.id, bit_count((o.dhash # f.dhash)::bit(64))::int as bits from kit.file o
    where o.tenant_no = f.tenant_no and o.biz_type = any (p_uses) and o.status = 'linked' and o.dhash is not null
      and o.id <> f.id and o.biz_id is distinct from p_except and bit_count((o.dhash # f.dhash)::bit(64)) <= p_within
    order by bits, o.id limit 1) n
  where f.tenant_no = kit.tenant() and f.id = any (p_files) and f.dhash is not null
$$;

drop function prevention.photo_used(bigint[]);
drop index kit.file_visit_photo;
