import { invalid, notFound } from '#kit/contract/errors.ts';
import type { Call } from '#kit/server/http/call.ts';
import { serve } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import type { Move } from '#kit/server/resource/write.ts';
import { today } from '#kit/server/today.ts';
import {
  type CreditPayment,
  coreDifference,
  creditPayment,
  isOutgoing,
} from '#modules/bank/contract/money/credit-payment.ts';
import { checkPayment } from '#modules/bank/contract/money/money.ts';
import { closeTask } from '#modules/platform/server/index.ts';
import { lineTask, settleIfPaid } from '../credit/credit-line.system.ts';
import { asBank, type Line, lineOf } from '../credit/line.ts';
import { reading } from '../credit/reading.ts';
import { executeChanges } from '../pledge/change/effects.ts';
import { meetNotices } from '../product/margin-notice.ts';
import { isViolation, needFiles, refuse } from '../refusals.ts';
import { type PaymentRow, paymentOf, postPayment, reversePayment } from './credit-payment.write.ts';
import { bookedDay } from './figures.ts';
import { judge, refuseRed, type Verdict } from './judge.ts';

type Form = Readonly<Record<string, unknown>>;

/** A credit line of the caller's own bank; a client sees its line and makes no payment. */
async function lineFor(call: Call, creditLineId: number): Promise<Line> {
  const rows = await call.tx.query('select 1 from bank.credit_line where id = $1', [creditLineId]);
  const line = rows.length > 0 ? await lineOf(call.tx, creditLineId) : null;
  if (!line) throw notFound();
  return line;
}

interface Typed {
  readonly kind: string;
  readonly loanId?: number | null;
  readonly happenedOn: string;
  readonly creditLineId: number;
}
async function checkTyped(call: Call, { kind, loanId, happenedOn, creditLineId }: Typed): Promise<void> {
  if (happenedOn > today()) throw invalid([{ field: 'happenedOn', key: 'bank.refusal.futureDay' }]);
  const line = await lineOf(call.tx, creditLineId);
  if (happenedOn < (line?.validFrom ?? '')) throw invalid([{ field: 'happenedOn', key: 'bank.refusal.beforeLine' }]);
  if (!loanId) {
    if (isOutgoing(kind) || kind === 'refund') throw refuse('loanMissing');
    return;
  }
  const [loan] = await call.tx.query<{ creditLineId: number }>(
    'select credit_line_id as "creditLineId" from bank.loan where id = $1',
    [loanId],
  );
  if (loan?.creditLineId !== creditLineId) throw refuse('loanOther');
}

const judgeOf = (call: Call, payment: PaymentRow, auditorId: number | null, holds = true): Promise<Verdict> =>
  judge(call.tx, {
    creditLineId: payment.creditLineId,
    kind: payment.kind,
    cents: payment.cents,
    payeeName: payment.payeeName,
    hasProof: (payment.proofFiles?.length ?? 0) > 0,
    makerId: payment.makerId,
    auditorId,
    paymentId: payment.id,
    holds,
  });
const kept = ({ conditions, ltvBefore, ltvAfter, leftCents }: Verdict, userId: number) => ({
  at: new Date().toISOString(),
  by: userId,
  ltvBefore,
  ltvAfter,
  leftCents,
  conditions,
});

/** The row held with its line first, so that two steps on one line follow each other. */
async function held(call: Call, row: CreditPayment): Promise<PaymentRow> {
  await lineOf(call.tx, row.creditLineId, true);
  const payment = await paymentOf(call.tx, row.id);
  if (!payment) throw notFound();
  return payment;
}

const checksOf = (row: CreditPayment) => (row.checks ?? {}) as Form;

async function step(call: Call, move: Move, row: CreditPayment): Promise<Form | undefined> {
  const { userId } = call.actor;
  const payment = await held(call, row);
  switch (move.name) {
    case 'submit': {
      await checkTyped(call, payment);
      return { checks: { ...checksOf(row), submit: kept(await judgeOf(call, payment, null), userId) } };
    }
    case 'audit': {
      const verdict = await judgeOf(call, payment, userId);
      refuseRed(verdict);
      return {
        auditorId: userId,
        auditedAt: new Date().toISOString(),
        checks: { ...checksOf(row), audit: kept(verdict, userId) },
      };
    }
    case 'execute': {
      const line = await lineOf(call.tx, payment.creditLineId);
      if (isOutgoing(payment.kind) && line?.status !== 'effective') throw refuse('lineNotOpen');
      const { coreRef } = move.form as { coreRef: string };
      const known = await call.tx.query(
        `select 1 from bank.credit_payment where tenant_no = kit.tenant() and core_ref = $1
           and head_bank_id = bank.head_office($2) limit 1`,
        [coreRef, payment.bankId],
      );
      if (known.length > 0) throw refuse('refDone');
      const parts = await postPayment(call.tx, payment);
      const bookedOn = await bookedDay(call.tx, payment.creditLineId, payment.happenedOn);
      return { ...parts, bookedOn, executedBy: userId, executedAt: new Date().toISOString() };
    }
    case 'reverse': {
      if (payment.makerId === userId) throw refuse('samePerson');
      await reversePayment(call.tx, payment, today(), move.remark ?? '');
      return { reason: move.remark };
    }
    case 'reject':
      return { reason: move.remark };
    default:
      return undefined;
  }
}

async function afterStep(call: Call, move: Move): Promise<void> {
  const [payment] = await call.tx.query<{ creditLineId: number }>(
    'select credit_line_id as "creditLineId" from bank.credit_payment where id = $1',
    [move.id],
  );
  const line = payment && (await lineOf(call.tx, payment.creditLineId));
  if (!line) return;
  if (move.name === 'submit')
    await lineTask(call.tx, line, { type: 'approve', name: 'audit', permission: 'bank:payment:audit' });
  else if (await noneWaits(call, line.id)) await closeTask(call.tx, 'bank.creditLine', line.id, 'approve');
  if (move.name === 'execute') {
    // A release that waited for this repayment takes effect with it, and a notice it satisfies is met.
    await executeChanges(call.tx, line.id);
    await asBank(call.tx, (sys) => meetNotices(sys, today(), line.id));
  }
  if (['execute', 'reject', 'cancel', 'reverse'].includes(move.name)) await settleIfPaid(call.tx, line.id);
}
const noneWaits = async (call: Call, creditLineId: number): Promise<boolean> => {
  const rows = await call.tx.query(
    `select 1 from bank.credit_payment where tenant_no = kit.tenant() and credit_line_id = $1
      and status = 'submitted' limit 1`,
    [creditLineId],
  );
  return rows.length === 0;
};

async function check(call: Call<typeof checkPayment>) {
  const { paymentId, creditLineId, kind, amount, payeeName, hasProof } = call.body;
  await lineFor(call, creditLineId);
  const payment = paymentId ? await paymentOf(call.tx, paymentId) : null;
  if (paymentId && payment?.creditLineId !== creditLineId) throw notFound();
  if (payment && payment.status !== 'draft') {
    const verdict = await judgeOf(call, payment, payment.status === 'submitted' ? call.actor.userId : null, false);
    return verdict;
  }
  return judge(call.tx, {
    creditLineId,
    kind,
    cents: amount,
    payeeName: payeeName ?? null,
    hasProof,
    makerId: call.actor.userId,
    auditorId: null,
    paymentId: payment?.id ?? null,
    holds: false,
  });
}

const lastJudged = `coalesce(t.checks -> 'audit', t.checks -> 'submit') -> 'conditions'`;

export const paymentRoutes = () => [
  ...serveResource(creditPayment)({
    expressions: {
      clientName: `(select c.client_name from bank.credit_line l
        join bank.bank_client c on c.tenant_no = l.tenant_no and c.id = l.client_id
        where l.tenant_no = t.tenant_no and l.id = t.credit_line_id)`,
      makerName: '(select u.nickname from platform.user_view u where u.tenant_no = t.tenant_no and u.id = t.maker_id)',
      auditorName: `(select u.nickname from platform.user_view u
        where u.tenant_no = t.tenant_no and u.id = t.auditor_id)`,
      judged: `coalesce(jsonb_array_length(${lastJudged}), 0)`,
      green: `(select count(*)::int from jsonb_array_elements(${lastJudged}) c where (c ->> 'ok')::boolean)`,
    },
    // Whoever made it gets no button to audit it; the refusal is said all the same, in its own words.
    before: {
      add: async (call, values) => {
        needFiles('proofFiles', values.proofFiles);
        const line = await lineFor(call, values.creditLineId);
        await checkTyped(call, { ...values, loanId: values.loanId ?? null });
        const [no] = await call.tx.query<{ no: string; head: number }>(
          "select kit.doc_no('LP') as no, bank.head_office($1) as head",
          [line.bankId],
        );
        return {
          docNo: no?.no,
          headBankId: no?.head,
          bankId: line.bankId,
          principalId: line.principalId,
          makerId: call.actor.userId,
        };
      },
      edit: async (call, values, row) => {
        needFiles('proofFiles', values.proofFiles);
        await checkTyped(call, { ...values, creditLineId: row.creditLineId, loanId: values.loanId ?? null });
        return { makerId: call.actor.userId };
      },
      transition: async (call, move, row) => {
        try {
          return await step(call, move, row);
        } catch (error) {
          if (isViolation(error, 'credit_payment_core_ref')) throw refuse('refDone');
          throw error;
        }
      },
    },
    after: { transition: afterStep },
  }),
  ...serveResource(coreDifference)({
    before: {
      transition: async (call) => ({ settledBy: call.actor.userId, settledAt: new Date().toISOString() }),
    },
  }),
  serve('bank', checkPayment, reading(check)),
];
