-- Public figures of a host: head in care or promised, deaths of a hundred taken in. Numbers only.
grant select on cure.entrust_line, cure.entrust_contract to mulian_narrow;
create policy narrow on cure.entrust_line to mulian_narrow using (true);
create policy narrow on cure.entrust_contract to mulian_narrow using (true);
--@narrow
create function cure.host_heads(p_host bigint, p_species text) returns int language sql stable as $$
  select count(*)::int from cure.entrust_line l join cure.entrust_contract k on k.id = l.contract_id
  where k.tenant_no = kit.tenant() and k.host_id = p_host and (p_species is null or k.species = p_species)
    and k.mode <> 'careOnly' and l.out_on is null and (l.in_on is not null or k.status = 'signed')
$$;
--@narrow
create function cure.host_loss(p_host bigint) returns numeric language sql stable as $$
  select round(100.0 * count(*) filter (where l.out_kind = 'dead') / nullif(count(*), 0), 1)
  from cure.entrust_line l join cure.entrust_contract k on k.id = l.contract_id
  where k.tenant_no = kit.tenant() and k.host_id = p_host and l.in_on is not null
$$;
--@narrow
create function cure.host_contracts(p_host bigint) returns int language sql stable as $$
  select count(*)::int from cure.entrust_contract k
  where k.tenant_no = kit.tenant() and k.host_id = p_host and k.status = 'running'
$$;
-- Papers under the reader's own sight.
create view cure.paper_seen with (security_invoker = true) as
  select d.tenant_no, d.principal_id, d.doc_kind, d.valid_to from registry.principal_document d
  where d.owner_kind = 'principal' and d.status = 'valid';
grant select on cure.paper_seen to mulian_app;
