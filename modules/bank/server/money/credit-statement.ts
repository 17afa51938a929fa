import { notFound } from '#kit/contract/errors.ts';
import { formatCents } from '#kit/contract/money.ts';
import type { Actor } from '#kit/server/auth/actor.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { definePaper, makePaper } from '#kit/server/paper/paper.ts';
import { lookups } from '#kit/server/resource/lookups.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { today } from '#kit/server/today.ts';
import { creditStatement } from '#modules/bank/contract/money/credit-statement.ts';
import {
  makeStatements,
  resendStatement,
  type StatementFigures,
  type StatementPayment,
  statementPaper,
  statementSheet,
} from '#modules/bank/contract/money/money.ts';
import { formatLtv } from '#modules/bank/contract/product/value-arithmetic.ts';
import { notify } from '#modules/platform/server/index.ts';
import { tellClient } from '../credit/credit-line.system.ts';
import { asBank, lineOf } from '../credit/line.ts';
import { reading } from '../credit/reading.ts';
import { refuse } from '../refusals.ts';
import { columnsOf, makeMonth, recordClosing, startAnswer } from './credit-statement.write.ts';
import { hashOf, monthBefore, type Snapshot, snapshotOf } from './figures.ts';

interface Kept extends Snapshot {
  readonly id: number;
  readonly creditLineId: number;
  readonly docNo: string;
  readonly month: string;
  readonly lineNo: string;
  readonly clientName: string;
  readonly bankName: string;
  readonly managerUserId: number;
  readonly before: Snapshot | null;
}
interface Raw extends StatementFigures {
  readonly id: number;
  readonly creditLineId: number;
  readonly docNo: string;
  readonly month: string;
  readonly lineNo: string;
  readonly clientName: string;
  readonly bankName: string;
  readonly managerUserId: number;
  readonly payments: StatementPayment[];
  readonly hash: string;
  readonly before: Snapshot | null;
}
/** As the caller sees it; not there and not theirs is the same. */
async function keptOf(call: Call, id: number): Promise<Kept> {
  const [row] = await call.tx.query<Raw>(
    `select s.id, s.credit_line_id as "creditLineId", s.doc_no as "docNo", s.month, l.doc_no as "lineNo",
       c.client_name as "clientName", registry.principal_name(s.bank_id) as "bankName", l.manager_user_id as "managerUserId",
       s.opening, s.disbursed, s.repaid, s.interest_paid as "interestPaid", s.closing, s.heads, s.book_value as "bookValue",
       s.eligible_value as "eligibleValue", s.ltv::float8 as ltv, s.dead, s.released, s.swapped, s.payments,
       s.snapshot_hash as hash, s.corrected_from as before
     from bank.credit_statement s join bank.credit_line l on l.tenant_no = s.tenant_no and l.id = s.credit_line_id
       join bank.bank_client c on c.tenant_no = l.tenant_no and c.id = l.client_id where s.id = $1`,
    [id],
  );
  if (!row) throw notFound();
  const {
    docNo,
    month,
    lineNo,
    clientName,
    bankName,
    managerUserId,
    creditLineId,
    payments,
    hash,
    before,
    ...figures
  } = row;
  const { id: own, ...numbers } = figures;
  return {
    id: own,
    creditLineId,
    docNo,
    month,
    lineNo,
    clientName,
    bankName,
    managerUserId,
    payments,
    hash,
    before,
    figures: numbers,
  };
}

/** R24: what was sent, whether it is still what it was, and what the figures come to today. */
async function sheet(call: Call<typeof statementSheet>) {
  const { id: _id, creditLineId, managerUserId: _m, ...kept } = await keptOf(call, call.params.id);
  const now = await asBank(call.tx, (sys) => snapshotOf(sys, creditLineId, kept.month));
  const isWhole = hashOf(kept.figures, kept.payments) === kept.hash;
  return {
    ...kept,
    payments: [...kept.payments],
    before: kept.before ? { ...kept.before, payments: [...kept.before.payments] } : null,
    recomputed: now.figures,
    equal: isWhole && now.hash === kept.hash,
  };
}

interface Printed {
  readonly kept: Kept;
  readonly shown: Snapshot;
  readonly isFirst: boolean;
  readonly kindOf: (kind: string) => string;
}
const noun = 'bank.creditStatement';
const paper = definePaper<Printed>({
  name: 'bank.creditStatement',
  entity: 'bank.creditStatement',
  title: (_, say) => say(`${noun}._title`),
  draw: (page, { kept, shown, isFirst, kindOf }, say) => {
    const { figures } = shown;
    const head = (n: number) => String(n);
    page
      .title(say(`${noun}._title`), `${kept.month}${isFirst ? ` · ${say('bank.paper.beforeCorrection')}` : ''}`)
      .facts([
        [say(`${noun}.clientName`), kept.clientName],
        [say('bank.creditLine.bankName'), kept.bankName],
        [say('bank.creditLine.docNo'), kept.lineNo],
        [say(`${noun}.opening`), formatCents(figures.opening)],
        [say(`${noun}.disbursed`), formatCents(figures.disbursed)],
        [say(`${noun}.repaid`), formatCents(figures.repaid)],
        [say(`${noun}.interestPaid`), formatCents(figures.interestPaid)],
        [say(`${noun}.closing`), formatCents(figures.closing)],
        [say(`${noun}.heads`), head(figures.heads)],
        [say(`${noun}.bookValue`), formatCents(figures.bookValue)],
        [say(`${noun}.eligibleValue`), formatCents(figures.eligibleValue)],
        [say(`${noun}.ltv`), formatLtv(figures.ltv)],
        [say(`${noun}.dead`), head(figures.dead)],
        [say(`${noun}.released`), head(figures.released)],
        [say(`${noun}.swapped`), head(figures.swapped)],
      ])
      .table(
        [
          { label: say('bank.creditPayment.happenedOn') },
          { label: say('bank.creditPayment.docNo'), width: 1.6 },
          { label: say('bank.creditPayment.kind') },
          { label: say('bank.creditPayment.coreRef'), width: 1.6 },
          { label: say('bank.creditPayment.amount'), align: 'right' },
        ],
        shown.payments.map((one) => [one.on, one.docNo, kindOf(one.kind), one.coreRef ?? '-', formatCents(one.cents)]),
      )
      .signatures([say('bank.paper.bankSign'), say('bank.paper.clientSign')]);
  },
  // Whoever holds it reads the month and the numbers' fingerprint, and no amount.
  facts: ({ kept, shown }, say) => [
    { label: say(`${noun}.month`), value: kept.month },
    { label: say('bank.paper.snapshot'), value: shown.hash.slice(0, 16) },
  ],
});

async function print(call: Call<typeof statementPaper>) {
  const kept = await keptOf(call, call.body.id);
  const isFirst = call.body.first && kept.before !== null;
  const shown = isFirst && kept.before ? kept.before : kept;
  const kindOf = (kind: string) =>
    lookups().dictLabel('payment_kind', kind, call.actor.tenantNo, call.language) ?? kind;
  const { fileId } = await makePaper(call.tx, paper, {
    id: kept.id,
    docNo: isFirst || !kept.before ? kept.docNo : `${kept.docNo}-2`,
    data: { kept, shown, isFirst, kindOf },
    language: call.language,
    say: call.say,
  });
  return { fileId };
}

async function resend(call: Call<typeof resendStatement>) {
  const kept = await keptOf(call, call.body.id);
  const line = await lineOf(call.tx, kept.creditLineId);
  if (line) await tellClient(call.tx, line, 'statement', { month: kept.month });
  call.answer.msg = call.say('ok.done');
  return { told: line !== null };
}

/** By hand they begin as drafts, for somebody to look at before they are sent. */
async function make(call: Call<typeof makeStatements>) {
  const [own] = await call.tx.query<{ ids: number[] }>('select bank.my_banks() as ids');
  if (!own || own.ids.length === 0) throw refuse('notBank');
  if (call.body.month > monthBefore(today())) throw refuse('monthOpen');
  const made = await asBank(call.tx, (sys) =>
    makeMonth({ ...sys, scope: { ...sys.scope, userId: call.actor.userId } }, call.body.month, {
      bankIds: call.actor.scope.principals,
      status: 'draft',
    }),
  );
  call.answer.msg = call.say('ok.saved');
  return { made };
}

const isClient = (actor: Actor, bankId: number): boolean => !actor.scope.principals.includes(bankId);
const clientSteps = ['confirm', 'dispute'];

export const statementRoutes = (): Route[] => [
  ...serveResource(creditStatement)({
    expressions: {
      clientName: `(select c.client_name from bank.credit_line l
        join bank.bank_client c on c.tenant_no = l.tenant_no and c.id = l.client_id
        where l.tenant_no = t.tenant_no and l.id = t.credit_line_id)`,
    },
    // The bank does not agree with itself, and the client corrects nothing.
    can: (row, verb, actor) => {
      if (clientSteps.includes(verb)) return isClient(actor, row.bankId);
      return verb === 'correct' || verb === 'issue' ? !isClient(actor, row.bankId) : true;
    },
    before: {
      transition: async (call, move, row) => {
        const { userId } = call.actor;
        const now = new Date().toISOString();
        switch (move.name) {
          case 'issue':
            return { issuedAt: now, confirmBy: addDays(today(), 15) };
          case 'confirm':
            return { confirmedBy: userId, confirmedAt: now };
          case 'dispute':
            return { disputedAt: now };
          case 'correct': {
            const kept = await keptOf(call, row.id);
            const snapshot = await asBank(call.tx, (sys) => snapshotOf(sys, kept.creditLineId, kept.month));
            const old = { figures: kept.figures, payments: kept.payments, hash: kept.hash };
            await recordClosing(call.tx, row.id, snapshot);
            return {
              ...columnsOf(snapshot),
              correctedFrom: JSON.stringify(old),
              correctedBy: userId,
              correctedAt: now,
            };
          }
          default:
            return undefined;
        }
      },
    },
    after: {
      transition: async (call, move) => {
        const kept = await keptOf(call, move.id);
        const line = await lineOf(call.tx, kept.creditLineId);
        if (move.name === 'issue') await asBank(call.tx, (sys) => startAnswer(sys, move.id));
        if (move.name === 'correct' && line)
          await tellClient(call.tx, line, 'statementCorrected', { month: kept.month });
        if (move.name !== 'dispute') return;
        await asBank(call.tx, (sys) =>
          notify(sys, {
            userIds: [kept.managerUserId],
            type: 'reminder',
            title: { key: 'bank.told.disputed', args: { docNo: kept.docNo } },
            content: { key: 'bank.told.disputedText', args: { docNo: kept.docNo, name: kept.clientName } },
            linkPath: `/bank/credit/statement?docNo=${kept.docNo}`,
          }),
        );
      },
    },
  }),
  serve('bank', statementSheet, reading(sheet)),
  serve('bank', statementPaper, print),
  serve('bank', resendStatement, resend),
  serve('bank', makeStatements, make),
];

function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}
