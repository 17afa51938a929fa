import { levelOf, rangeOf } from '#kit/contract/region.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { lookups } from '#kit/server/resource/lookups.ts';
import { today } from '#kit/server/today.ts';
import { homeSummary, type SignHome } from '#modules/sign/contract/home/home.ts';
import { showCode } from '#modules/sign/contract/numbers/code.ts';
import { type Unit, unitsOf } from '../numbers/holders.ts';
import { nextOf } from '../numbers/holding.ts';
import { dayAfter } from '../papers/days.ts';
import { categoriesOf } from '../settings/sign-category.ts';
import { ruleOf } from '../settings/sign-rule.ts';

const empty = { worker: null, station: null, area: null, plant: null, supplier: null } as const;

async function todosOf(
  tx: Tx,
  principalId: number | null,
  staff: readonly number[],
  can: (one: string) => boolean,
): Promise<SignHome['todos']> {
  const [n] = await tx.query<{
    sign: number;
    late: number;
    requests: number;
    pending: number;
    dispute: number;
    scrap: number;
    audit: number;
  }>(
    `select (select count(*)::int from sign.sign_receiving r where r.status = 'waiting'
         and (r.to_staff_id = any ($2) or (r.to_staff_id is null and r.to_principal_id = $1))) as sign,
       (select count(*)::int from sign.sign_receiving r where r.status = 'waiting' and r.due_on < $3
         and (r.from_principal_id = $1 or r.to_principal_id = $1)) as late,
       (select count(*)::int from sign.sign_stock_out o where o.status = 'requested'
       and o.from_principal_id = $1) as requests,
       (select count(*)::int from sign.sign_stock_out o where o.status = 'pending') as pending,
       (select count(*)::int from sign.sign_receiving r where r.status in ('partSigned', 'refused')
         and r.from_principal_id = $1) as dispute,
       (select count(*)::int from sign.sign_scrap s where s.status in ('submitted', 'checked')) as scrap,
       (select count(*)::int from sign.sign_procurement p where p.status in ('submitted', 'audited')) as audit`,
    [principalId, staff, today()],
  );
  if (!n) return [];
  const all = [
    {
      kind: 'toSign',
      n: n.sign,
      link: '/signIn/receiving?status=waiting',
      isLate: n.late > 0,
      if: can('sign:receiving:sign'),
    },
    {
      kind: 'overdue',
      n: n.late,
      link: '/signIn/receiving?status=waiting&isOverdue=true',
      isLate: true,
      if: can('sign:receiving:settle'),
    },
    {
      kind: 'requests',
      n: n.requests,
      link: '/signIn/stockOut?status=requested',
      isLate: false,
      if: can('sign:stockOut:add'),
    },
    {
      kind: 'pending',
      n: n.pending,
      link: '/signIn/stockOut?status=pending',
      isLate: false,
      if: can('sign:stockOut:approve'),
    },
    {
      kind: 'dispute',
      n: n.dispute,
      link: '/signIn/receiving?status=partSigned,refused',
      isLate: true,
      if: can('sign:receiving:settle'),
    },
    {
      kind: 'scrap',
      n: n.scrap,
      link: '/signIn/scrap?status=submitted,checked',
      isLate: false,
      if: can('sign:scrap:check') || can('sign:scrap:approve'),
    },
    {
      kind: 'audit',
      n: n.audit,
      link: '/signIn/procurement?status=submitted,audited',
      isLate: false,
      if: can('sign:procurement:audit'),
    },
  ];
  return all.filter((one) => one.if && one.n > 0).map(({ if: _if, ...one }) => one);
}

async function workerHome(
  tx: Tx,
  principalId: number,
  staffId: number,
  regions: readonly number[],
): Promise<NonNullable<SignHome['worker']>> {
  const categories = await categoriesOf(tx);
  const holder = { principalId, staffId };
  const hand = await tx.query<{ categoryId: number; n: number }>(
    `select category_id as "categoryId", hand as n from sign.tag_balance where staff_id = $1 and hand > 0
       order by 2 desc`,
    [staffId],
  );
  const toSign = await tx.query<{
    id: number;
    docNo: string;
    from: string;
    count: number;
    dueOn: string;
    isLate: boolean;
  }>(
    `select r.id, r.doc_no as "docNo", registry.principal_name(r.from_principal_id) as "from", r.count,
       r.due_on as "dueOn",
       r.due_on < $2 as "isLate" from sign.sign_receiving r where r.to_staff_id = $1 and r.status = 'waiting'
       order by r.due_on`,
    [staffId, today()],
  );
  const [worn] = await tx.query<{ n: number }>(
    'select coalesce(sum(worn), 0)::int as n from sign.tag_balance_day where staff_id = $1 and day > $2',
    [staffId, dayAfter(today(), -30)],
  );
  let untagged = 0;
  for (const region of regions.slice(0, 20)) {
    const [row] = await tx.query<{ n: number }>(`select sign.untagged($1, '{}') as n`, [region]);
    untagged += row?.n ?? 0;
  }
  const next = await nextOf(tx, holder);
  return {
    hand: hand.map((one) => ({ category: categories.get(one.categoryId)?.name ?? '', n: one.n })),
    toSign,
    next: next.map((one) => ({ ...one, shown: showCode(one.code) })),
    untagged,
    worn30: worn?.n ?? 0,
  };
}

async function stationHome(tx: Tx, principalId: number): Promise<NonNullable<SignHome['station']>> {
  const categories = await categoriesOf(tx);
  const stock = await tx.query<{ categoryId: number; n: number }>(
    `select category_id as "categoryId", stock + received as n from sign.tag_balance
     where principal_id = $1 and staff_id is null and stock + received > 0 order by 2 desc`,
    [principalId],
  );
  const staff = await tx.query<{ id: number; name: string; job: string }>(
    'select id, name, job from sign.staff_of($1)',
    [principalId],
  );
  const rows = await tx.query<{ staffId: number; hand: number; worn30: number; last: string | null; toSign: number }>(
    `select x.id as "staffId", coalesce((select sum(b.hand) from sign.tag_balance b where b.staff_id = x.id),
       0)::int as hand,
       coalesce((select sum(d.worn) from sign.tag_balance_day d where d.staff_id = x.id and d.day > $2),
       0)::int as worn30,
       (select max(coalesce(b.last_worn_on, b.last_move_on)) from sign.tag_balance b where b.staff_id = x.id) as last,
       coalesce((select sum(r.count) from sign.sign_receiving r
       where r.to_staff_id = x.id and r.status = 'waiting'), 0)::int
         as "toSign" from unnest($1::bigint[]) x(id)`,
    [staff.map((one) => one.id), dayAfter(today(), -30)],
  );
  return {
    stock: stock.map((one) => ({ category: categories.get(one.categoryId)?.name ?? '', n: one.n })),
    workers: rows
      .map((row) => ({
        staffId: row.staffId,
        name: staff.find((one) => one.id === row.staffId)?.name ?? '',
        hand: row.hand,
        worn30: row.worn30,
        idleDays:
          row.hand > 0 && row.last ? Math.round((Date.parse(today()) - Date.parse(row.last)) / 86_400_000) : null,
        toSign: row.toSign,
      }))
      .filter((row) => row.hand + row.worn30 + row.toSign > 0)
      .sort((a, b) => b.hand - a.hand)
      .slice(0, 60),
  };
}

async function areaHome(tx: Tx, region: number): Promise<NonNullable<SignHome['area']>> {
  const categories = await categoriesOf(tx);
  const pipe = await tx.query<{ place: string; level: string; n: number }>(
    `select s.place, case when s.place <> 'stock' then '' when s.region_code % 1000000 = 0 then 'county'
       else 'township' end as level,
       sum(s.count)::int as n from sign.tag_segment s where s.tenant_no = kit.tenant() group by 1, 2`,
  );
  const order = ['ordered', 'produced', 'inTransit', 'received', 'stock county', 'stock township', 'hand', 'worn'];
  const usable = await tx.query<{ categoryId: number; usable: number; year: number }>(
    `select c.id as "categoryId", coalesce((select sum(s.count) from sign.tag_segment s where s.category_id = c.id
         and s.place in ('received', 'stock', 'hand') and s.hold_id is null), 0)::int as usable,
       coalesce((select sum(d.worn) from sign.tag_balance_day d where d.category_id = c.id and d.day > $1),
       0)::int as year
     from sign.sign_category c where c.tenant_no = kit.tenant() and c.status = 'enabled' order by c.order_num`,
    [dayAfter(today(), -365)],
  );
  const safety = await ruleOf(tx, 'safetyMonths', region);
  const [lo, hi] = rangeOf(region);
  const width = levelOf(region) === 2 ? 1_000_000 : 1000;
  const children = await tx.query<{ part: number; stock: number; hand: number; year: number; untagged: number }>(
    `select x.part, coalesce(sum(x.stock), 0)::int as stock, coalesce(sum(x.hand), 0)::int as hand,
       coalesce(sum(x.year), 0)::int as year, max(coalesce(u.n, 0))::int as untagged
     from (select b.region_code / $3::bigint * $3::bigint as part, b.stock + b.received as stock, b.hand, 0 as year
           from sign.tag_balance b where b.tenant_no = kit.tenant() and b.region_code >= $1 and b.region_code < $2
           union all
           select d.region_code / $3::bigint * $3::bigint, 0, 0, d.worn from sign.tag_balance_day d
           where d.tenant_no = kit.tenant() and d.region_code >= $1 and d.region_code < $2 and d.day > $4) x
     left join sign.untagged_by($1, $2, $3) u on u.part = x.part where x.part <> $1 group by 1 order by 1 limit 40`,
    [lo, hi, width, dayAfter(today(), -365)],
  );
  const names = await tx.query<{ code: number; name: string | null }>(
    'select x.code, sign.region_name(x.code) as name from unnest($1::bigint[]) x(code)',
    [children.map((one) => one.part)],
  );
  const line = await tx.query<{ month: string; received: number; worn: number }>(
    `select to_char(d.day, 'YYYY-MM') as month, sum(d.worn)::int as worn,
       coalesce(sum(d.received) filter (where d.staff_id is null and d.region_code % 1000000 = 0), 0)::int as received
     from sign.tag_balance_day d where d.tenant_no = kit.tenant() and d.day > $1 group by 1 order by 1`,
    [dayAfter(today(), -730)],
  );
  const months = (n: number, year: number) => (year > 0 ? Math.round((n / (year / 12)) * 10) / 10 : null);
  return {
    pipe: order.map((key) => {
      const [place = '', level = ''] = key.split(' ');
      const hit = pipe.find((one) => one.place === place && one.level === level);
      return { place, level, n: hit?.n ?? 0, link: `/sign/segment?place=${place}` };
    }),
    cover: usable.map((one) => {
      const cover = months(one.usable, one.year);
      return {
        category: categories.get(one.categoryId)?.name ?? '',
        categoryId: one.categoryId,
        usable: one.usable,
        perMonth: Math.round(one.year / 12),
        months: cover,
        isLow: cover !== null && cover < safety,
      };
    }),
    children: children.map((one) => ({
      regionCode: one.part,
      name: names.find((row) => row.code === one.part)?.name ?? String(one.part),
      stock: one.stock,
      hand: one.hand,
      untagged: one.untagged,
      cover: months(one.stock + one.hand, one.year),
    })),
    line,
  };
}

async function plantHome(tx: Tx, principalId: number): Promise<NonNullable<SignHome['plant']>> {
  return inTenant(tx, tx.scope.tenantNo, 'tags', async (all) => {
    const [row] = await all.query<{ ended: number; bag: number; overdue: number; back: number; gone: number }>(
      `select (count(*) filter (where u.state = 'ended' and u.ended_on = $3))::int as ended,
         (count(*) filter (where u.state = 'ended' and u.ended_on < $3::date - 7))::int as overdue,
         (count(*) filter (where u.state in ('recovered', 'destroyed')))::int as back,
         (count(*) filter (where u.state in ('ended', 'recovered', 'destroyed')))::int as gone,
         (select coalesce(sum(r.count), 0)::int from sign.sign_recovery r
          where r.tenant_no = $1 and r.from_principal_id = $2 and r.status = 'open') as bag
       from sign.tag_use u where u.tenant_no = $1 and $2 = any (u.holder_ids) and u.ended_on > $3::date - 365`,
      [all.scope.tenantNo, principalId, today()],
    );
    return {
      ended: row?.ended ?? 0,
      inBag: row?.bag ?? 0,
      overdue: row?.overdue ?? 0,
      rate: row && row.gone > 0 ? Math.round((1000 * row.back) / row.gone) / 10 : null,
    };
  });
}

async function supplierHome(tx: Tx): Promise<NonNullable<SignHome['supplier']>> {
  const orders = await tx.query<NonNullable<SignHome['supplier']>['orders'][0]>(
    `select p.id, p.doc_no as "docNo", p.status, p.approved, p.produced, p.shipped, p.need_by as "needBy"
     from sign.sign_procurement p where p.tenant_no = kit.tenant() and p.status in ('approved', 'producing', 'shipping')
     order by p.need_by limit 50`,
  );
  return { orders };
}

async function summary(call: Call<typeof homeSummary>): Promise<SignHome> {
  return call.database.transaction(call.actor.scope, async (tx) => {
    const { principalId, actions } = call.actor;
    const [own] = await tx.query<{ ids: number[] }>('select sign.own_staff() as ids');
    const staff = own?.ids ?? [];
    const unit: Unit | undefined =
      principalId === null ? undefined : (await unitsOf(tx, [principalId])).get(principalId);
    const can = (one: string) => actions.has(one as never);
    const alerts = can('sign:alert:list')
      ? await tx.query<{ kind: string; level: string; n: number }>(
          `select t.kind, max(t.level) as level, count(*)::int as n from sign.sign_alert t
           where t.tenant_no = kit.tenant() and t.source = 'sign' and t.status <> 'closed' and t.folded_into is null
             group by 1 order by 3 desc`,
        )
      : [];
    const common = {
      place: unit?.name ?? '',
      todos: await todosOf(tx, principalId, staff, can),
      alerts: alerts.map((one) => ({
        ...one,
        kindName: lookups().dictLabel('alarm_kind', one.kind, call.actor.tenantNo, call.language) ?? one.kind,
      })),
    };
    const type = unit?.type ?? 'authority';
    if (type === 'supplier') return { ...common, ...empty, role: 'supplier', supplier: await supplierHome(tx) };
    if (principalId !== null && ['slaughterhouse', 'disposalPlant', 'disposal'].includes(type))
      return { ...common, ...empty, role: 'plant', plant: await plantHome(tx, principalId) };
    if (principalId !== null && type === 'preventionStation') {
      if (!can('sign:ledger:others') && staff[0] !== undefined)
        return {
          ...common,
          ...empty,
          role: 'worker',
          worker: await workerHome(tx, principalId, staff[0], call.actor.scope.regions),
        };
      return { ...common, ...empty, role: 'station', station: await stationHome(tx, principalId) };
    }
    if (principalId !== null && ['farm', 'cooperative', 'household', 'insurer'].includes(type))
      return { ...common, ...empty, role: 'farm', station: await stationHome(tx, principalId) };
    return {
      ...common,
      ...empty,
      role: 'area',
      area: await areaHome(tx, call.actor.scope.regions[0] ?? unit?.regionCode ?? 0),
    };
  });
}

export const homeRoutes = (): Route[] => [serve('sign', homeSummary, summary)];
