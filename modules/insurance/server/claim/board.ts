import { rangeOf } from '#kit/contract/region.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { shortRegionName } from '#kit/server/report/place.ts';
import { type ReportBoard, reportBoard } from '#modules/insurance/contract/claim/dispatch.ts';

type Row = Omit<ReportBoard['rows'][number], 'village'> & { regionCode: number };
interface Counts {
  readonly today: number;
  readonly overdue: number;
  readonly dispatch: number | null;
  readonly arrive: number | null;
}
const open = `c.status in ('reported', 'dispatched', 'surveying')`;

/** Sorted by the hours left: what breaks its clock next stands first. */
async function board(call: Call<typeof reportBoard>): Promise<ReportBoard> {
  const [from, to] = call.query.regionCode ? rangeOf(call.query.regionCode) : [0, Number.MAX_SAFE_INTEGER];
  const here = `c.tenant_no = kit.tenant() and c.region_code >= $1 and c.region_code < $2`;
  const day = `date_trunc('day', now() at time zone 'Asia/Shanghai') at time zone 'Asia/Shanghai'`;
  const [[counts], channels, rows] = await call.database.read<[Counts, { channel: string; n: number }, Row]>(
    call.actor.scope,
    {
      text: `select count(*) filter (where c.reported_at >= ${day} and c.policy_id is not null)::int as today,
          count(*) filter (where c.status in ('reported', 'dispatched') and c.arrive_due_at < now())::int as overdue,
          (percentile_cont(0.5) within group (order by extract(epoch from d.first - c.reported_at) / 60)
            filter (where c.reported_at > now() - interval '30 days'))::int as dispatch,
          round((percentile_cont(0.5) within group (order by extract(epoch from c.arrived_at - c.reported_at) / 3600)
            filter (where c.reported_at > now() - interval '30 days'))::numeric, 1)::float8 as arrive
        from insurance.ins_claim c left join lateral (select min(o.accepted_at) as first from insurance.ins_dispatch o
          where o.tenant_no = c.tenant_no and o.claim_id = c.id) d on true
        where ${here} and (c.reported_at > now() - interval '60 days' or ${open})`,
      values: [from, to],
    },
    {
      text: `select c.channel, count(*)::int as n from insurance.ins_claim c where ${here}
          and c.reported_at >= ${day} and c.policy_id is not null group by 1 order by 2 desc`,
      values: [from, to],
    },
    {
      text: `select c.id, c.version, c.doc_no as "docNo", c.holder_name as holder, c.region_code as "regionCode",
          c.head_reported as head, c.cause, c.status, c.surveyor_name as surveyor, c.reported_at as "reportedAt",
          c.arrive_due_at as "dueAt", c.extend_reason is not null as "isExtended", o.status as offer,
          coalesce(o.user_id = $3, false) as "isMine"
        from insurance.ins_claim c left join insurance.ins_dispatch o on o.tenant_no = c.tenant_no
          and o.claim_id = c.id and o.status in ('offered', 'accepted', 'arrived')
        where ${here} and ${open} order by c.arrive_due_at, c.id limit 200`,
      values: [from, to, call.actor.userId],
    },
  );
  return {
    now: new Date().toISOString(),
    today: counts?.today ?? 0,
    overdue: counts?.overdue ?? 0,
    medianDispatchMinutes: counts?.dispatch ?? null,
    medianArriveHours: counts?.arrive ?? null,
    channels,
    rows: rows.map(({ regionCode, ...row }) => ({ ...row, village: shortRegionName(regionCode, call.language) })),
  };
}
export const boardRoutes = (): Route[] => [serve('insurance', reportBoard, board)];
