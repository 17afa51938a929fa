import type { Route } from '#kit/server/http/call.ts';
import { type ReportAsk, serveReport } from '#kit/server/report/serve-report.ts';
import { today } from '#kit/server/today.ts';
import { addDays } from '#modules/insurance/contract/product/days.ts';
import {
  claimStats,
  linkStats,
  policyStats,
  shareStats,
  workStats,
} from '#modules/insurance/contract/report/monitor-reports.ts';

/** A year unless the reader says otherwise. */
function periodOf(filter: { readonly from?: string; readonly to?: string }): { from: string; to: string } {
  const to = filter.to ?? today();
  return { from: filter.from ?? addDays(to, -364), to };
}
const part = (column: string) => `${column} / $5::bigint * $5::bigint as part`;

interface Issued {
  readonly policies: number;
  readonly households: number;
  readonly head: number;
  readonly sumInsured: number;
  readonly premium: number;
  readonly farmer: number;
  readonly subsidy: number;
  readonly paid: number;
  readonly renewed: number;
  readonly ended: number;
}
const issuedSums = `count(*)::int as policies, coalesce(sum((select count(*) from insurance.ins_policy_party c
    where c.tenant_no = p.tenant_no and c.policy_id = p.id)), 0)::int as households,
  coalesce(sum(p.head), 0)::int as head, coalesce(sum(p.sum_insured), 0)::bigint as "sumInsured",
  coalesce(sum(p.premium), 0)::bigint as premium, coalesce(sum(p.farmer_premium), 0)::bigint as farmer,
  coalesce(sum(p.premium - p.farmer_premium), 0)::bigint as subsidy,
  coalesce(sum(p.paid_claims), 0)::bigint as paid,
  (count(*) filter (where p.status = 'expired' and p.renewed_by_id is not null))::int as renewed,
  (count(*) filter (where p.status = 'expired'))::int as ended`;
const issuedFrom = `from insurance.ins_policy p where p.tenant_no = kit.tenant() and p.region_code >= $1
  and p.region_code < $2 and p.issued_at >= $3::date and p.issued_at < $4::date + 1 and p.status <> 'cancelled'`;

async function issued({ place, filter, read }: ReportAsk<typeof policyStats>) {
  const { from, to } = periodOf(filter);
  const values = [...place.range, from, to];
  const product = filter.productId ?? null;
  const [rows, products, months] = await read<
    [Issued & { part: number }, Issued & { productId: number; product: string | null }, Issued & { month: string }]
  >(
    {
      text: `select ${part('p.region_code')}, ${issuedSums} ${issuedFrom}
        and ($6::bigint is null or p.product_id = $6) group by 1`,
      values: [...values, place.width, product],
    },
    {
      text: `select p.product_id as "productId", ${issuedSums},
          (select d.name from insurance.ins_product d where d.id = p.product_id) as product
        ${issuedFrom} and ($5::bigint is null or p.product_id = $5) group by p.product_id order by 2 desc`,
      values: [...values, product],
    },
    {
      text: `select to_char(p.issued_at at time zone 'Asia/Shanghai', 'YYYY-MM') as month, ${issuedSums} ${issuedFrom}
        and ($5::bigint is null or p.product_id = $5) group by 1 order by 1`,
      values: [...values, product],
    },
  );
  return {
    filter: { from, to },
    facts: { from, to },
    rows: rows.map(({ part: code, ...row }) => ({ regionCode: Number(code), ...row })),
    parts: { byProduct: products, byMonth: months },
  };
}

interface Claimed {
  readonly claims: number;
  readonly head: number;
  readonly open: number;
  readonly overdue: number;
  readonly closed: number;
  readonly rejected: number;
  readonly decided: number;
  readonly inTime: number;
  readonly arriveDue: number;
  readonly paidInTime: number;
  readonly payDue: number;
  readonly amount: number;
  readonly paid: number;
}
const n = (where: string, name: string) => `(count(*) filter (where ${where}))::int as "${name}"`;
const claimedSums = `count(*)::int as claims, coalesce(sum(c.head_reported), 0)::int as head,
  ${n("c.status not in ('closed', 'rejected', 'withdrawn')", 'open')},
  ${n(
    `(c.status in ('reported', 'dispatched') and c.arrive_due_at < now())
    or (c.status in ('agreed', 'publicity', 'reviewing', 'approved', 'paying') and c.pay_due_at < now())`,
    'overdue',
  )},
  ${n("c.status = 'closed'", 'closed')}, ${n("c.status = 'rejected'", 'rejected')},
  ${n("c.status in ('closed', 'rejected')", 'decided')}, ${n('c.arrived_at <= c.arrive_due_at', 'inTime')},
  ${n('c.arrived_at is not null or c.arrive_due_at < now()', 'arriveDue')},
  ${n("c.status = 'closed' and c.state_since <= c.pay_due_at", 'paidInTime')},
  ${n("c.status = 'closed' or c.pay_due_at < now()", 'payDue')},
  coalesce(sum(c.amount) filter (where c.status not in ('rejected', 'withdrawn')), 0)::bigint as amount,
  coalesce(sum(c.paid), 0)::bigint as paid`;
const claimedFrom = `from insurance.ins_claim c where c.tenant_no = kit.tenant() and c.region_code >= $1
  and c.region_code < $2 and c.reported_at >= $3::date and c.reported_at < $4::date + 1`;

async function claimed({ place, filter, read }: ReportAsk<typeof claimStats>) {
  const { from, to } = periodOf(filter);
  const values = [...place.range, from, to];
  const product = filter.productId ?? null;
  const [rows, causes, months] = await read<
    [Claimed & { part: number }, Claimed & { cause: string }, Claimed & { month: string }]
  >(
    {
      text: `select ${part('c.region_code')}, ${claimedSums} ${claimedFrom}
        and ($6::bigint is null or c.product_id = $6) group by 1`,
      values: [...values, place.width, product],
    },
    {
      text: `select c.cause, ${claimedSums} ${claimedFrom} and ($5::bigint is null or c.product_id = $5)
        group by 1 order by 3 desc`,
      values: [...values, product],
    },
    {
      text: `select to_char(c.reported_at at time zone 'Asia/Shanghai', 'YYYY-MM') as month, ${claimedSums}
        ${claimedFrom} and ($5::bigint is null or c.product_id = $5) group by 1 order by 1`,
      values: [...values, product],
    },
  );
  return {
    filter: { from, to },
    facts: { from, to },
    rows: rows.map(({ part: code, ...row }) => ({ regionCode: Number(code), ...row })),
    parts: { byCause: causes, byMonth: months },
  };
}

interface Linked {
  readonly part: number;
  readonly deaths: number;
  readonly claimed: number;
  readonly unreported: number;
  readonly paidHead: number;
  readonly disposed: number;
  readonly paidNotDisposed: number;
  readonly byPlatform: number;
  readonly byPaper: number;
  readonly exempt: number;
  readonly waiting: number;
}
/** One row per loss under cover: its claim, if one was made, and the proof that hangs on it. */
const linkSql = `with losses as (
    select a.region_code, c.id is not null as claimed, c.status = 'paid' as paid, l.source, l.status
    from insurance.ins_policy_animal a
      left join lateral (select k.id, k.status from insurance.ins_claim_animal k where k.tenant_no = a.tenant_no
        and k.policy_animal_id = a.id and k.status not in ('withdrawn', 'removed') order by k.id desc limit 1) c on true
      left join insurance.ins_disposal_link l on l.tenant_no = a.tenant_no and l.claim_animal_id = c.id
        and l.status <> 'refused'
    where a.tenant_no = kit.tenant() and a.region_code >= $1 and a.region_code < $2
      and a.lost_on between $3::date and $4::date)
  select ${part('region_code')}, count(*)::int as deaths, ${n('claimed', 'claimed')}, ${n('not claimed', 'unreported')},
    ${n('paid', 'paidHead')}, ${n("paid and status = 'verified'", 'disposed')},
    ${n("paid and status is distinct from 'verified'", 'paidNotDisposed')},
    ${n("status = 'verified' and source = 'platform'", 'byPlatform')},
    ${n("status = 'verified' and source = 'paper'", 'byPaper')},
    ${n("status = 'verified' and source = 'exempt'", 'exempt')}, ${n("status = 'pending'", 'waiting')}
  from losses group by 1`;

async function linked({ place, filter, read }: ReportAsk<typeof linkStats>) {
  const { from, to } = periodOf(filter);
  const [rows] = await read<[Linked]>({ text: linkSql, values: [...place.range, from, to, place.width] });
  return {
    filter: { from, to },
    facts: { from, to },
    rows: rows.map(({ part: code, ...row }) => ({ regionCode: Number(code), ...row })),
  };
}

interface Worked {
  readonly k: number | null;
  readonly name: string | null;
  readonly lists: number;
  readonly parties: number;
  readonly head: number;
  readonly premium: number;
  readonly checks: number;
  readonly checkedHead: number;
  readonly issues: number;
  readonly lost: number;
}
const workSql = (key: string) => `with rows as (
    select e.coordinator_id as staff, e.region_code, 1 as lists, e.parties, e.head, e.premium, 0 as checks,
      0 as checked, 0 as issues, 0 as lost
    from insurance.ins_enrolment e where e.tenant_no = kit.tenant() and e.status not in ('cancelled', 'lapsed')
      and e.region_code >= $1 and e.region_code < $2 and e.created_at >= $3::date and e.created_at < $4::date + 1
    union all
    select e.coordinator_id, k.region_code, 0, 0, 0, 0, 1, k.seen, (select count(*)::int
        from insurance.ins_check_issue i where i.tenant_no = k.tenant_no and i.task_id = k.id), 0
    from insurance.ins_check_task k join insurance.ins_enrolment e on e.tenant_no = k.tenant_no
      and e.id = k.enrolment_id
    where k.tenant_no = kit.tenant() and k.region_code >= $1 and k.region_code < $2
      and k.created_at >= $3::date and k.created_at < $4::date + 1
    union all
    select p.coordinator_id, c.region_code, 0, 0, 0, 0, 0, 0, 0, 1
    from insurance.ins_claim c join insurance.ins_policy p on p.tenant_no = c.tenant_no and p.id = c.policy_id
    where c.tenant_no = kit.tenant() and c.region_code >= $1 and c.region_code < $2
      and c.reported_at >= $3::date and c.reported_at < $4::date + 1)
  select ${key} as k, (select s.name from insurance.staff_seen s where s.id = max(r.staff)) as name,
    sum(r.lists)::int as lists, sum(r.parties)::int as parties, sum(r.head)::int as head,
    sum(r.premium)::bigint as premium, sum(r.checks)::int as checks, sum(r.checked)::int as "checkedHead",
    sum(r.issues)::int as issues, sum(r.lost)::int as lost
  from rows r where $5::bigint > 0 group by 1 order by 3 desc`;

async function worked({ call, place, by, filter, read }: ReportAsk<typeof workStats>) {
  const { from, to } = periodOf(filter);
  const key = by === 'region' ? 'r.region_code / $5::bigint * $5::bigint' : 'r.staff';
  const [rows] = await read<[Worked]>({ text: workSql(key), values: [...place.range, from, to, place.width] });
  const nobody = call.say('insurance.workStats.nobody');
  return {
    filter: { from, to },
    facts: { from, to },
    rows: rows.map(({ k, name, ...row }) => ({
      ...row,
      ...(by === 'region'
        ? { regionCode: Number(k) }
        : { key: String(k ?? '-'), name: name ?? (k === null ? nobody : `#${k}`), regionCode: null }),
    })),
  };
}

interface Shared {
  readonly k: string;
  readonly name: string | null;
  readonly entries: number;
  readonly premium: number;
  readonly claims: number;
  readonly balance: number;
  readonly outgo: number;
}
const sharedBy: Readonly<Record<string, string>> = {
  source: 's.kind',
  insurer: "coalesce(e.insurer_id::text, '-')",
  month: "coalesce(to_char(e.on_date, 'YYYY-MM'), '-')",
};
/** The reader's own rows, and as leader those of the followers; every kind of document has a line, though nothing was booked. */
async function shared({ call, by, filter, read }: ReportAsk<typeof shareStats>) {
  const { from, to } = periodOf(filter);
  const [rows] = await read<[Shared]>({
    text: `select ${sharedBy[by] ?? 's.kind'} as k, registry.principal_name(max(e.insurer_id)) as name,
        count(e.id)::int as entries,
        coalesce(sum(e.amount) filter (where e.source_kind <> 'claim'), 0)::bigint as premium,
        coalesce(sum(e.amount) filter (where e.source_kind = 'claim'), 0)::bigint as claims,
        coalesce(sum(e.amount), 0)::bigint as balance,
        coalesce(-sum(e.amount) filter (where e.source_kind = 'claim'), 0)::bigint as outgo
      from unnest(array['premium', 'endorsement', 'claim']) s(kind)
        left join insurance.ins_coins_entry e on e.tenant_no = kit.tenant() and e.source_kind = s.kind
          and e.on_date between $1::date and $2::date
      group by 1 order by 1`,
    values: [from, to],
  });
  const kept = by === 'source' ? rows : rows.filter((one) => one.k !== '-');
  const nameOf = (one: Shared) =>
    by === 'source' ? call.say(`insurance.shareStats.kind_${one.k}`) : by === 'insurer' ? (one.name ?? '-') : one.k;
  return {
    filter: { from, to },
    facts: { from, to },
    rows: kept.map((one) => {
      const { k, name: _name, ...row } = one;
      return { ...row, key: k, name: nameOf(one), regionCode: null };
    }),
  };
}

export const monitorReportRoutes = (): Route[] => [
  ...serveReport(policyStats)(issued),
  ...serveReport(claimStats)(claimed),
  ...serveReport(linkStats)(linked),
  ...serveReport(workStats)(worked),
  ...serveReport(shareStats)(shared),
];
