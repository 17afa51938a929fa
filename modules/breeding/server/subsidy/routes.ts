import { notFound, refusal, staleVersion } from '#kit/contract/errors.ts';
import { sumCents } from '#kit/contract/money.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { today } from '#kit/server/today.ts';
import { addDays } from '#modules/breeding/contract/record/days.ts';
import * as contract from '#modules/breeding/contract/subsidy/subsidy.ts';
import { judgeAll, programmeOf } from './compute.ts';
import { explain } from './explain.ts';
import { pay, takeAccounts, takeResults } from './pay.ts';
import { recomputeLive, recomputeStored } from './recompute.ts';
import { freeBases } from './subsidy-basis.ts';
import { computeBatch, renewBatch } from './subsidy-batch.ts';
import { setHold } from './subsidy-line.ts';
import { programmeRoutes } from './subsidy-programme.ts';
import { type Rule, ruleRoutes } from './subsidy-rule.ts';

// biome-ignore lint/suspicious/noExplicitAny: a call of any endpoint of this file
type AnyCall = Call<any>;
const inRead = <T>(call: AnyCall, work: (tx: AnyCall['tx']) => Promise<T>): Promise<T> =>
  call.database.transaction(call.actor.scope, work);
const pageSize = 50;

/** R49: compute, check and approve are three different people, and the money must be there. */
const batchRoutes = (): Route[] =>
  serveResource(contract.subsidyBatch)({
    expressions: {
      rules: `(select string_agg('v' || r.rule_version, ' ' order by r.rule_version) from breeding.subsidy_rule r
        where r.tenant_no = t.tenant_no and r.id = any (t.rule_ids))`,
      total: 't.total_cents',
      held: `(select count(*)::int from breeding.subsidy_line l where l.tenant_no = t.tenant_no and l.batch_id = t.id
        and l.pay_status = 'held')`,
      paidPct: `(select round(100.0 * count(*) filter (where l.pay_status = 'paid') / nullif(count(*), 0), 1)::float8
        from breeding.subsidy_line l where l.tenant_no = t.tenant_no and l.batch_id = t.id)`,
    },
    before: {
      transition: async (call, move, row) => {
        const [who] = await call.tx.query<{ computedBy: number | null; checkedBy: number | null }>(
          'select computed_by as "computedBy", checked_by as "checkedBy" from breeding.subsidy_batch where id = $1',
          [row.id],
        );
        const me = call.actor.userId;
        if (move.name === 'check') {
          if (who?.computedBy === me) throw refusal('samePerson', 'breeding.refusal.samePerson');
          await takeAccounts(call.tx, row.id, call.actor.principalId ?? 0);
          return { checkedBy: me, checkedAt: new Date().toISOString() };
        }
        const programme = await programmeOf(call.tx, row.programmeId);
        if (move.name === 'publicise') {
          const { publicFrom } = move.form as { publicFrom: string };
          return { publicFrom, publicTo: addDays(publicFrom, programme.publicityDays) };
        }
        if (move.name === 'approve') {
          if (who?.computedBy === me || who?.checkedBy === me)
            throw refusal('samePerson', 'breeding.refusal.samePerson');
          if (!row.publicTo || today() <= row.publicTo)
            throw refusal('notDue', 'breeding.refusal.notDue', { day: row.publicTo ?? '' });
          const [spent] = await call.tx.query<{ cents: number }>(
            `select coalesce(sum(total_cents), 0)::bigint as cents from breeding.subsidy_batch
             where tenant_no = kit.tenant() and programme_id = $1 and status in ('approved', 'paying', 'paid')`,
            [programme.id],
          );
          if (sumCents([spent?.cents ?? 0, row.total]) > programme.budget)
            throw refusal('overBudget', 'breeding.refusal.overBudget');
          const again = await recomputeStored(call.tx, row.id);
          if (!again.equal) throw refusal('recomputeDiff', 'breeding.refusal.recomputeDiff', {}, again);
          return { approvedBy: me, approvedAt: new Date().toISOString() };
        }
        return move.name === 'cancel' ? { remark: move.remark ?? null } : undefined;
      },
    },
    after: {
      transition: async (call, move) => {
        if (move.name === 'cancel' && move.id) await freeBases(call.tx, move.id);
      },
    },
  });

const lineRoutes = (): Route[] =>
  serveResource(contract.subsidyLine)({
    expressions: {
      batchNo: '(select b.doc_no from breeding.subsidy_batch b where b.id = t.batch_id)',
      batchStatus: '(select b.status from breeding.subsidy_batch b where b.id = t.batch_id)',
      amount: 't.amount_cents',
      isAdjusted: '(t.adjust_of is not null)',
    },
    listed: `not exists (select 1 from breeding.subsidy_batch b where b.id = t.batch_id and b.status = 'cancelled')`,
  });

async function basis(call: Call<typeof contract.subsidyBasis>) {
  const { id, lineId = null, page } = call.query;
  const where = `s.tenant_no = kit.tenant() and s.batch_id = $1 and ($2::bigint is null or s.line_id = $2)`;
  const [rows, [count]] = await call.database.read<[contract.BasisRow, { n: number }]>(
    call.actor.scope,
    {
      text: `select s.id, s.line_id as "lineId", l.payee_name as "payeeName", s.record_kind as "recordKind",
          s.record_id as "recordId", s.slot, s.label, to_char(s.happened_on, 'YYYY-MM-DD') as "happenedOn",
          r.rule_version as "ruleVersion", s.inputs, s.amount_cents as "amountCents",
          s.adjust_of is not null as "isAdjustment"
        from breeding.subsidy_basis s join breeding.subsidy_line l on l.id = s.line_id
          join breeding.subsidy_rule r on r.id = s.rule_id
        where ${where} order by s.id limit ${pageSize} offset $3`,
      values: [id, lineId, (page - 1) * pageSize],
    },
    { text: `select count(*)::int as n from breeding.subsidy_basis s where ${where}`, values: [id, lineId] },
  );
  return { total: count?.n ?? 0, rows };
}

async function excluded(call: Call<typeof contract.subsidyExcluded>) {
  const { id, reason = null, principalId = null, page } = call.query;
  const where = `x.tenant_no = kit.tenant() and x.batch_id = $1 and ($2::text is null or x.reason = $2)
    and ($3::bigint is null or x.principal_id = $3)`;
  const [rows, reasons] = await call.database.read<
    [
      {
        id: number;
        recordKind: string;
        recordId: number;
        label: string;
        holder: string | null;
        happenedOn: string;
        reason: string;
        detail: Record<string, unknown>;
      },
      { reason: string; n: number },
    ]
  >(
    call.actor.scope,
    {
      text: `select x.id, x.record_kind as "recordKind", x.record_id as "recordId", x.label, h.name as holder,
          to_char(x.happened_on, 'YYYY-MM-DD') as "happenedOn", x.reason, x.detail
        from breeding.subsidy_exclusion x left join breeding.holder_seen h on h.id = x.principal_id
        where ${where} order by x.id limit ${pageSize} offset $4`,
      values: [id, reason, principalId, (page - 1) * pageSize],
    },
    {
      text: `select x.reason, count(*)::int as n from breeding.subsidy_exclusion x where ${where} group by 1
        order by 2 desc`,
      values: [id, null, principalId],
    },
  );
  const total = reason
    ? (reasons.find((one) => one.reason === reason)?.n ?? 0)
    : reasons.reduce((sum, one) => sum + one.n, 0);
  return { total, reasons, rows };
}

async function hold(call: Call<typeof contract.holdLine>) {
  const { lineId, version, on, reason } = call.body;
  const [line] = await call.tx.query<{ version: number; payStatus: string; status: string }>(
    `select l.version, l.pay_status as "payStatus", b.status from breeding.subsidy_line l
       join breeding.subsidy_batch b on b.id = l.batch_id where l.id = $1 for update of l`,
    [lineId],
  );
  if (!line) throw notFound();
  if (line.version !== version) throw staleVersion();
  if (!['checked', 'publicised', 'approved'].includes(line.status)) throw refusal('frozen', 'breeding.refusal.frozen');
  if (on && !reason) throw refusal('reasonNeeded', 'breeding.refusal.holdReason');
  await setHold(call.tx, lineId, on ? (reason as string) : null);
  call.answer.msg = call.say('ok.saved');
  return { payStatus: on ? 'held' : 'pending' };
}

const tryOut = (call: Call<typeof contract.tryRule>) =>
  inRead(call, async (tx) => {
    const { ruleId, regionCode, periodFrom, periodTo } = call.body;
    const [rule] = await tx.query<Omit<Rule, 'validFrom' | 'validTo'> & { programmeId: number }>(
      `select id, rule_version as "ruleVersion", params, programme_id as "programmeId"
       from breeding.subsidy_rule where tenant_no = kit.tenant() and id = $1`,
      [ruleId],
    );
    if (!rule) throw notFound();
    const programme = await programmeOf(tx, rule.programmeId);
    const judged = await judgeAll(
      tx,
      { programme, regionCode, from: periodFrom, to: periodTo, cutAt: new Date().toISOString() },
      [{ ...rule, validFrom: periodFrom, validTo: periodTo }],
    );
    const counted = judged.filter((one) => one.reason === null || one.reason === 'otherBatch');
    const reasons = Map.groupBy(
      judged.filter((one) => one.reason !== null && one.reason !== 'otherBatch'),
      (one) => one.reason as string,
    );
    return {
      counted: counted.length,
      payees: new Set(counted.map((one) => `${one.candidate.payeeKind}:${one.candidate.payeeId}`)).size,
      totalCents: sumCents(counted.map((one) => one.cents)),
      excluded: [...reasons].map(([reason, own]) => ({ reason, n: own.length })),
    };
  });

export const subsidyRoutes = (): Route[] => [
  ...programmeRoutes(),
  ...ruleRoutes(),
  ...batchRoutes(),
  ...lineRoutes(),
  serve('breeding', contract.computeSubsidy, async (call) => {
    const { batchId, docNo, lines, basis: n, excluded: out, totalCents } = await computeBatch(call.tx, call.body);
    call.answer.msg = call.say('ok.done');
    return { batchId, docNo, lines, basis: n, excluded: out, totalCents };
  }),
  serve('breeding', contract.renewSubsidy, async (call) => {
    const { totalCents, basis: n, excluded: out } = await renewBatch(call.tx, call.body.id, call.body.version);
    call.answer.msg = call.say('ok.done');
    return { totalCents, basis: n, excluded: out };
  }),
  serve('breeding', contract.recomputeSubsidy, (call) =>
    inRead(call, (tx) => (call.body.mode === 'stored' ? recomputeStored : recomputeLive)(tx, call.body.id)),
  ),
  serve('breeding', contract.subsidyBasis, basis),
  serve('breeding', contract.subsidyExcluded, excluded),
  serve('breeding', contract.explainSubsidy, (call) => inRead(call, (tx) => explain(tx, call.query))),
  serve('breeding', contract.holdLine, hold),
  serve('breeding', contract.paySubsidy, (call) => pay(call.tx, call.body.id, call.body.version)),
  serve('breeding', contract.takePayResult, async (call) => {
    const taken = await takeResults(call.tx, call.body.id, call.body.text);
    call.answer.msg = call.say('ok.done');
    return taken;
  }),
  serve('breeding', contract.tryRule, tryOut),
];
