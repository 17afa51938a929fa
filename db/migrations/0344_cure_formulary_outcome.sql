-- What became of the cases of a disease in which a medicine was ordered: two numbers, nobody's name.
grant select on cure.consult, cure.prescription, cure.prescription_line to mulian_narrow;
create policy narrow on cure.consult to mulian_narrow using (true);
create policy narrow on cure.prescription to mulian_narrow using (true);
create policy narrow on cure.prescription_line to mulian_narrow using (true);
--@narrow
create function cure.formulary_outcome(p_disease bigint, p_medicine bigint) returns table (known int, better int)
language sql stable as $$
  select count(*)::int, (count(*) filter (where c.outcome in ('cured', 'improved')))::int
  from cure.consult c
  where c.tenant_no = kit.tenant() and c.status = 'closed' and c.outcome is not null and c.outcome <> 'unknown'
    and c.diagnosis_tag_id = p_disease and exists (select 1 from cure.prescription p
      join cure.prescription_line l on l.parent_id = p.id
      where p.tenant_no = c.tenant_no and p.consult_id = c.id and p.status <> 'draft' and l.medicine_id = p_medicine)
$$;
