-- Sums over what the reader does not see one by one: of subsidised orders, of others where three or more bought.
grant select on commerce.trade_order, commerce.trade_order_money, commerce.trade_order_line to mulian_narrow;
create policy narrow on commerce.trade_order for select to mulian_narrow using (true);
create policy narrow on commerce.trade_order_money for select to mulian_narrow using (true);
create policy narrow on commerce.trade_order_line for select to mulian_narrow using (true);

--@narrow
create function commerce.trade_sums(p_lo bigint, p_hi bigint, p_width bigint, p_from date, p_to date)
  returns table (child bigint, category_id bigint, buyers int, amount bigint, market bigint)
  language sql stable as $$
  with seen as (
    select o.id, o.region_code / p_width * p_width as child, o.principal_id, o.subsidised
    from commerce.trade_order o
    where o.tenant_no = kit.tenant() and o.region_code >= p_lo and o.region_code < p_hi
      and commerce.oversees(o.region_code)
      and o.status not in ('cancelled', 'closed')
      and (p_from is null or (o.placed_at at time zone 'Asia/Shanghai')::date >= p_from)
      and (p_to is null or (o.placed_at at time zone 'Asia/Shanghai')::date <= p_to)),
  priced as (
    select s.child, l.category_id, s.principal_id, s.subsidised, l.line_amount,
      coalesce(l.market_price, l.sale_price) * l.qty as market
    from seen s join commerce.trade_order_line l on l.tenant_no = kit.tenant() and l.order_id = s.id),
  cells as (
    select p.child, p.category_id, count(distinct p.principal_id)::int as buyers, sum(p.line_amount)::bigint as amount,
      (sum(p.line_amount) filter (where p.subsidised))::bigint as open_amount, sum(p.market)::bigint as market
    from priced p group by grouping sets ((p.child), (p.category_id), ()))
  select c.child, c.category_id, c.buyers,
    case when c.buyers >= 3 then c.amount else coalesce(c.open_amount, 0) end,
    case when c.buyers >= 3 then c.market end
  from cells c
$$;

-- What is told of a product to everybody who may see it: numbers, and no order behind them.
grant select on commerce.after_sale, commerce.after_sale_line to mulian_narrow;
create policy narrow on commerce.after_sale for select to mulian_narrow using (true);
create policy narrow on commerce.after_sale_line for select to mulian_narrow using (true);
create index on commerce.trade_order_line (tenant_no, product_id, rating) where rating is not null;

--@narrow
create function commerce.sold_units(p_product bigint, p_days int) returns int language sql stable as $$
  select coalesce(sum(l.qty - l.cancelled_qty), 0)::int from commerce.trade_order_line l
    join commerce.trade_order o on o.id = l.order_id
  where l.tenant_no = kit.tenant() and l.product_id = p_product and o.status not in ('cancelled', 'closed')
    and o.placed_at > now() - make_interval(days => p_days)
$$;
--@narrow
create function commerce.rating_of(p_product bigint) returns numeric language sql stable as $$
  select round(avg(l.rating), 1) from commerce.trade_order_line l
  where l.tenant_no = kit.tenant() and l.product_id = p_product and l.rating is not null
$$;
--@narrow
create function commerce.complaints_of(p_product bigint) returns int language sql stable as $$
  select count(distinct a.id)::int from commerce.trade_order_line l
    join commerce.after_sale_line x on x.order_line_id = l.id join commerce.after_sale a on a.id = x.after_sale_id
  where l.tenant_no = kit.tenant() and l.product_id = p_product and a.status <> 'withdrawn'
$$;
-- R29: a household is told by its county, never by its name.
--@narrow
create function commerce.ratings_of(p_product bigint)
  returns table (rating int, words text, by_name text, region bigint, on_day text) language sql stable as $$
  select l.rating, l.rating_text,
    case when p.principal_unit_type = 'household' then null else p.principal_unit_name end,
    p.region_code / 1000000 * 1000000, to_char(l.rated_at at time zone 'Asia/Shanghai', 'YYYY-MM-DD')
  from commerce.trade_order_line l join registry.principal p on p.id = l.principal_id
  where l.tenant_no = kit.tenant() and l.product_id = p_product and l.rating is not null
  order by l.rated_at desc limit 20
$$;
-- What the shop tells of a pack that is the supplier's own business: how many there are.
grant select on commerce.commodity_sku, commerce.commodity, commerce.commodity_link to mulian_narrow;
create policy narrow on commerce.commodity_sku for select to mulian_narrow using (true);
create policy narrow on commerce.commodity for select to mulian_narrow using (true);
create policy narrow on commerce.commodity_link for select to mulian_narrow using (true);
--@narrow
create function commerce.pack_facts(p_skus bigint[])
  returns table (sku_id bigint, commodity_status text, is_on boolean, free int, min_qty int, step_qty int,
    material_id bigint, factor numeric) language sql stable as $$
  select s.id, c.status, s.is_on, s.stock_qty - s.locked_qty, s.min_qty, s.step_qty, k.material_id, k.factor
  from commerce.commodity_sku s join commerce.commodity c on c.id = s.parent_id
    left join commerce.commodity_link k on k.sku_id = s.id and k.status <> 'open'
  where s.tenant_no = kit.tenant() and s.id = any (p_skus)
$$;
