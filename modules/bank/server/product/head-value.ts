/** `fresh` values and `gone` animals of the lines whose day was written; part of the night's statement. */
export const headRows = `kept as (
  insert into bank.head_value (tenant_no, credit_line_id, bank_id, principal_id, animal_id, item_id, day, is_here,
    species, stage, age_months, price_list_id, price_line_id, price, unit, adjust_pct, weight_kg, weight_from, value,
    cuts, cut_pct, eligible)
  select kit.tenant(), f.credit_line_id, f.bank_id, f.principal_id, f.animal_id, f.item_id, $1::date, true,
    f.species, f.stage, f.months, f.list_id, f.line_id, f.price, f.unit, f.adjust_pct, f.kg, f.kg_from, f.book,
    f.cuts, f.cut_pct, f.eligible
  from fresh f where f.credit_line_id = any (array(select d.credit_line_id from days d))
  union all
  select kit.tenant(), g.credit_line_id, g.bank_id, g.principal_id, g.animal_id, g.item_id, $1::date, false, g.species,
    g.stage, g.age_months, null, null, null, null, null, null, null, 0, '{}', 0, 0
  from gone g where g.credit_line_id = any (array(select d.credit_line_id from days d))
  returning item_id, value, price_line_id, weight_kg, weight_from, is_here)`;
