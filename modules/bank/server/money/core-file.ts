import { AppError } from '#kit/contract/errors.ts';
import { formatCents } from '#kit/contract/money.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { today } from '#kit/server/today.ts';
import { isOutgoing } from '#modules/bank/contract/money/credit-payment.ts';
import { type CoreFile, importPayments, openCore, type Taken } from '#modules/bank/contract/money/money.ts';
import { serveThird } from '#modules/platform/server/index.ts';
import { settleIfPaid } from '../credit/credit-line.system.ts';
import { asBank, lineOf } from '../credit/line.ts';
import { setCore } from '../credit/loan.rows.ts';
import { executeChanges } from '../pledge/change/effects.ts';
import { meetNotices } from '../product/margin-notice.ts';
import { refuse } from '../refusals.ts';
import { type Difference, tellDifference } from './core-difference.ts';
import { bookFromCore, executeByCore, paymentOf } from './credit-payment.write.ts';
import { bookedDay } from './figures.ts';

interface LoanRow {
  readonly id: number;
  readonly loanNo: string;
  readonly creditLineId: number;
  readonly bankId: number;
  readonly balance: number;
  readonly interestDue: number;
  readonly coreOn: string | null;
}
interface Known {
  readonly kind: string;
  readonly cents: number;
  readonly bankId: number;
  readonly loanNo: string | null;
}
/** Whose file it is: numbers are the head office's, lines those of the units that sent it. */
interface Sender {
  readonly headBankId: number;
  readonly ownBankId: number;
  /** The banks whose lines it may speak of; all of the head office's where it sent the file itself. */
  readonly bankIds: readonly number[] | null;
}
const isOf = ({ bankIds }: Sender, { bankId }: { readonly bankId: number }): boolean =>
  bankIds === null || bankIds.includes(bankId);
type Row = CoreFile['rows'][number];

/** A loan of another branch is as unknown to a branch as one that is not there. */
const loanOf = async (sys: Tx, sender: Sender, loanNo: string): Promise<LoanRow | null> => {
  const [row] = await sys.query<LoanRow>(
    `select id, loan_no as "loanNo", credit_line_id as "creditLineId", bank_id as "bankId", balance,
       interest_due as "interestDue", to_char(core_on, 'YYYY-MM-DD') as "coreOn"
     from bank.loan where tenant_no = kit.tenant() and head_bank_id = $1 and loan_no = $2`,
    [sender.headBankId, loanNo],
  );
  return row && isOf(sender, row) ? row : null;
};
const knownRef = async (sys: Tx, headBankId: number, coreRef: string): Promise<Known | null> => {
  const [row] = await sys.query<Known>(
    `select p.kind, p.amount as cents, p.bank_id as "bankId", l.loan_no as "loanNo" from bank.credit_payment p
       left join bank.loan l on l.tenant_no = p.tenant_no and l.id = p.loan_id
     where p.tenant_no = kit.tenant() and p.head_bank_id = $1 and p.core_ref = $2`,
    [headBankId, coreRef],
  );
  return row ?? null;
};
/** A payment that was audited here and waits for the core system's word. */
const waiting = async (sys: Tx, loan: LoanRow, row: Row): Promise<number | null> => {
  const [found] = await sys.query<{ id: number }>(
    `select id from bank.credit_payment where tenant_no = kit.tenant() and credit_line_id = $1 and status = 'audited'
       and kind = $3 and amount = $4 and (loan_id = $2 or loan_id is null) order by id limit 1`,
    [loan.creditLineId, loan.id, row.kind, row.amountCents],
  );
  return found?.id ?? null;
};

type Outcome = 'matched' | 'new' | 'known' | Difference;

async function takeRow(sys: Tx, sender: Sender, row: Row, makerId: number | null): Promise<Outcome> {
  const differs = (kind: string, ourValue: string | null, coreValue: string): Difference => ({
    kind,
    coreRef: row.coreRef,
    loanNo: row.loanNo,
    ourValue,
    coreValue,
  });
  const told = `${row.kind} ${formatCents(row.amountCents)} ${row.on}`;
  const known = await knownRef(sys, sender.headBankId, row.coreRef);
  if (known && !isOf(sender, known)) return differs('refused', null, told);
  if (known) {
    const same = known.cents === row.amountCents && known.kind === row.kind;
    if (!same) return differs('amount', `${known.kind} ${formatCents(known.cents)}`, told);
    if (known.loanNo !== null && known.loanNo !== row.loanNo) return differs('loan', known.loanNo, row.loanNo);
    return 'known';
  }
  const loan = await loanOf(sys, sender, row.loanNo);
  if (!loan) return differs('unknownLoan', null, told);
  const line = await lineOf(sys, loan.creditLineId, true);
  if (!line) return differs('unknownLoan', null, told);
  const bookedOn = (happenedOn: string) => bookedDay(sys, line.id, happenedOn);
  const audited = await waiting(sys, loan, row);
  if (audited !== null) {
    const payment = await paymentOf(sys, audited);
    if (payment)
      await executeByCore(
        sys,
        { ...payment, loanId: payment.loanId ?? loan.id },
        row.coreRef,
        await bookedOn(payment.happenedOn),
      );
    return 'matched';
  }
  if (row.on > today()) throw refuse('futureDay');
  if (row.on < (line.validFrom ?? '')) throw refuse('beforeLine');
  // Money the core system lent without an audited payment here is told, never booked as if it had been judged.
  if (isOutgoing(row.kind)) return differs('refused', null, told);
  await bookFromCore(sys, {
    kind: row.kind,
    line,
    loanId: loan.id,
    cents: row.amountCents,
    happenedOn: row.on,
    bookedOn: await bookedOn(row.on),
    coreRef: row.coreRef,
    makerId: makerId ?? line.managerUserId,
  });
  return 'new';
}

/** A row stands or falls alone: one that cannot be booked is told and stops no other. */
async function trying(sys: Tx, row: Row, work: () => Promise<Outcome>): Promise<Outcome> {
  await sys.query('savepoint core_row');
  try {
    const outcome = await work();
    await sys.query('set constraints all immediate');
    await sys.query('set constraints all deferred');
    await sys.query('release savepoint core_row');
    return outcome;
  } catch (error) {
    await sys.query('rollback to savepoint core_row');
    if (!(error instanceof AppError)) throw error;
    const { coreRef, loanNo } = row;
    const coreValue = `${row.kind} ${formatCents(row.amountCents)} ${row.on}`;
    return { kind: 'refused', coreRef, loanNo, ourValue: error.bizCode ?? error.key, coreValue };
  }
}

/**
 * R23: every row once by the core system's number. What is known changes nothing, what differs is named, and the core's balance is
 * compared with ours and never written over it; only its interest is taken over, as nobody else knows it.
 */
export const takeCoreFile = (tx: Tx, sender: Sender, file: CoreFile): Promise<Taken> =>
  asBank(tx, async (system) => {
    const { headBankId } = sender;
    const sys = { ...system, scope: { ...system.scope, userId: tx.scope.userId } };
    // Two machines that tell the same file at once follow each other.
    await sys.query("select pg_advisory_xact_lock(hashtextextended('bank.core ' || kit.tenant() || ' ' || $1, 0))", [
      headBankId,
    ]);
    const taken = { matched: 0, new: 0, known: 0, differing: [] as Difference[] };
    const lines = new Set<number>();
    const differ = async (bankId: number, one: Difference) => {
      taken.differing.push(one);
      await tellDifference(sys, bankId, headBankId, one);
    };
    for (const row of file.rows) {
      const outcome = await trying(sys, row, () => takeRow(sys, sender, row, tx.scope.userId));
      const loan = await loanOf(sys, sender, row.loanNo);
      if (typeof outcome === 'string') taken[outcome] += 1;
      else await differ(loan?.bankId ?? sender.ownBankId, outcome);
      if (loan && (outcome === 'matched' || outcome === 'new')) lines.add(loan.creditLineId);
    }
    for (const one of file.balances) {
      const loan = await loanOf(sys, sender, one.loanNo);
      const about = {
        coreRef: `${one.loanNo}@${one.on}`,
        loanNo: one.loanNo,
        coreValue: formatCents(one.balanceCents),
      };
      if (!loan) {
        await differ(sender.ownBankId, { kind: 'unknownLoan', ourValue: null, ...about });
        continue;
      }
      // A day that has not come would keep every file of the days until then out.
      if (one.on > today()) {
        await differ(loan.bankId, { kind: 'refused', ourValue: 'futureDay', ...about });
        continue;
      }
      // A file of an older day knows less than what is here.
      if (loan.coreOn !== null && loan.coreOn > one.on) continue;
      if (loan.balance !== one.balanceCents)
        await differ(loan.bankId, { kind: 'balance', ourValue: formatCents(loan.balance), ...about });
      await setCore(sys, loan.id, one);
      lines.add(loan.creditLineId);
    }
    for (const id of lines) {
      await executeChanges(sys, id);
      await meetNotices(sys, today(), id);
      await settleIfPaid(sys, id);
    }
    return taken;
  });

/** Numbers are the head office's; a branch books and hears of the lines of its own tree alone. */
async function senderOf(tx: Tx, principalId: number | null): Promise<Sender> {
  const [row] = await tx.query<{ head: number | null; isBank: boolean }>(
    `select bank.head_office($1) as head, $1 = any (bank.my_banks()) as "isBank"`,
    [principalId],
  );
  if (principalId === null || !row?.head || !row.isBank) throw refuse('notBank');
  const bankIds = row.head === principalId ? null : [...new Set([principalId, ...tx.scope.principals])];
  return { headBankId: row.head, ownBankId: principalId, bankIds };
}

export const coreRoutes = (): Route[] => [
  serve('bank', importPayments, async (call: Call<typeof importPayments>) => {
    const taken = await takeCoreFile(call.tx, await senderOf(call.tx, call.actor.principalId), call.body);
    call.answer.msg = call.say('ok.done');
    return taken;
  }),
  // By the numbers in its body: a file told again changes nothing, with a key or without.
  serveThird(
    'bank',
    openCore,
    'bank:core',
    async ({ body, client, tx }) => takeCoreFile(tx, await senderOf(tx, client.principalId), body),
    'byBody',
  ),
];
