-- A cover is nobody's business but the holder's, the owner's, the authority's and the insurers'; a pledge likewise the banks'. All other kinds of event are
-- seen by whoever sees the animal, and their rows are asked for nothing but the kind.
create policy whose on registry.animal_event as restrictive for select to mulian_app using (
  kind not in ('insured', 'claimed', 'pledged', 'released')
  or (select current_setting('app.system', true) = '1')
  or exists (
    select 1 from registry.animal a where a.id = animal_event.animal_id and (
      a.principal_id = any (nullif(current_setting('app.principals', true), '')::bigint[])
      or a.owner_id = any (nullif(current_setting('app.principals', true), '')::bigint[])
      or (a.region_code >= nullif(current_setting('app.lo', true), '')::bigint and a.region_code < nullif(current_setting('app.hi', true), '')::bigint)
      or kit.in_scope(a.region_code)))
  or exists (
    select 1 from registry.animal_party p where p.tenant_no = animal_event.tenant_no and p.animal_id = animal_event.animal_id and p.to_on is null
      and p.party_id = any (nullif(current_setting('app.principals', true), '')::bigint[])
      and p.role = any (case when animal_event.kind in ('insured', 'claimed') then array['insurer', 'coInsurer'] else array['bank'] end))
);
