-- What a tenant keeps, whoever asks: all of it, or what came since a moment.
--@narrow
create function registry.count_stock(p_since timestamptz) returns int language sql stable as $$
  select count(*)::int from registry.animal
  where tenant_no = kit.tenant() and status = 'inStock' and voided_at is null and created_at > coalesce(p_since, '-infinity')
$$;

-- Whoever reads of a treatment asks its record whether it still holds.
drop function registry.public_line(int, bigint);
--@narrow
create function registry.public_line(p_tenant int, p_animal bigint)
returns table (seq int, pub jsonb, unit text, source_id bigint) language sql stable as $$
  select e.seq, e.pub, e.org ->> 'name', e.source_id from registry.animal_event e
  where e.tenant_no = p_tenant and e.animal_id = p_animal and e.pub ->> 'kind' <> 'other'
    and not exists (select 1 from registry.animal_event v where v.tenant_no = e.tenant_no and v.animal_id = e.animal_id and v.void_of = e.seq)
    and e.void_of is null
  order by e.seq
$$;
