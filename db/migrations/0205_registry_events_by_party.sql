-- A cover is nobody's business but the holder's, the owner's, the authority's and the insurers'; a pledge likewise the banks'. All other kinds of event are
-- seen by whoever sees the animal, and their rows are asked for nothing but the kind.
-- plpgsql on purpose: it is not inlined, so that the plans of the ledger stay as they are and only rows of these four kinds look at the animal.
create function registry.reads_stake(p_animal bigint, p_kind text) returns boolean language plpgsql stable parallel safe cost 50 as $$
declare
  mine bigint[] := nullif(current_setting('app.principals', true), '')::bigint[];
  lo bigint := nullif(current_setting('app.lo', true), '')::bigint;
  hi bigint := nullif(current_setting('app.hi', true), '')::bigint;
begin
  return exists (
    select 1 from registry.animal a where a.id = p_animal
      and (a.principal_id = any (mine) or a.owner_id = any (mine) or (a.region_code >= lo and a.region_code < hi) or kit.in_scope(a.region_code))
  ) or exists (
    select 1 from registry.animal_party p where p.tenant_no = kit.tenant() and p.animal_id = p_animal and p.to_on is null and p.party_id = any (mine)
      and p.role = any (case when p_kind in ('insured', 'claimed') then array['insurer', 'coInsurer'] else array['bank'] end));
end $$;

create policy whose on registry.animal_event as restrictive for select to mulian_app using (
  kind not in ('insured', 'claimed', 'pledged', 'released')
  or (select current_setting('app.system', true) = '1')
  or registry.reads_stake(animal_id, kind)
);
