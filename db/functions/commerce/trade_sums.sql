-- Sums over what the reader does not see one by one. Closed are orders without subsidy of units that are not the
-- reader's own: a sum with closed orders in it is told where three or more units placed them, and only if nobody can
-- work out a withheld one by subtracting what is told from a sum that holds both.
--@narrow
create or replace function commerce.trade_sums(p_lo bigint, p_hi bigint, p_width bigint, p_from date, p_to date)
  returns table (child bigint, category_id bigint, buyers int, amount bigint, market bigint)
  language sql stable as $$
  with seen as materialized (
    select o.id, o.region_code, o.principal_id as buyer, o.region_code >= p_lo and o.region_code < p_hi as is_here,
      not o.subsidised and o.principal_id <> all (commerce.my_units()) as is_closed
    from commerce.trade_order o
    where o.tenant_no = kit.tenant() and commerce.oversees(o.region_code)
      and o.status not in ('cancelled', 'closed')
      and (p_from is null or (o.placed_at at time zone 'Asia/Shanghai')::date >= p_from)
      and (p_to is null or (o.placed_at at time zone 'Asia/Shanghai')::date <= p_to)),
  -- From the whole country down to the place asked for, and from there to its parts: what the reader can open is
  -- withheld on every page alike.
  steps as (
    select w.width, w.above from (values (10000000000, 1000000000000), (100000000, 10000000000), (1000000, 100000000),
      (1000, 1000000), (1, 1000)) w (width, above) where w.above > p_hi - p_lo
    union all select p_width, p_hi - p_lo),
  closed as (
    select s.above, s.width, c.region_code / s.width as place, c.buyer
    from seen c join steps s on c.region_code / s.above = p_lo / s.above where c.is_closed),
  places as (
    select c.above, c.width, c.place, count(distinct c.buyer) as buyers, count(*) as orders
    from closed c group by 1, 2, 3),
  -- Where those withheld are fewer than three units together, the smallest of the others is withheld beside them.
  thin_places as (
    select c.above from closed c join places p on p.above = c.above and p.place = c.place and p.buyers < 3
    group by 1 having count(distinct c.buyer) < 3),
  held_places as (
    select p.above, p.width, p.place from places p where p.buyers < 3
    union all
    (select distinct on (p.above) p.above, p.width, p.place from places p join thin_places t on t.above = p.above
     where p.buyers >= 3 order by p.above, p.buyers, p.orders, p.place)),
  whole as (
    select count(distinct c.buyer) filter (where c.is_closed) not in (1, 2) and not exists (
        select 1 from held_places h where h.above > p_hi - p_lo and h.place = p_lo / h.width) as is_told,
      -- A kind of goods in one place is the same kind everywhere without that of all other places.
      not coalesce(bool_or(c.is_closed and not c.is_here), false) as is_all
    from seen c),
  priced as (
    select s.region_code / p_width * p_width as child, l.category_id, s.buyer, s.is_closed, l.line_amount,
      coalesce(l.market_price, l.sale_price) * l.qty as market
    from seen s join commerce.trade_order_line l on l.tenant_no = kit.tenant() and l.order_id = s.id where s.is_here),
  kinds as (
    select p.category_id, count(distinct p.buyer) as buyers, count(*) as lines
    from priced p where p.is_closed group by 1),
  thin_kinds as (
    select 1 from priced p join kinds k on k.category_id = p.category_id and k.buyers < 3
    where p.is_closed having count(distinct p.buyer) in (1, 2)),
  held_kinds as (
    select k.category_id from kinds k where k.buyers < 3
    union all
    (select k.category_id from kinds k where k.buyers >= 3 and exists (select 1 from thin_kinds)
     order by k.buyers, k.lines, k.category_id limit 1)),
  cells as (
    select p.child, p.category_id, count(distinct p.buyer)::int as buyers, sum(p.line_amount)::bigint as amount,
      (sum(p.line_amount) filter (where not p.is_closed))::bigint as open_amount, sum(p.market)::bigint as market
    from priced p group by grouping sets ((p.child), (p.category_id), ())),
  told as (
    select c.*, w.is_told and case
        when c.category_id is not null then w.is_all and c.category_id not in (select h.category_id from held_kinds h)
        when c.child is not null then not exists (
          select 1 from held_places h where h.above = p_hi - p_lo and h.place = c.child / p_width)
        else true end as is_told
    from cells c, whole w)
  select t.child, t.category_id, t.buyers, case when t.is_told then t.amount else coalesce(t.open_amount, 0) end,
    case when t.is_told then t.market end
  from told t
$$;
