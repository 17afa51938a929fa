-- Whom animals may be handed to: anybody of the own area or the own village by name, nearest first; beyond it units by name, households only
-- by their full number and half told. The village, the end of the phone number and the heads tell neighbours of one name apart.
drop function registry.find_receivers(text, text);
--@narrow
create function registry.find_receivers(p_keyword text, p_hash text)
returns table (id bigint, name text, type text, "regionCode" bigint, "phoneTail" text, heads int, masked boolean) language sql stable as $$
  with me as materialized (
    select nullif(current_setting('app.lo', true), '')::bigint as lo, nullif(current_setting('app.hi', true), '')::bigint as hi,
      nullif(current_setting('app.principals', true), '')::bigint[] as own
  ), villages as materialized (
    select distinct o.region_code from registry.principal o, me where o.tenant_no = kit.tenant() and o.id = any (me.own)
  ), found as (
    select p.*, p.region_code in (select region_code from villages) as is_neighbour,
      (p.region_code >= coalesce(me.lo, 1) and p.region_code < coalesce(me.hi, 0)) or kit.in_scope(p.region_code)
        or p.region_code in (select region_code from villages) as is_near
    from registry.principal p cross join me
    where p.tenant_no = kit.tenant() and p.status = 'active' and not p.id = any (coalesce(me.own, '{}')) and (
      p.contact_phone_hash = p_hash or p.contact_id_card_hash = p_hash
      or p.principal_unit_name ilike '%' || replace(replace(replace(p_keyword, '\', '\\'), '%', '\%'), '_', '\_') || '%')
  )
  select f.id, f.principal_unit_name, f.principal_unit_type, f.region_code,
    case when f.is_near then right(f.contact_phone_mask, 4) end,
    case when f.is_near then (select count(*)::int from registry.animal a
      where a.principal_id = f.id and a.status = 'inStock' and a.voided_at is null) end,
    f.principal_unit_type = 'household' and not f.is_near
  from found f
  where f.is_near or f.principal_unit_type <> 'household' or f.contact_phone_hash = p_hash or f.contact_id_card_hash = p_hash
  order by f.is_neighbour desc, f.is_near desc, f.id limit 20
$$;
