import { rangeOf } from '#kit/contract/region.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { shortRegionName } from '#kit/server/report/place.ts';
import { today } from '#kit/server/today.ts';
import { type ReportBoard, reportBoard } from '#modules/insurance/contract/claim/dispatch.ts';

type Row = Omit<ReportBoard['rows'][number], 'village'> & { regionCode: number; principalId: number };
type OnDuty = ReportBoard['surveyors'][number];
interface Counts {
  readonly today: number;
  readonly overdue: number;
  readonly dispatch: number | null;
  readonly arrive: number | null;
}
const open = `c.status in ('reported', 'dispatched', 'surveying')`;

/** Where the holders live of whose loss nobody told the place; the insurer need not see the register for it. */
const homesOf = (call: Call<typeof reportBoard>, rows: readonly Row[]) =>
  call.database.transaction(call.actor.scope, (tx) =>
    inTenant(tx, tx.scope.tenantNo, 'insurance.place', async (sys) => {
      const ids = rows.filter((one) => one.longitude === null).map((one) => one.principalId);
      const found = await sys.query<{ id: number; longitude: number | null; latitude: number | null }>(
        'select id, longitude, latitude from insurance.holder_seen where id = any ($1)',
        [ids],
      );
      return new Map(found.map(({ id, ...place }) => [id, place]));
    }),
  );

/** Sorted by the hours left: what breaks its clock next stands first. */
async function board(call: Call<typeof reportBoard>): Promise<ReportBoard> {
  const [from, to] = call.query.regionCode ? rangeOf(call.query.regionCode) : [0, Number.MAX_SAFE_INTEGER];
  const here = `c.tenant_no = kit.tenant() and c.region_code >= $1 and c.region_code < $2`;
  const day = `date_trunc('day', now() at time zone 'Asia/Shanghai') at time zone 'Asia/Shanghai'`;
  const [[counts], channels, rows, surveyors] = await call.database.read<
    [Counts, { channel: string; n: number }, Row, OnDuty]
  >(
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
          c.principal_id as "principalId", c.longitude, c.latitude,
          c.head_reported as head, c.cause, c.status, c.surveyor_name as surveyor, c.reported_at as "reportedAt",
          c.arrive_due_at as "dueAt", c.extend_reason is not null as "isExtended", o.status as offer,
          coalesce(o.user_id = $3, false) as "isMine"
        from insurance.ins_claim c left join insurance.ins_dispatch o on o.tenant_no = c.tenant_no
          and o.claim_id = c.id and o.status in ('offered', 'accepted', 'arrived')
        where ${here} and ${open} order by c.arrive_due_at, c.id limit 200`,
      values: [from, to, call.actor.userId],
    },
    {
      text: `select distinct on (d.staff_id) d.staff_id as "staffId", d.staff_name as name, d.longitude, d.latitude,
          d.seen_at as "seenAt", d.max_open as "maxOpen",
          (select count(*)::int from insurance.ins_dispatch o where o.tenant_no = d.tenant_no
            and o.surveyor_id = d.staff_id and o.status in ('offered', 'accepted', 'arrived')) as open
        from insurance.ins_duty d where d.tenant_no = kit.tenant() and d.on_from <= $1::date
          and (d.on_to is null or d.on_to >= $1::date) order by d.staff_id, d.seen_at desc nulls last limit 200`,
      values: [today()],
    },
  );
  const homes = await homesOf(call, rows);
  return {
    now: new Date().toISOString(),
    today: counts?.today ?? 0,
    overdue: counts?.overdue ?? 0,
    medianDispatchMinutes: counts?.dispatch ?? null,
    medianArriveHours: counts?.arrive ?? null,
    channels,
    rows: rows.map(({ regionCode, principalId, ...row }) => ({
      ...row,
      ...(row.longitude === null && homes.get(principalId)),
      village: shortRegionName(regionCode, call.language),
    })),
    surveyors: call.actor.actions.has('ins:dispatch:list') ? surveyors : [],
  };
}
export const boardRoutes = (): Route[] => [serve('insurance', reportBoard, board)];
