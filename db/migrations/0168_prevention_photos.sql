-- R24: the same picture under another visit, whoever took it. Answers yes or no.
create index file_visit_photo on kit.file (tenant_no, sha256) where biz_type = 'prevention.immunisationVisit' and status = 'linked';
--@narrow
create function prevention.photo_used(p_files bigint[]) returns boolean language sql stable as $$
  select exists (select 1 from kit.file f join kit.file o on o.tenant_no = f.tenant_no and o.sha256 = f.sha256 and o.id <> f.id and o.status = 'linked'
    and o.biz_type = 'prevention.immunisationVisit' where f.tenant_no = kit.tenant() and f.id = any (p_files))
$$;
