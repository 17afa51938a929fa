import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { shortRegionName } from '#kit/server/report/place.ts';
import { insuranceWorkbench, type Workbench } from '#modules/insurance/contract/policy/policy-calls.ts';

interface Counts {
  readonly insuredHead: number;
  readonly sumInsured: number;
  readonly premium: number;
  readonly overdueOrders: number;
  readonly overdueCents: number;
  readonly ending: number;
  readonly pendingTransfers: number;
  readonly openIssues: number;
  readonly noticesEnding: number;
}
type Waiting = Omit<Workbench['waiting'][number], 'village'> & { regionCode: number };

/** What must be done today: each figure opens the rows it counts, and each row is the caller's own. */
async function board(call: Call<typeof insuranceWorkbench>): Promise<Workbench> {
  const { actor } = call;
  const day = `(now() at time zone 'Asia/Shanghai')::date`;
  const [[counts], enrolments, waiting, certificates, toSign] = await call.database.read<
    [Counts, { status: string; n: number }, Waiting, Workbench['certificates'][number], Workbench['toSign'][number]]
  >(
    actor.scope,
    {
      text: `select
          (select count(*)::int from insurance.ins_policy_animal a where a.tenant_no = kit.tenant()
            and a.status in ('live', 'transferPending') and a.cover_from <= ${day}) as "insuredHead",
          (select coalesce(sum(a.sum_insured), 0)::bigint from insurance.ins_policy_animal a
            where a.tenant_no = kit.tenant() and a.status in ('live', 'transferPending')
            and a.cover_from <= ${day}) as "sumInsured",
          (select coalesce(sum(p.premium), 0)::bigint from insurance.ins_policy p where p.tenant_no = kit.tenant()
            and p.issued_at >= date_trunc('year', now()) and p.status <> 'cancelled') as premium,
          (select count(*)::int from insurance.ins_order o where o.tenant_no = kit.tenant() and o.status = 'unpaid'
            and o.due_on < ${day}) as "overdueOrders",
          (select coalesce(sum(o.amount), 0)::bigint from insurance.ins_order o where o.tenant_no = kit.tenant()
            and o.status = 'unpaid' and o.due_on < ${day}) as "overdueCents",
          (select count(*)::int from insurance.ins_policy p where p.tenant_no = kit.tenant()
            and p.status = 'effective' and p.cover_to - ${day} <= 45) as ending,
          (select count(*)::int from insurance.ins_policy_animal a where a.tenant_no = kit.tenant()
            and a.status = 'transferPending') as "pendingTransfers",
          (select count(*)::int from insurance.ins_check_issue i where i.tenant_no = kit.tenant()
            and i.status = 'open') as "openIssues",
          (select count(*)::int from insurance.ins_publicity n where n.tenant_no = kit.tenant()
            and n.status = 'posted') as "noticesEnding"`,
      values: [],
    },
    {
      text: `select status, count(*)::int as n from insurance.ins_enrolment where tenant_no = kit.tenant()
          and status not in ('issued', 'cancelled', 'lapsed') group by 1`,
      values: [],
    },
    {
      text: `select e.id, e.doc_no as "docNo", e.region_code as "regionCode", p.name as product, e.status, e.head,
          (extract(epoch from now() - e.state_since) / 86400)::int as days
        from insurance.ins_enrolment e join insurance.ins_product p on p.tenant_no = e.tenant_no and p.id = e.product_id
        where e.tenant_no = kit.tenant() and e.status not in ('issued', 'cancelled', 'lapsed')
        order by e.state_since limit 12`,
      values: [],
    },
    {
      text: `select c.id, c.cert_no as "certNo", d.name as product, c.head,
          to_char(p.cover_from, 'YYYY-MM-DD') as "coverFrom", to_char(p.cover_to, 'YYYY-MM-DD') as "coverTo",
          coalesce(registry.principal_name(p.insurer_id), '') as insurer, p.status
        from insurance.ins_policy_party c
          join insurance.ins_policy p on p.tenant_no = c.tenant_no and p.id = c.policy_id
          join insurance.ins_product d on d.tenant_no = p.tenant_no and d.id = p.product_id
        where c.tenant_no = kit.tenant() and c.principal_id = any ($1) order by p.cover_to desc limit 20`,
      values: [actor.scope.principals],
    },
    {
      text: `select p.id, p.version, e.doc_no as "docNo", d.name as product,
          coalesce(registry.principal_name(p.insurer_id), '') as insurer, p.head, p.farmer_premium as "farmerCents"
        from insurance.ins_enrolment_party p join insurance.ins_enrolment_line l on l.tenant_no = p.tenant_no
            and l.party_id = p.id and l.open
          join insurance.ins_product_version v on v.tenant_no = p.tenant_no
          join insurance.ins_product d on d.tenant_no = v.tenant_no and d.id = v.product_id
          join insurance.ins_enrolment e on e.tenant_no = p.tenant_no and e.id = p.enrolment_id
            and e.version_id = v.id and e.status = 'signing'
        where p.tenant_no = kit.tenant() and p.principal_id = any ($1) and p.status = 'listed'
        group by p.id, e.doc_no, d.name limit 20`,
      values: [actor.scope.principals],
    },
  );
  const may = (permission: string) => actor.actions.has(permission);
  const figure = (code: keyof Counts, path: string, permission: string, isMoney = false) =>
    counts && may(permission) ? [{ code, n: counts[code], path, isMoney }] : [];
  return {
    figures: [
      ...figure('insuredHead', '/insuranceMgt/insuredAnimals?status=live,transferPending', 'ins:animal:list'),
      ...figure('sumInsured', '/insuranceMgt/insuredAnimals?status=live,transferPending', 'ins:policy:list', true),
      ...figure('premium', '/insuranceMgt/policyRecord', 'ins:policy:list', true),
      ...figure('overdueOrders', '/insuranceMgt/orderManage?isOverdue=true', 'ins:order:list'),
      ...figure('overdueCents', '/insuranceMgt/orderManage?isOverdue=true', 'ins:order:list', true),
      ...figure('ending', '/insuranceMgt/policyExpiryWarning', 'ins:policy:list'),
      ...figure('pendingTransfers', '/insuranceMgt/insuredAnimals?status=transferPending', 'ins:animal:list'),
      ...figure('openIssues', '/insuranceMgt/verification/dispose?status=open', 'ins:check:list'),
      ...figure('noticesEnding', '/insuranceMgt/publicity?status=posted', 'ins:publicity:list'),
    ],
    enrolments: may('ins:enrolment:list') ? enrolments : [],
    waiting: may('ins:enrolment:list')
      ? waiting.map(({ regionCode, ...row }) => ({ ...row, village: shortRegionName(regionCode, call.language) }))
      : [],
    certificates,
    toSign,
  };
}

export const workbenchRoutes = (): Route[] => [serve('insurance', insuranceWorkbench, board)];
