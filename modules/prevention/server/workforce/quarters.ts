import { invalid, refusal } from '#kit/contract/errors.ts';
import { rangeOf } from '#kit/contract/region.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { shortRegionName } from '#kit/server/report/place.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { today } from '#kit/server/today.ts';
import { notify } from '#modules/platform/server/index.ts';
import * as contract from '#modules/prevention/contract/workforce/worker-quarter.ts';
import { gradeOf, type PayLine, quarterDays } from '#modules/prevention/contract/workforce/worker-scores.ts';
import { settingsFor } from '../settings/settings.ts';
import { lastWorkDay } from '../settings/work-days.ts';
import { priceQuarter, quarterJob } from './compute-quarter.ts';
import { dueByVillage, villagesOf } from './quarter-basis.ts';
import { quarterRows } from './quarter-rows.ts';
import { storedQuarter } from './stored-quarter.ts';
import { markPaid } from './worker-pay.ts';

/** Words a step brings along, and what it asks first. */
async function onStep(
  call: Call,
  name: string,
  row: contract.WorkerQuarter,
  form: Record<string, unknown>,
): Promise<Record<string, unknown> | undefined> {
  switch (name) {
    case 'score': {
      const four = row.scoreCoverage + row.scoreQuality + row.scoreTimely + row.scoreRecords;
      return { grade: gradeOf(Math.round((four + Number(form.scoreOther ?? 0)) * 10) / 10) };
    }
    case 'confirm':
      // R49: a failed quarter is not signed in silence.
      if (row.grade === 'failed' && !form.countyRemark)
        throw invalid([{ field: 'countyRemark', key: 'prevention.workerQuarter.failedRemark' }]);
      return undefined;
    case 'publicise': {
      const from = String(form.publicFrom ?? today());
      const { publicityDays } = await settingsFor(call.tx, row.regionCode);
      return { publicTo: await lastWorkDay(call.tx, from, publicityDays) };
    }
    case 'pay':
      if (row.publicTo !== null && row.publicTo >= today())
        throw refusal('publicityOpen', 'prevention.workerQuarter.publicityOpen', { on: row.publicTo });
      return undefined;
    default:
      return undefined;
  }
}

async function basisOf(call: Call<typeof contract.quarterBasis>): Promise<contract.QuarterBasis> {
  return call.database.transaction(call.actor.scope, async (tx) => {
    const row = await storedQuarter(tx, call.query.id);
    const [from, to] = quarterDays(row.year, row.quarter);
    const { seasonId, ...basis } = row.basis;
    const villages = await villagesOf(tx, row.staffId, from, to);
    const due = await dueByVillage(tx, villages, { seasonId, from, to });
    const [pay] = await tx.query<{ lines: PayLine[]; total: number }>(
      'select pay as lines, pay_total_cents as total from prevention.worker_pay where worker_quarter_id = $1',
      [row.id],
    );
    const [season] = seasonId
      ? await tx.query<{ name: string }>('select name from prevention.prevention_season where id = $1', [seasonId])
      : [];
    return {
      id: row.id,
      staffId: row.staffId,
      workerName: row.workerName,
      from,
      to,
      basis,
      seasonId,
      seasonName: season?.name ?? null,
      villages: villages.map((code) => ({
        code,
        name: shortRegionName(code, call.language),
        due: due.find((one) => one.code === code)?.due ?? 0,
        done: due.find((one) => one.code === code)?.done ?? 0,
      })),
      pay: [...(pay?.lines ?? [])],
      payTotalCents: Number(pay?.total ?? 0),
      leftOut: row.work.leftOut,
    };
  });
}

async function totals(call: Call<typeof contract.quarterTotals>) {
  const { year, quarter, regionCode } = call.query;
  const [lo, hi] = regionCode === undefined ? [0, 1e12] : rangeOf(regionCode);
  const [rows] = await call.database.read<[{ grade: string; status: string; n: number; cents: number }]>(
    call.actor.scope,
    {
      text: `select q.grade, q.status, count(*)::int as n, coalesce(sum(p.pay_total_cents), 0)::bigint as cents from prevention.worker_quarter q
             left join prevention.worker_pay p on p.tenant_no = q.tenant_no and p.worker_quarter_id = q.id
           where q.tenant_no = kit.tenant() and ($1::int is null or q.year = $1) and ($2::int is null or q.quarter = $2) and q.region_code >= $3 and q.region_code < $4 group by 1, 2`,
      values: [year ?? null, quarter ?? null, lo, hi],
    },
  );
  const by = (key: 'grade' | 'status') =>
    [...Map.groupBy(rows, (one) => one[key])].map(
      ([name, own]) => [name, own.reduce((n, one) => n + one.n, 0)] as const,
    );
  const cents = (own: typeof rows) => own.reduce((sum, one) => sum + Number(one.cents), 0);
  return {
    workers: rows.reduce((n, one) => n + one.n, 0),
    grades: by('grade').map(([grade, n]) => ({ grade, n })),
    states: by('status').map(([status, n]) => ({ status, n })),
    payCents: cents(rows),
    paidCents: cents(rows.filter((one) => one.status === 'paid')),
  };
}

export const quarterRoutes = (): Route[] => [
  serve('prevention', contract.quarterBasis, basisOf),
  serve('prevention', contract.quarterRows, quarterRows),
  serve('prevention', contract.quarterTotals, totals),
  serve('prevention', contract.computeQuarter, async (call) => {
    const { year, quarter, regionCode } = call.body;
    if (quarterDays(year, quarter)[0] > today()) throw invalid([{ field: 'quarter', key: 'error.field.range' }]);
    const [lo, hi] = regionCode === undefined ? [0, 1e12] : rangeOf(regionCode);
    const jobId = await call.jobs.enqueue(call as unknown as Call, {
      kind: quarterJob,
      title: call.say('prevention.workerQuarter.job', { year, quarter }),
      screenPath: '/ant/person/epidemicQuarter',
      params: { year, quarter, lo, hi },
    });
    return { jobId };
  }),
  ...serveResource(contract.workerQuarter)({
    expressions: {
      workerName: "coalesce((select s.name from registry.staff s where s.id = t.staff_id), '')",
      quarter: 't.quarter::text',
      heads: "coalesce((t.work ->> 'heads')::int, 0)",
      payTotal:
        '(select kit.yuan(p.pay_total_cents) from prevention.worker_pay p where p.tenant_no = t.tenant_no and p.worker_quarter_id = t.id)',
      voucherNo:
        '(select p.voucher_no from prevention.worker_pay p where p.tenant_no = t.tenant_no and p.worker_quarter_id = t.id)',
      mine: 'coalesce(t.user_id = kit.user_id(), false)',
    },
    before: {
      transition: (call, move, row) => onStep(call, move.name, row, move.form ?? {}),
    },
    after: {
      transition: async (call, move, status) => {
        const { tx } = call;
        const row = await storedQuarter(tx, move.id);
        if (move.name === 'score') await priceQuarter(tx, row);
        const form = (move.form ?? {}) as { paidOn?: string; voucher?: string };
        if (move.name === 'pay' && form.paidOn && form.voucher) await markPaid(tx, row.id, form.paidOn, form.voucher);
        if (row.userId !== null && row.userId !== call.actor.userId)
          await notify(tx, {
            userIds: [row.userId],
            type: 'notice',
            title: {
              key: `prevention.workerQuarter.notice_${move.name}`,
              args: { year: row.year, quarter: row.quarter },
            },
            content: { key: 'prevention.workerQuarter.noticeText', args: { status, remark: move.remark ?? '-' } },
            linkPath: `/ant/person/epidemicQuarter?open=detail:${row.id}`,
          });
      },
    },
    can: (row, verb) => verb !== 'appeal' || row.mine === true,
  }),
];
