import type { Route } from '#kit/server/http/call.ts';
import { type ReportAsk, serveReport } from '#kit/server/report/serve-report.ts';
import { today } from '#kit/server/today.ts';
import { addDays } from '#modules/insurance/contract/product/days.ts';
import { checkStats, coverLedger } from '#modules/insurance/contract/report/reports.ts';

interface Flow {
  readonly part: number;
  readonly opening: number;
  readonly newly: number;
  readonly sold: number;
  readonly slaughtered: number;
  readonly culled: number;
  readonly otherOut: number;
  readonly died: number;
  readonly expired: number;
  readonly closing: number;
}
/** A cover counts from its first day to the day it ended or the animal was lost; one that never began does not. */
const flowSql = `with covers as (
    select a.region_code / $5::bigint * $5::bigint as part, a.cover_from as first, a.status, a.end_reason,
      case when a.status in ('live', 'transferPending') then null
        when a.status in ('loss', 'claimed') then a.lost_on else a.ended_on end as out_on
    from insurance.ins_policy_animal a where a.tenant_no = kit.tenant() and a.region_code >= $1 and a.region_code < $2
      and ($6::text is null or a.species = $6) and a.cover_from <= $4::date)
  select part, (count(*) filter (where first < $3::date and (out_on is null or out_on >= $3::date)))::int as opening,
    (count(*) filter (where first >= $3::date))::int as newly,
    (count(*) filter (where out_on between $3::date and $4::date and end_reason = 'sold'))::int as sold,
    (count(*) filter (where out_on between $3::date and $4::date and end_reason = 'slaughtered'))::int as slaughtered,
    (count(*) filter (where out_on between $3::date and $4::date and end_reason = 'culled'))::int as culled,
    (count(*) filter (where out_on between $3::date and $4::date and status = 'ended' and coalesce(end_reason, '')
      not in ('sold', 'slaughtered', 'culled', 'expired', 'deadNoClaim')))::int as "otherOut",
    (count(*) filter (where out_on between $3::date and $4::date and (status in ('loss', 'claimed')
      or end_reason = 'deadNoClaim')))::int as died,
    (count(*) filter (where out_on between $3::date and $4::date and end_reason = 'expired'))::int as expired,
    (count(*) filter (where out_on is null or out_on > $4::date))::int as closing
  from covers where out_on is null or out_on >= first group by 1`;

const names = ['opening', 'newly', 'sold', 'slaughtered', 'culled', 'otherOut', 'died', 'expired', 'closing'] as const;
const checked = (row: Omit<Flow, 'part'>) => ({
  ...row,
  difference:
    row.opening +
    row.newly -
    row.sold -
    row.slaughtered -
    row.culled -
    row.otherOut -
    row.died -
    row.expired -
    row.closing,
});
const none: Omit<Flow, 'part'> = Object.fromEntries(names.map((name) => [name, 0])) as never;

async function ledger({ place, filter, read }: ReportAsk<typeof coverLedger>) {
  const to = filter.to ?? today();
  const from = filter.from ?? addDays(to, -364);
  const [rows] = await read<[Flow]>({
    text: flowSql,
    values: [...place.range, from, to, place.width, filter.species ?? null],
  });
  const found = new Map(rows.map((row) => [Number(row.part), row]));
  const total = Object.fromEntries(
    names.map((name) => [name, rows.reduce((sum, row) => sum + row[name], 0)]),
  ) as unknown as Omit<Flow, 'part'>;
  return {
    filter: { from, to },
    facts: { from, to },
    total: checked(total),
    rows: place.parts.map(({ code }) => {
      const { part: _part, ...row } = found.get(code) ?? { part: code, ...none };
      return { regionCode: code, ...checked(row) };
    }),
  };
}

interface Checks {
  readonly part: number;
  readonly tasks: number;
  readonly lines: number;
  readonly seen: number;
  readonly overdue: number;
}
interface Issues {
  readonly part: number;
  readonly issues: number;
  readonly missing: number;
  readonly farAway: number;
  readonly photoUsed: number;
}
async function checks({ place, read }: ReportAsk<typeof checkStats>) {
  const values = [...place.range, place.width];
  const [tasks, issues] = await read<[Checks, Issues]>(
    {
      text: `select region_code / $3::bigint * $3::bigint as part, count(*)::int as tasks,
          coalesce(sum(lines), 0)::int as lines, coalesce(sum(seen), 0)::int as seen,
          (count(*) filter (where status in ('waiting', 'checking')
            and due_on < (now() at time zone 'Asia/Shanghai')::date))::int as overdue
        from insurance.ins_check_task where tenant_no = kit.tenant() and region_code >= $1 and region_code < $2
        group by 1`,
      values,
    },
    {
      text: `select region_code / $3::bigint * $3::bigint as part, count(*)::int as issues,
          (count(*) filter (where kind = 'missing'))::int as missing,
          (count(*) filter (where kind = 'farAway'))::int as "farAway",
          (count(*) filter (where kind = 'photoUsed'))::int as "photoUsed"
        from insurance.ins_check_issue where tenant_no = kit.tenant() and region_code >= $1 and region_code < $2
        group by 1`,
      values,
    },
  );
  const taskOf = new Map(tasks.map((row) => [Number(row.part), row]));
  const issueOf = new Map(issues.map((row) => [Number(row.part), row]));
  return {
    rows: place.parts.map(({ code }) => {
      const { tasks: n = 0, lines = 0, seen = 0, overdue = 0 } = taskOf.get(code) ?? {};
      const { issues: found = 0, missing = 0, farAway = 0, photoUsed = 0 } = issueOf.get(code) ?? {};
      return { regionCode: code, tasks: n, lines, seen, overdue, issues: found, missing, farAway, photoUsed };
    }),
  };
}

export const reportRoutes = (): Route[] => [...serveReport(coverLedger)(ledger), ...serveReport(checkStats)(checks)];
