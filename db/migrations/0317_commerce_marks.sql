-- A request is the buyer's own: two units may choose the same one.
alter table commerce.trade_order drop constraint trade_order_tenant_no_request_id_supplier_id_key;
alter table commerce.trade_order add unique (tenant_no, principal_id, request_id, supplier_id);

grant select on commerce.shipment, commerce.trade_order_subsidy to mulian_narrow;
create policy narrow on commerce.shipment for select to mulian_narrow using (true);
create policy narrow on commerce.trade_order_subsidy for select to mulian_narrow using (true);

-- How suppliers did over the orders of a place and a time; what buyers think of them is told as a mean.
--@narrow
create function commerce.supplier_marks(p_lo bigint, p_hi bigint, p_from date, p_to date)
  returns table (supplier_id bigint, orders int, completed int, accepted int, in_day int, accept_hours float8,
    shipments int, on_time int, at_fault int, rating float8)
  language sql stable as $$
  with seen as (
    select o.id, o.supplier_id, o.status, extract(epoch from o.accepted_at - o.placed_at) / 3600 as hours
    from commerce.trade_order o
    where o.tenant_no = kit.tenant() and o.region_code >= p_lo and o.region_code < p_hi
      and commerce.oversees(o.region_code)
      and o.status not in ('cancelled', 'closed')
      and (p_from is null or (o.placed_at at time zone 'Asia/Shanghai')::date >= p_from)
      and (p_to is null or (o.placed_at at time zone 'Asia/Shanghai')::date <= p_to)),
  sent as (
    select s.supplier_id, count(*)::int as n, (count(*) filter (where h.on_time))::int as on_time
    from seen s join commerce.shipment h on h.tenant_no = kit.tenant() and h.order_id = s.id and h.after_sale_id is null
    group by 1),
  faults as (
    select s.supplier_id, count(*)::int as n
    from seen s join commerce.after_sale a on a.tenant_no = kit.tenant() and a.order_id = s.id
    where s.status = 'completed' and a.status = 'finished' and a.at_fault group by 1),
  rated as (
    select s.supplier_id, avg(l.rating)::float8 as mean
    from seen s join commerce.trade_order_line l on l.tenant_no = kit.tenant() and l.order_id = s.id
    where l.rating is not null group by 1)
  select s.supplier_id, count(*)::int, (count(*) filter (where s.status = 'completed'))::int,
    count(s.hours)::int, (count(*) filter (where s.hours <= 24))::int,
    (percentile_cont(0.5) within group (order by s.hours))::float8,
    coalesce(max(t.n), 0), coalesce(max(t.on_time), 0), coalesce(max(f.n), 0), max(r.mean)
  from seen s left join sent t on t.supplier_id = s.supplier_id left join faults f on f.supplier_id = s.supplier_id
    left join rated r on r.supplier_id = s.supplier_id
  group by s.supplier_id
$$;

-- What a programme promised with its orders, and what of that was really kept by buyers.
--@narrow
create function commerce.aid_spent(p_lo bigint, p_hi bigint, p_from date, p_to date)
  returns table (programme text, orders int, promised bigint, spent bigint) language sql stable as $$
  with seen as (
    select o.id, o.status, s.programme, s.subsidy
    from commerce.trade_order o join commerce.trade_order_subsidy s on s.tenant_no = o.tenant_no and s.order_id = o.id
    where o.tenant_no = kit.tenant() and o.region_code >= p_lo and o.region_code < p_hi
      and commerce.oversees(o.region_code)
      and o.status not in ('cancelled', 'closed')
      and (p_from is null or (o.placed_at at time zone 'Asia/Shanghai')::date >= p_from)
      and (p_to is null or (o.placed_at at time zone 'Asia/Shanghai')::date <= p_to)),
  kept as (
    select s.id, sum((l.subsidised_qty - l.unsubsidised_qty) * l.subsidy_per_unit)::bigint as cents
    from seen s join commerce.trade_order_line l on l.tenant_no = kit.tenant() and l.order_id = s.id
    where s.status = 'completed' group by 1)
  select coalesce(s.programme, ''), count(*)::int, sum(s.subsidy)::bigint, coalesce(sum(k.cents), 0)::bigint
  from seen s left join kept k on k.id = s.id group by 1
$$;

-- R28: the paper that says what was bought and signed for, made once.
alter table commerce.shipment add column proof_file bigint;
