import { recordTransition } from '#kit/server/audit/transition.ts';
import { recordCalc } from '#kit/server/calc/calc.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { setDue } from '#kit/server/due/due.ts';
import { tellClient } from '../credit/credit-line.system.ts';
import { lineOf } from '../credit/line.ts';
import { closingCalc } from './calc.ts';
import { bookedOn, type Snapshot, snapshotOf } from './figures.ts';

/** R24: told twice, then taken as agreed. */
export const statementDue = 'bank.statement';
const day = 86_400_000;
export const answerDays = 15;
const reminderDays = [5, 10] as const;

export const columnsOf = ({ figures, payments, hash }: Snapshot) => ({
  ...figures,
  payments: JSON.stringify(payments),
  snapshotHash: hash,
});

export const recordClosing = (tx: Tx, id: number, { figures }: Snapshot) =>
  recordCalc(tx, {
    kind: closingCalc,
    id,
    rule: { ref: 'bank.creditStatement', content: { rule: 'R24' } },
    inputs: { openingCents: figures.opening, disbursedCents: figures.disbursed, repaidCents: figures.repaid },
  });

/** From now on the client has its days; the clock reminds it and then agrees for it. */
export async function startAnswer(tx: Tx, id: number): Promise<void> {
  for (const after of [...reminderDays, answerDays])
    await setDue(tx, statementDue, `${id}:${after}`, new Date(Date.now() + after * day));
  const [row] = await tx.query<{ creditLineId: number; month: string }>(
    `select credit_line_id as "creditLineId", month from bank.credit_statement
      where tenant_no = kit.tenant() and id = $1`,
    [id],
  );
  const line = row && (await lineOf(tx, row.creditLineId));
  if (line) await tellClient(tx, line, 'statement', { month: row.month });
}

/** Lines that moved in the month or owed something at either end of it, and have no statement for it yet. */
const open = `select l.id from bank.credit_line l where l.tenant_no = kit.tenant()
    and ($2::bigint[] is null or l.bank_id = any ($2))
    and not exists (select 1 from bank.credit_statement s where s.tenant_no = l.tenant_no
      and s.credit_line_id = l.id and s.month = $1)
    and exists (select 1 from bank.credit_payment p where p.tenant_no = l.tenant_no and p.credit_line_id = l.id
      and p.executed_at is not null and ${bookedOn} < (($1 || '-01')::date + interval '1 month')::date)
  order by l.id`;

export async function makeMonth(
  sys: Tx,
  month: string,
  how: { readonly bankIds?: readonly number[]; readonly status: 'draft' | 'issued' },
): Promise<number> {
  let made = 0;
  for (const id of await unstated(sys, month, how.bankIds)) if (await makeOne(sys, id, month, how.status)) made += 1;
  return made;
}
export const unstated = async (sys: Tx, month: string, bankIds?: readonly number[]): Promise<number[]> =>
  (await sys.query<{ id: number }>(open, [month, bankIds ?? null])).map((one) => one.id);

export async function makeOne(
  sys: Tx,
  creditLineId: number,
  month: string,
  status: 'draft' | 'issued',
): Promise<boolean> {
  // Held: a payment executed meanwhile is in this statement, or sees that it is made and is booked after it.
  const line = await lineOf(sys, creditLineId, true);
  if (!line) return false;
  const snapshot = await snapshotOf(sys, creditLineId, month);
  const { figures: f, payments, hash } = snapshot;
  if (payments.length === 0 && f.opening === 0 && f.closing === 0) return false;
  const isIssued = status === 'issued';
  const [row] = await sys.query<{ id: number }>(
    `insert into bank.credit_statement (tenant_no, doc_no, credit_line_id, bank_id, principal_id, month, opening,
      disbursed,
       repaid, interest_paid, closing, heads, book_value, eligible_value, ltv, dead, released, swapped, payments,
       snapshot_hash, status, issued_at, confirm_by, created_by)
     values (kit.tenant(), kit.doc_no('LS'), $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16,
       $17, $18,
       $19, case when $20 then now() end, case when $20 then (now() at time zone 'Asia/Shanghai')::date + ${answerDays} end, $21)
     on conflict (tenant_no, credit_line_id, month) do nothing returning id`,
    [
      creditLineId,
      line.bankId,
      line.principalId,
      month,
      f.opening,
      f.disbursed,
      f.repaid,
      f.interestPaid,
      f.closing,
      f.heads,
      f.bookValue,
      f.eligibleValue,
      f.ltv,
      f.dead,
      f.released,
      f.swapped,
      JSON.stringify(payments),
      hash,
      status,
      isIssued,
      sys.scope.userId,
    ],
  );
  if (!row) return false;
  await recordClosing(sys, row.id, snapshot);
  if (isIssued) await startAnswer(sys, row.id);
  return true;
}

interface Waiting {
  readonly id: number;
  readonly creditLineId: number;
  readonly month: string;
  readonly status: string;
}
/** The clock of one statement: a reminder, or on the last day the answer nobody gave. */
export async function tick(sys: Tx, id: number, after: number): Promise<void> {
  const [row] = await sys.query<Waiting>(
    `select id, credit_line_id as "creditLineId", month, status from bank.credit_statement
     where tenant_no = kit.tenant() and id = $1 for update`,
    [id],
  );
  if (row?.status !== 'issued') return;
  const line = await lineOf(sys, row.creditLineId);
  if (after < answerDays) {
    await sys.query(
      `update bank.credit_statement set reminders = reminders + 1, version = version + 1, updated_at = now()
       where tenant_no = kit.tenant() and id = $1`,
      [id],
    );
    if (line) await tellClient(sys, line, 'statementAgain', { month: row.month });
    return;
  }
  await sys.query(
    `update bank.credit_statement set status = 'confirmed', confirmed_at = now(), is_silent = true, version =
      version + 1,
       updated_at = now() where tenant_no = kit.tenant() and id = $1`,
    [id],
  );
  await recordTransition(
    sys,
    { userId: null, nickname: null },
    { entity: 'bank.creditStatement', entityId: id, name: 'confirm', from: 'issued', to: 'confirmed' },
  );
}

/** The client was merged into another unit: statements of a line that runs are the survivor’s to read and to confirm. */
export const followStatements = (tx: Tx, from: number, to: number): Promise<unknown> =>
  tx.query(
    `update bank.credit_statement t set principal_id = $2, version = t.version + 1, updated_at = now()
     from bank.credit_line o where t.tenant_no = kit.tenant() and t.principal_id = $1
       and o.tenant_no = t.tenant_no and o.id = t.credit_line_id and o.principal_id = $2`,
    [from, to],
  );
