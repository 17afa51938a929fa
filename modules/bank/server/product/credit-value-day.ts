/** A day of each line that is worth a row, once: of `summed` lines and of `gone` animals' lines; part of the night's statement. */
export const dayRows = (ltv: string): string => `days as (
  insert into bank.credit_value_day (tenant_no, credit_line_id, bank_id, principal_id, product_id, day, heads,
    book_value, eligible_value, unseen_heads, uninsured_heads, unpriced_heads, balance, interest, ltv, price_list_ids,
    by_stage)
  select kit.tenant(), s.credit_line_id, s.bank_id, s.principal_id, s.product_id, $1::date, s.heads, s.book,
    s.eligible, s.unseen, s.uninsured, s.unpriced, s.balance, s.interest, ${ltv}, s.lists,
    s.stages
  from summed s where s.heads > 0 or s.balance + s.interest > 0
    or s.credit_line_id in (select g.credit_line_id from gone g)
  on conflict (tenant_no, credit_line_id, day) do nothing
  returning credit_line_id, ltv)`;
