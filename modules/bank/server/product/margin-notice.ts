import { wrongState } from '#kit/contract/errors.ts';
import { formatCents } from '#kit/contract/money.ts';
import { recordTransition } from '#kit/server/audit/transition.ts';
import { recordCalc } from '#kit/server/calc/calc.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { findRow } from '#kit/server/resource/write.ts';
import { today } from '#kit/server/today.ts';
import { creditLine } from '#modules/bank/contract/credit/credit-line.ts';
import { issueMargin, marginLetter, marginNotice } from '#modules/bank/contract/product/margin.ts';
import { ltvOf, ltvReaches, ltvWithin } from '#modules/bank/contract/product/value-arithmetic.ts';
import { notify } from '#modules/platform/server/index.ts';
import { lineOf } from '../credit/kernel.ts';
import { refuse } from '../refusals.ts';
import { settleAlarm } from '../watch/kernel.ts';
import { addCalc, repayCalc } from './calc.ts';
import { letterOf } from './margin-notice.paper.ts';
import { lineValue, productOf } from './valuation.ts';

interface Owed {
  readonly creditLineId: number;
  readonly bankId: number;
  readonly principalId: number;
  readonly owedCents: number;
  readonly eligibleCents: number;
  readonly maxLtv: number;
  readonly marginDays: number;
}
export interface Issued {
  readonly id: number;
  readonly docNo: string;
  readonly addValueCents: number;
  readonly repayAmountCents: number;
}
/** R42: both ways to be within the limit again, each computed once and written down with its arithmetic. */
export async function insertNotice(tx: Tx, owed: Owed, day: string): Promise<Issued | null> {
  const [row] = await tx.query<{ id: number; docNo: string }>(
    `insert into bank.margin_notice (tenant_no, doc_no, credit_line_id, bank_id, principal_id, issued_on, ltv, max_ltv,
       eligible_value, balance, add_value, repay_amount, due_on, created_by, updated_by)
     values (kit.tenant(), kit.doc_no('LM'), $1, $2, $3, $4::date, $5, $6, $7, $8, 0, 0, $4::date + $9::int, $10, $10)
     on conflict (tenant_no, credit_line_id) where status in ('issued', 'overdue') do nothing
     returning id, doc_no as "docNo"`,
    [
      owed.creditLineId,
      owed.bankId,
      owed.principalId,
      day,
      ltvOf(owed.owedCents, owed.eligibleCents),
      owed.maxLtv,
      owed.eligibleCents,
      owed.owedCents,
      owed.marginDays,
      tx.scope.userId,
    ],
  );
  if (!row) return null;
  const inputs = { owedCents: owed.owedCents, eligibleCents: owed.eligibleCents, maxLtv: owed.maxLtv };
  const rule = { ref: `bank.creditLine:${owed.creditLineId}`, content: { maxLtv: owed.maxLtv } };
  const added = await recordCalc(tx, { kind: addCalc, id: row.id, rule, inputs });
  const repaid = await recordCalc(tx, { kind: repayCalc, id: row.id, rule, inputs });
  await tx.query(
    'update bank.margin_notice set add_value = $2, repay_amount = $3 where tenant_no = kit.tenant() and id = $1',
    [row.id, added.cents, repaid.cents],
  );
  // R41: the client reads the amounts of R42 in plain words; nobody else is told them.
  await notify(tx, {
    type: 'warning',
    level: 'urgent',
    title: { key: 'bank.told.margin', args: { docNo: row.docNo } },
    content: {
      key: 'bank.told.marginText',
      args: { addValue: formatCents(added.cents), repayAmount: formatCents(repaid.cents), days: owed.marginDays },
    },
    audience: { principalIds: [owed.principalId] },
    linkPath: '/bank/credit/marginNotice',
  });
  return { ...row, addValueCents: added.cents, repayAmountCents: repaid.cents };
}
const moved = (tx: Tx, id: number, name: string, from: string, to: string) =>
  recordTransition(tx, { userId: null, nickname: null }, { entity: 'bank.marginNotice', entityId: id, name, from, to });

/** R43: three valuation days in a row at or above the call bound, and no notice since the line came above it. */
const dueSql = `select v.credit_line_id as "creditLineId", v.bank_id as "bankId", v.principal_id as "principalId",
    v.balance + v.interest as "owedCents", v.eligible_value as "eligibleCents", p.max_ltv as "maxLtv",
    p.margin_days as "marginDays"
  from bank.credit_value_day v
  join bank.credit_line c on c.tenant_no = v.tenant_no and c.id = v.credit_line_id
    and c.status in ('effective', 'frozen', 'overdue')
  join bank.bank_product p on p.tenant_no = v.tenant_no and p.id = v.product_id
  cross join lateral (
    select count(*) as n, bool_and(o.ltv is null or o.ltv >= p.call_ltv) as above
    from (select d.ltv from bank.credit_value_day d where d.tenant_no = v.tenant_no
      and d.credit_line_id = v.credit_line_id
      and d.day <= v.day order by d.day desc limit 3) o) three
  cross join lateral (
    select coalesce(max(d.day), '-infinity') as below_on from bank.credit_value_day d
    where d.tenant_no = v.tenant_no and d.credit_line_id = v.credit_line_id and d.day <= v.day
      and d.ltv < p.call_ltv) crossing
  where v.tenant_no = kit.tenant() and v.day = $1::date and (v.ltv is null or v.ltv >= p.call_ltv)
    and three.n = 3 and three.above
    and not exists (select 1 from bank.margin_notice m where m.tenant_no = v.tenant_no
      and m.credit_line_id = v.credit_line_id
      and (m.status in ('issued', 'overdue') or m.issued_on > crossing.below_on))
  order by v.credit_line_id`;

export async function noticesDue(tx: Tx, day: string): Promise<Issued[]> {
  const made: Issued[] = [];
  for (const owed of await tx.query<Owed>(dueSql, [day])) {
    const issued = await insertNotice(tx, owed, day);
    if (issued) made.push(issued);
  }
  return made;
}

interface Waiting {
  readonly id: number;
  readonly creditLineId: number;
  readonly owedBefore: number;
  readonly eligibleBefore: number;
  readonly maxLtv: number;
  readonly issuedOn: string;
  readonly status: string;
}
/** How the line came back: less is owed; else more animals stand behind it; else they are worth more. */
async function metBy(tx: Tx, one: Waiting, owedNow: number): Promise<'repaid' | 'added' | 'priceRose'> {
  if (owedNow < one.owedBefore) return 'repaid';
  const [heads] = await tx.query<{ more: boolean }>(
    `select exists (select 1 from bank.pledge_item i join bank.pledge g on g.tenant_no = i.tenant_no
       and g.id = i.pledge_id
       where i.tenant_no = kit.tenant() and g.credit_line_id = $1 and i.state in ('pledged', 'releasing')
         and i.from_at > ($2::date)::timestamptz) as more`,
    [one.creditLineId, one.issuedOn],
  );
  return heads?.more ? 'added' : 'priceRose';
}
/** Notices of lines that are within their limit again, by what stands now; of one line, or of all. */
export async function meetNotices(tx: Tx, day = today(), creditLineId?: number): Promise<number> {
  const waiting = await tx.query<Waiting>(
    `select id, credit_line_id as "creditLineId", balance as "owedBefore", eligible_value as "eligibleBefore",
       max_ltv as "maxLtv", to_char(issued_on, 'YYYY-MM-DD') as "issuedOn", status
     from bank.margin_notice where tenant_no = kit.tenant() and status in ('issued', 'overdue')
       and ($1::bigint is null or credit_line_id = $1) order by id`,
    [creditLineId ?? null],
  );
  let met = 0;
  for (const one of waiting) {
    const now = await lineValue(tx, one.creditLineId);
    const owed = now.balanceCents + now.interestCents;
    if (!ltvWithin(owed, now.eligibleCents, one.maxLtv)) continue;
    await tx.query(
      `update bank.margin_notice
       set status = 'met', met_on = $2::date, met_by = $3, version = version + 1, updated_at = now()
       where tenant_no = kit.tenant() and id = $1`,
      [one.id, day, await metBy(tx, one, owed)],
    );
    await moved(tx, one.id, 'meet', one.status, 'met');
    // Acceptance 10: the alarm of the bound closes with its notice.
    await settleAlarm(tx, 'ltvCall', one.creditLineId);
    met += 1;
  }
  return met;
}
export async function lapseNotices(tx: Tx, day: string): Promise<void> {
  const late = await tx.query<{ id: number }>(
    `update bank.margin_notice set status = 'overdue', version = version + 1, updated_at = now()
     where tenant_no = kit.tenant() and status = 'issued' and due_on < $1::date returning id`,
    [day],
  );
  for (const { id } of late) await moved(tx, id, 'lapse', 'issued', 'overdue');
}

/** R22: notices that still wait on a line. */
export const openNotices = async (tx: Tx, creditLineId: number): Promise<number> =>
  (
    await tx.query<{ n: number }>(
      `select count(*)::int as n from bank.margin_notice where tenant_no = kit.tenant() and credit_line_id = $1
         and status in ('issued', 'overdue')`,
      [creditLineId],
    )
  )[0]?.n ?? 0;

async function issue(call: Call<typeof issueMargin>) {
  const { tx } = call;
  const row = await findRow(call, creditLine, call.body.creditLineId);
  const line = await lineOf(tx, row.id, true);
  if (!line || !['effective', 'frozen', 'overdue'].includes(line.status))
    throw wrongState(row.statusName ?? row.status, 'bank.marginNotice._issue');
  const product = await productOf(tx, line.productId, line.productVersion);
  const now = await lineValue(tx, line.id);
  const owedCents = now.balanceCents + now.interestCents;
  if (!ltvReaches(ltvOf(owedCents, now.eligibleCents), product.callLtv)) throw refuse('belowCall');
  const issued = await insertNotice(
    tx,
    {
      creditLineId: line.id,
      bankId: line.bankId,
      principalId: line.principalId,
      owedCents,
      eligibleCents: now.eligibleCents,
      maxLtv: product.maxLtv,
      marginDays: product.marginDays,
    },
    today(),
  );
  if (!issued) throw refuse('noticeOpen');
  call.answer.msg = call.say('ok.saved');
  return issued;
}

export const marginNoticeRoutes = (): Route[] => [
  ...serveResource(marginNotice)({
    expressions: {
      lineNo: '(select c.doc_no from bank.credit_line c where c.tenant_no = t.tenant_no and c.id = t.credit_line_id)',
      clientName: 'registry.principal_name(t.principal_id)',
    },
    before: {
      transition: async (_call, move) => {
        const { answeredOn } = (move.form ?? {}) as { answeredOn?: string };
        if (answeredOn && answeredOn > today()) throw refuse('futureDay');
        return move.name === 'withdraw' ? { withdrawReason: move.remark } : undefined;
      },
    },
  }),
  serve('bank', issueMargin, issue),
  serve('bank', marginLetter, letterOf),
];
