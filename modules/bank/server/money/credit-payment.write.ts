import type { Cents } from '#kit/contract/money.ts';
import { recordTransition } from '#kit/server/audit/transition.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { addUsed, reopenIfOwing } from '../credit/credit-line.system.ts';
import { addInterest } from '../credit/loan.rows.ts';
import { isViolation, refuse } from '../refusals.ts';
import { insertEntry } from './loan-entry.ts';

/** What is written of a payment beside the engine, and what it does to loans. */
export interface NewPayment {
  readonly kind: string;
  readonly line: { readonly id: number; readonly bankId: number; readonly principalId: number };
  readonly loanId: number | null;
  readonly cents: Cents;
  readonly happenedOn: string;
  readonly proofFiles?: readonly number[] | null;
  readonly sourceRef?: string | null;
  readonly coreRef?: string | null;
  readonly makerId: number;
  readonly status: 'submitted' | 'audited';
  readonly interestPart?: Cents;
  readonly surplus?: Cents;
  readonly reverseOfId?: number;
  readonly reason?: string | null;
}

export async function insertPayment(tx: Tx, one: NewPayment): Promise<number> {
  try {
    const [row] = await tx.query<{ id: number }>(
      `insert into bank.credit_payment (tenant_no, doc_no, kind, credit_line_id, loan_id, bank_id, head_bank_id,
         principal_id, amount, happened_on, proof_files, source_ref, core_ref, maker_id, status, interest_part, surplus,
         reverse_of_id, reason, created_by)
       values (kit.tenant(), kit.doc_no('LP'), $1, $2, $3, $4, bank.head_office($4), $5, $6, $7, $8, $9, $10, $11, $12,
         $13, $14, $15, $16, $11) returning id`,
      [
        one.kind,
        one.line.id,
        one.loanId,
        one.line.bankId,
        one.line.principalId,
        one.cents,
        one.happenedOn,
        one.proofFiles ?? null,
        one.sourceRef ?? null,
        one.coreRef ?? null,
        one.makerId,
        one.status,
        one.interestPart ?? 0,
        one.surplus ?? 0,
        one.reverseOfId ?? null,
        one.reason ?? null,
      ],
    );
    return row?.id ?? 0;
  } catch (error) {
    if (isViolation(error, 'credit_payment_core_ref')) throw refuse('refDone');
    throw error;
  }
}

export interface PaymentRow {
  readonly id: number;
  readonly docNo: string;
  readonly kind: string;
  readonly creditLineId: number;
  readonly loanId: number | null;
  readonly bankId: number;
  readonly principalId: number;
  readonly cents: Cents;
  readonly interestPart: Cents;
  readonly surplus: Cents;
  readonly happenedOn: string;
  readonly payeeName: string | null;
  readonly proofFiles: number[] | null;
  readonly coreRef: string | null;
  readonly makerId: number;
  readonly auditorId: number | null;
  readonly status: string;
  readonly version: number;
}
export async function paymentOf(tx: Tx, id: number): Promise<PaymentRow | null> {
  const [row] = await tx.query<PaymentRow>(
    `select id, doc_no as "docNo", kind, credit_line_id as "creditLineId", loan_id as "loanId", bank_id as "bankId",
       principal_id as "principalId", amount as cents, interest_part as "interestPart", surplus,
       to_char(happened_on, 'YYYY-MM-DD') as "happenedOn", payee_name as "payeeName", proof_files as "proofFiles",
       core_ref as "coreRef", maker_id as "makerId", auditor_id as "auditorId", status, version
     from bank.credit_payment where tenant_no = kit.tenant() and id = $1 for update`,
    [id],
  );
  return row ?? null;
}

interface OpenLoan {
  readonly id: number;
  readonly cents: Cents;
  readonly amountCents: Cents;
  readonly interestCents: Cents;
  readonly drawnCents: Cents;
}
const openLoans = (tx: Tx, creditLineId: number, loanId: number | null): Promise<OpenLoan[]> =>
  tx.query<OpenLoan>(
    `select l.id, l.balance as cents, l.amount as "amountCents", l.interest_due as "interestCents",
       coalesce((select sum(e.amount) from bank.loan_entry e join bank.credit_payment p on p.tenant_no = e.tenant_no
         and p.id = e.payment_id where e.tenant_no = l.tenant_no and e.loan_id = l.id
         and p.kind in ('disburse', 'entrusted')), 0)::bigint as "drawnCents"
     from bank.loan l where l.tenant_no = kit.tenant() and l.credit_line_id = $1 and ($2::bigint is null or l.id = $2)
     order by l.due_on, l.id for update of l`,
    [creditLineId, loanId],
  );

interface Part {
  readonly loanId: number;
  readonly cents: Cents;
}
interface Effect {
  readonly entries: readonly Part[];
  readonly interest: readonly Part[];
  readonly interestPart: Cents;
  readonly surplus: Cents;
  /** By how much the limit that is left shrinks. */
  readonly used: Cents;
}
const least = (a: Cents, b: Cents): Cents => (a < b ? a : b);

/** What is there goes to the first loan due, then to the next; principal before interest, the rest is the client's (R23, R47). */
function spread(loans: readonly OpenLoan[], cents: Cents, takesInterest: boolean): Effect {
  const [entries, interest] = [[] as Part[], [] as Part[]];
  let left = cents;
  for (const loan of loans) {
    const part = least(left, loan.cents);
    if (part > 0) entries.push({ loanId: loan.id, cents: -part });
    left -= part;
  }
  let interestPart = 0;
  for (const loan of takesInterest ? loans : []) {
    const part = least(left, loan.interestCents);
    if (part > 0) interest.push({ loanId: loan.id, cents: -part });
    interestPart += part;
    left -= part;
  }
  return { entries, interest, interestPart, surplus: left, used: 0 };
}

function effectOf(payment: PaymentRow, loans: readonly OpenLoan[]): Effect {
  const none = { entries: [], interest: [], interestPart: 0, surplus: 0, used: 0 };
  const [loan] = loans;
  switch (payment.kind) {
    case 'disburse':
    case 'entrusted':
      if (!loan || payment.loanId === null) throw refuse('loanMissing');
      if (loan.drawnCents + payment.cents > loan.amountCents) throw refuse('overLoan');
      return { ...none, entries: [{ loanId: loan.id, cents: payment.cents }], used: payment.cents };
    case 'refund':
      if (!loan || payment.loanId === null) throw refuse('loanMissing');
      // No more goes back than was paid in: anything above is lending, which R22 judges.
      if (loan.cents + payment.cents > loan.drawnCents) throw refuse('overLoan');
      return { ...none, entries: [{ loanId: loan.id, cents: payment.cents }] };
    case 'repay': {
      const effect = spread(loans, payment.cents, false);
      if (effect.surplus > 0) throw refuse('overBalance');
      return effect;
    }
    case 'interest': {
      let left = payment.cents;
      const interest = loans.flatMap((one) => {
        const part = least(left, one.interestCents);
        left -= part;
        return part > 0 ? [{ loanId: one.id, cents: -part }] : [];
      });
      // What the core has not reported yet is interest all the same (R25).
      return { ...none, interest, interestPart: payment.cents };
    }
    default:
      return spread(loans, payment.cents, true);
  }
}

async function write(tx: Tx, payment: PaymentRow, effect: Effect): Promise<void> {
  for (const one of effect.entries) await insertEntry(tx, payment, one.loanId, one.cents);
  for (const one of effect.interest) await addInterest(tx, one.loanId, one.cents);
  if (effect.used !== 0) await addUsed(tx, payment.creditLineId, effect.used);
  await reopenIfOwing(tx, payment.creditLineId);
}

/** What it took of each loan's interest: the core system may have reported less of it than was paid. */
const keepTaken = (tx: Tx, id: number, interest: readonly Part[]) =>
  tx.query('update bank.credit_payment set interest_taken = $2 where tenant_no = kit.tenant() and id = $1', [
    id,
    JSON.stringify(interest.map(({ loanId, cents }) => ({ loanId, cents: -cents }))),
  ]);

/** The balances move; the caller holds the line. */
export async function postPayment(tx: Tx, payment: PaymentRow): Promise<{ interestPart: Cents; surplus: Cents }> {
  const effect = effectOf(payment, await openLoans(tx, payment.creditLineId, payment.loanId));
  await write(tx, payment, effect);
  if (effect.interest.length > 0) await keepTaken(tx, payment.id, effect.interest);
  return { interestPart: effect.interestPart, surplus: effect.surplus };
}

/** A counter-entry of the same kind with the amount negated; both stay in the books, each in its own month. */
export async function reversePayment(tx: Tx, payment: PaymentRow, on: string, reason: string): Promise<number> {
  const userId = tx.scope.userId ?? payment.makerId;
  const counterId = await insertPayment(tx, {
    kind: payment.kind,
    line: { id: payment.creditLineId, bankId: payment.bankId, principalId: payment.principalId },
    loanId: payment.loanId,
    cents: -payment.cents,
    happenedOn: on,
    makerId: userId,
    status: 'audited',
    interestPart: -payment.interestPart,
    surplus: -payment.surplus,
    reverseOfId: payment.id,
    reason,
  });
  const entries = await tx.query<Part>(
    `select loan_id as "loanId", -amount as cents from bank.loan_entry
      where tenant_no = kit.tenant() and payment_id = $1`,
    [payment.id],
  );
  const loans = await openLoans(tx, payment.creditLineId, payment.loanId);
  if (entries.some((one) => (loans.find((loan) => loan.id === one.loanId)?.cents ?? 0) + one.cents < 0))
    throw refuse('overBalance');
  const interest = await tx.query<Part>(
    `select one."loanId", one.cents from bank.credit_payment p
       cross join lateral jsonb_to_recordset(p.interest_taken) one("loanId" bigint, cents bigint)
     where p.tenant_no = kit.tenant() and p.id = $1`,
    [payment.id],
  );
  const isDrawn = payment.kind === 'disburse' || payment.kind === 'entrusted';
  await write(
    tx,
    { ...payment, id: counterId },
    { entries, interest, interestPart: 0, surplus: 0, used: isDrawn ? -payment.cents : 0 },
  );
  await tx.query(
    `update bank.credit_payment set status = 'executed', executed_at = now(), executed_by = $2, booked_on = $3,
       version = version + 1 where tenant_no = kit.tenant() and id = $1`,
    [counterId, userId, on],
  );
  return counterId;
}

/** Audited here, done there: the core system's number ends it. */
export async function executeByCore(tx: Tx, payment: PaymentRow, coreRef: string, bookedOn: string): Promise<void> {
  const parts = await postPayment(tx, payment);
  await tx.query(
    `update bank.credit_payment set status = 'executed', core_ref = $2, loan_id = $3, executed_at = now(),
       executed_by = $4, interest_part = $5, surplus = $6, booked_on = $7, version = version + 1, updated_at = now()
     where tenant_no = kit.tenant() and id = $1`,
    [payment.id, coreRef, payment.loanId, tx.scope.userId, parts.interestPart, parts.surplus, bookedOn],
  );
  await recordTransition(
    tx,
    { userId: tx.scope.userId, nickname: null },
    { entity: 'bank.creditPayment', entityId: payment.id, name: 'execute', from: 'audited', to: 'executed' },
  );
}

/** Booked by the core system itself: it was audited there, under its own number. */
export async function bookFromCore(
  tx: Tx,
  { bookedOn, ...one }: Omit<NewPayment, 'status'> & { readonly coreRef: string; readonly bookedOn?: string },
): Promise<number> {
  const id = await insertPayment(tx, { ...one, coreRef: null, status: 'audited' });
  const payment = await paymentOf(tx, id);
  if (payment) await executeByCore(tx, payment, one.coreRef, bookedOn ?? one.happenedOn);
  return id;
}

/** The client was merged into another unit: the account of a line that runs is the survivor’s, with what was paid before. */
export const followPayments = (tx: Tx, from: number, to: number): Promise<unknown> =>
  tx.query(
    `update bank.credit_payment t set principal_id = $2, version = t.version + 1, updated_at = now()
     from bank.credit_line o where t.tenant_no = kit.tenant() and t.principal_id = $1
       and o.tenant_no = t.tenant_no and o.id = t.credit_line_id and o.principal_id = $2`,
    [from, to],
  );
