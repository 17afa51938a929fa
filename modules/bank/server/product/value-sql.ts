import { dayRows } from './credit-value-day.ts';
import { headRows } from './head-value.ts';

/**
 * R9 to R11 as one statement over any number of animals. Each part is a common table expression; `$1` is the day, `$2` a price list
 * that is taken as if it were in force (null: none).
 */

/** Lists in force on the day, of each owner, code and region the newest. */
const lists = `list as (
  select distinct on (coalesce(l.bank_id, 0), l.price_list_code, l.region_code) l.id, l.bank_id, l.price_list_code,
    l.region_code, l.adjust_pct
  from bank.price_list l
  where l.tenant_no = kit.tenant()
    and ((l.status in ('effective', 'retired') and l.valid_from <= $1::date) or l.id = $2::bigint)
  order by coalesce(l.bank_id, 0), l.price_list_code, l.region_code, (l.id = $2::bigint) desc nulls last,
    l.valid_from desc)`;

/**
 * The one line that fits: nearest region first, the bank's own before the tenant's, breeds that are named before all others. Looked up
 * head by head, as everything here is: the planner cannot know how many heads there are, and a join of two unknowns goes by squares.
 */
const price = `left join lateral (
    select l.id as list_id, n.id as line_id, n.price, n.unit, l.adjust_pct
    from list l join bank.price_list_line n on n.tenant_no = kit.tenant() and n.parent_id = l.id
    where l.price_list_code = h.price_code and (l.bank_id is null or l.bank_id = h.price_bank)
      and bank.lies_in(h.region_code, l.region_code)
      and n.species = h.species and n.stage = h.stage and (n.sex is null or n.sex = h.sex)
      and (n.age_from is null or n.age_from <= h.months) and (n.age_to is null or n.age_to >= h.months)
      and (n.breeds = '{}' or h.breed = any (n.breeds))
    order by l.region_code desc, l.bank_id is null, n.breeds = '{}', n.id
    limit 1) p on true`;

/** Weights: the last one that is young enough, else the breed's for its age × 0.9. Only what is priced by weight needs one. */
const worths = `weighed as (
  select h.*, p.list_id, p.line_id, p.price, p.unit, coalesce(p.adjust_pct, 0) as adjust_pct,
    case when p.unit = 'kg' then case
      when h.weight_on between $1::date - h.weight_days and $1::date then h.weight
      else round(bank.standard_kg(v.growth_standard, h.sex, h.months) * 0.9, 2) end end as kg,
    case when p.unit = 'kg' then case
      when h.weight_on between $1::date - h.weight_days and $1::date then 'weighed'
      when v.growth_standard is not null then 'standard' end end as kg_from
  from head h
  ${price}
  left join lateral (
    select v.growth_standard from bank.value_variety v
    where p.unit = 'kg' and v.tenant_no in (0, kit.tenant()) and v.species = h.species and v.code = h.breed
    order by v.tenant_no desc limit 1) v on true),
worth as (
  select w.*, coalesce(case
    when w.unit = 'head' then round(w.price * (1 + w.adjust_pct / 100))
    when w.unit = 'kg' and w.kg is not null then round(w.price * (1 + w.adjust_pct / 100) * w.kg)
    end, 0)::bigint as value
  from weighed w)`;

/** R10: the largest cut counts. */
const eligible = `valued as (
  select c.*, c.value as book, round(c.value * (100 - c.cut_pct) / 100)::bigint as eligible
  from (
    select w.*, array_remove(array[
        case when w.is_unseen then 'unseen' end, case when w.is_uninsured then 'uninsured' end,
        case when w.quarantined then 'quarantined' end, case when w.state = 'missing' then 'missing' end,
        case when w.state = 'releasing' then 'releasing' end], null) as cuts,
      case when w.quarantined or w.state in ('missing', 'releasing') then 100
        else greatest(case when w.is_unseen then w.unseen_cut else 0 end,
          case when w.is_uninsured then w.uninsured_cut else 0 end) end as cut_pct
    from worth w) c)`;

const animalColumns = `a.region_code, a.species, a.breed, a.sex, a.stage, bank.months_old(a.birth_date, $1::date) as months,
  a.weight, a.weight_on, a.quarantined`;
const productColumns = `p.bank_id as price_bank, p.price_list_code as price_code, p.weight_days, p.unseen_days, p.unseen_cut,
  p.uninsured_cut`;

/** Single animals under a product, `$3`, whether they are pledged or not: `$4` are their ids. */
export const animalsSql = `with head as (
    select a.id as animal_id, ${animalColumns}, ${productColumns}, 'pledged'::text as state, false as is_unseen,
      false as is_uninsured
    from bank.bank_product p join bank.value_animal a on a.tenant_no = p.tenant_no and a.id = any ($4::bigint[])
    where p.tenant_no = kit.tenant() and p.id = $3), ${lists}, ${worths}
  select animal_id as "animalId", value as cents, line_id as "priceLineId", list_id as "priceListId", kg as "weightKg",
    coalesce(kg_from = 'standard', false) as "isEstimate" from worth order by animal_id`;

/**
 * The live items of credit lines, `$3` (null: of all that are in force). An animal reserved for a pledge to come does not count yet.
 * `seen_at` is compared by days: seen on the day `unseenDays` ago is still seen.
 */
const itemHeads = `line as (
  select c.id, c.bank_id, c.principal_id, c.product_id, c.balance, c.overdue_interest
  from bank.credit_line c
  where c.tenant_no = kit.tenant() and c.status in ('approved', 'effective', 'frozen', 'overdue', 'settled')
    and ($3::bigint[] is null or c.id = any ($3::bigint[]))),
head as (
  select n.id as credit_line_id, n.bank_id, n.principal_id, i.id as item_id, i.animal_id, i.ear_tag, ${animalColumns},
    ${productColumns}, i.state,
    coalesce(coalesce(i.seen_at, i.surveyed_at, i.from_at)::date, '-infinity') < $1::date - p.unseen_days as is_unseen,
    p.insurance_needed and coalesce(i.cover_to, '-infinity') < $1::date as is_uninsured
  from line n
  join bank.pledge g on g.tenant_no = kit.tenant() and g.credit_line_id = n.id
  join bank.pledge_item i on i.tenant_no = g.tenant_no and i.pledge_id = g.id
    and i.state in ('pledged', 'releasing', 'missing')
  join bank.bank_product p on p.tenant_no = g.tenant_no and p.id = n.product_id
  join bank.value_animal a on a.tenant_no = g.tenant_no and a.id = i.animal_id)`;

const sums = `summed as (
  select n.id as credit_line_id, n.bank_id, n.principal_id, n.product_id, n.balance, n.overdue_interest as interest,
    coalesce(v.heads, 0)::int as heads, coalesce(v.book, 0)::bigint as book,
    coalesce(v.eligible, 0)::bigint as eligible,
    coalesce(v.unseen, 0)::int as unseen, coalesce(v.uninsured, 0)::int as uninsured,
    coalesce(v.unpriced, 0)::int as unpriced, coalesce(v.lists, '{}') as lists, coalesce(s.stages, '{}') as stages
  from line n
  left join (
    select credit_line_id, count(*) as heads, sum(book) as book, sum(eligible) as eligible,
      count(*) filter (where is_unseen) as unseen, count(*) filter (where is_uninsured) as uninsured,
      count(*) filter (where line_id is null) as unpriced,
      array_agg(distinct list_id) filter (where list_id is not null) as lists
    from valued group by 1) v on v.credit_line_id = n.id
  left join (
    select credit_line_id, jsonb_object_agg(stage, cents) as stages
    from (select credit_line_id, stage, sum(eligible) as cents from valued group by 1, 2) t group by 1) s
    on s.credit_line_id = n.id)`;
const ltv = `case when s.balance + s.interest = 0 then 0
  when s.eligible = 0 then null
  else least(round((s.balance + s.interest)::numeric * 100 / s.eligible, 2), 9999999.99) end`;

const valued = `with ${itemHeads}, ${lists}, ${worths}, ${eligible}`;

/** Sums of credit lines as they stand now; nothing is stored. */
export const linesSql = `${valued}, ${sums}
  select s.credit_line_id as "creditLineId", s.heads, s.book as "bookCents", s.eligible as "eligibleCents",
    s.unseen as "unseenHeads", s.uninsured as "uninsuredHeads", s.unpriced as "unpricedHeads",
    s.balance as "balanceCents", s.interest as "interestCents", ${ltv} as ltv, s.stages as "byStage"
  from summed s order by s.credit_line_id`;

/** Head by head, for one line or one animal of it (`$4`, null: all). */
export const headsSql = `${valued}
  select v.item_id as "itemId", v.animal_id as "animalId", v.ear_tag as "earTag", v.credit_line_id as "creditLineId",
    v.species, v.stage, v.months, v.list_id as "priceListId", v.line_id as "priceLineId", v.price as "priceCents", v.unit,
    v.adjust_pct as "adjustPct", v.kg as "weightKg", v.kg_from as "weightFrom", v.book as "valueCents", v.cuts,
    v.cut_pct as "cutPct", v.eligible as "eligibleCents"
  from valued v where ($4::bigint is null or v.animal_id = $4::bigint) order by v.animal_id`;

/**
 * The night: what changed of an animal's value becomes a row, a day of a line becomes a row, and neither is written twice. Answers the
 * animals that changed, for the sums kept with the items, and the day's rows.
 */
export const nightSql = `${valued}, ${sums},
fresh as (
  select v.* from valued v left join lateral (
    select h.* from bank.head_value h where h.tenant_no = kit.tenant() and h.credit_line_id = v.credit_line_id
      and h.animal_id = v.animal_id and h.day <= $1::date order by h.day desc limit 1) l on true
  where l.id is null or (l.is_here, l.item_id, l.price_line_id, l.price_list_id, l.price, l.unit, l.adjust_pct,
      l.weight_kg, l.weight_from, l.value, l.cuts, l.cut_pct, l.eligible, l.stage)
    is distinct from (true, v.item_id, v.line_id, v.list_id, v.price, v.unit, v.adjust_pct, v.kg, v.kg_from,
      v.value, v.cuts, v.cut_pct, v.eligible, v.stage)),
gone as (
  select l.* from line n cross join lateral (
    select distinct on (h.animal_id) h.* from bank.head_value h
    where h.tenant_no = kit.tenant() and h.credit_line_id = n.id and h.day <= $1::date
    order by h.animal_id, h.day desc) l
  where l.is_here and (l.credit_line_id, l.animal_id) not in (select v.credit_line_id, v.animal_id from valued v)),
${dayRows(ltv)},
${headRows}
select (select coalesce(jsonb_agg(jsonb_build_object('id', k.item_id, 'cents', k.value, 'priceLineId', k.price_line_id,
    'weightKg', k.weight_kg, 'isEstimate', k.weight_from is not distinct from 'standard'))
    filter (where k.is_here), '[]')
    from kept k) as items,
  (select coalesce(jsonb_agg(jsonb_build_object('id', d.credit_line_id, 'ltv', d.ltv)), '[]') from days d) as lines`;
