--@narrow
create or replace function registry.public_line(p_tenant int, p_animal bigint)
returns table (seq int, pub jsonb, unit text, source_id bigint) language sql stable as $$
  select e.seq, e.pub, e.org ->> 'name', e.source_id from registry.animal_event e
  where e.tenant_no = p_tenant and e.animal_id = p_animal and e.pub ->> 'kind' <> 'other'
    and not exists (select 1 from registry.animal_event v where v.tenant_no = e.tenant_no
      and v.animal_id = e.animal_id and v.void_of = e.seq)
    and e.void_of is null
  order by e.seq
$$;
