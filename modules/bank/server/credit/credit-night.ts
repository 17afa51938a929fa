import { formatCents } from '#kit/contract/money.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { registerDue } from '#kit/server/due/due.ts';
import { today } from '#kit/server/today.ts';
import { notify } from '#modules/platform/server/index.ts';
import { alone, type Night, takeSteps } from '../night.ts';
import { raise, settleAlarm } from '../watch/kernel.ts';
import { dischargeDue, moveLine, settleIfPaid, tellClient } from './credit-line.system.ts';
import { lineOf } from './line.ts';
import { ageLoans } from './loan.rows.ts';

const soonDays = 10;
const consentDays = 30;

/** A settled line that is still pledged after its working day: the branch head hears of it. */
export const registerCreditClocks = (): void =>
  registerDue(dischargeDue, async (tx, { ref }) => {
    const line = await lineOf(tx, Number(ref));
    if (line?.status !== 'settled') return;
    const open = await tx.query(
      `select 1 from bank.pledge where tenant_no = kit.tenant() and credit_line_id = $1
         and status in ('active', 'enforceAsked', 'enforcing') limit 1`,
      [line.id],
    );
    if (open.length === 0) return;
    await notify(tx, {
      type: 'reminder',
      title: { key: 'bank.told.dischargeLate', args: { docNo: line.docNo } },
      content: { key: 'bank.told.dischargeLateText', args: { docNo: line.docNo } },
      linkPath: `/bank/credit/detail?id=${line.id}`,
      audience: { principalIds: [line.bankId], roleCodes: ['bank_head', 'bank_reviewer'] },
    });
  });

interface LoanDue {
  readonly id: number;
  readonly loanNo: string;
  readonly creditLineId: number;
  readonly bankId: number;
  readonly principalId: number;
  readonly balance: number;
  readonly days: number;
}
const loansDue = (tx: Tx, where: string) =>
  tx.query<LoanDue>(
    `select l.id, l.loan_no as "loanNo", l.credit_line_id as "creditLineId", l.bank_id as "bankId",
       l.principal_id as "principalId", l.balance, ($1::date - l.due_on) as days
     from bank.loan l where l.tenant_no = kit.tenant() and ${where} order by l.id`,
    [today()],
  );
const aboutLoan = (one: LoanDue) => ({
  subject: { entity: 'bank.creditLine', id: one.creditLineId, name: one.loanNo },
  bankId: one.bankId,
  principalId: one.principalId,
  key: one.id,
  args: {
    creditLineId: one.creditLineId,
    loanNo: one.loanNo,
    amount: formatCents(one.balance),
    n: Math.abs(one.days),
  },
});

async function tellLoans(tx: Tx): Promise<void> {
  const late = await loansDue(tx, `l.status = 'overdue'`);
  const soon = await loansDue(
    tx,
    `l.status = 'active' and l.balance > 0 and l.due_on between $1::date and $1::date + ${soonDays}`,
  );
  for (const one of late) await raise(tx, 'repayDue', aboutLoan(one));
  for (const one of soon) await raise(tx, 'repaySoon', aboutLoan(one));
  // What is paid, or moved on to the next stage, closes.
  await closeOthers(tx, 'repayDue', late);
  await closeOthers(tx, 'repaySoon', soon);
}
async function closeOthers(tx: Tx, kind: 'repayDue' | 'repaySoon', still: readonly LoanDue[]): Promise<void> {
  const open = await tx.query<{ key: string }>(
    `select split_part(a.dedup_key, ':', 2) as key from platform.alarm_view a where a.tenant_no = kit.tenant()
       and a.kind = $1 and a.status <> 'closed'`,
    [kind],
  );
  const keep = new Set(still.map((one) => String(one.id)));
  for (const { key } of open) if (!keep.has(key)) await settleAlarm(tx, kind, key);
}

interface Standing {
  readonly id: number;
  readonly isLate: boolean;
  readonly status: string;
  readonly back: string;
}
const standings = (tx: Tx): Promise<Standing[]> =>
  tx.query<Standing>(
    `select l.id, l.status, exists (select 1 from bank.loan o
      where o.tenant_no = l.tenant_no and o.credit_line_id = l.id
         and o.status = 'overdue') as "isLate",
       coalesce((select h.from_status from kit.transition_history h where h.tenant_no = l.tenant_no
         and h.entity = 'bank.creditLine' and h.entity_id = l.id
           and h.to_status = 'overdue' order by h.id desc limit 1),
         'effective') as back
     from bank.credit_line l where l.tenant_no = kit.tenant()
       and l.status in ('effective', 'frozen', 'overdue') order by l.id`,
  );
async function ageLine(tx: Tx, { id, isLate, status, back }: Standing): Promise<void> {
  if (isLate && status !== 'overdue') {
    const line = await moveLine(tx, id, ['effective', 'frozen'], 'overdue', 'overdue');
    if (line) await tellClient(tx, line, 'overdue');
  }
  // Back to where it was: a frozen line is not thawed by a repayment.
  if (!isLate && status === 'overdue') await moveLine(tx, id, ['overdue'], back, 'catchUp');
  await settleIfPaid(tx, id);
}

async function tellConsents(tx: Tx): Promise<void> {
  const ending = await tx.query<{
    id: number;
    name: string;
    bankId: number;
    principalId: number;
    n: number;
    to: string;
  }>(
    `select c.id, c.client_name as name, c.bank_id as "bankId", c.principal_id as "principalId", (c.consent_to -
      $1::date) as n,
       to_char(c.consent_to, 'YYYY-MM-DD') as "to" from bank.bank_client c
     where c.tenant_no = kit.tenant() and c.status in ('active', 'watch') and c.consent_ended_at is null
       and c.consent_to between $1::date and $1::date + ${consentDays}`,
    [today()],
  );
  for (const one of ending)
    await raise(tx, 'consentEnding', {
      subject: { entity: 'bank.bankClient', id: one.id, name: one.name },
      bankId: one.bankId,
      principalId: one.principalId,
      args: { clientId: one.id, name: one.name, n: one.n, until: one.to },
    });
  const open = await tx.query<{ key: string }>(
    `select split_part(a.dedup_key, ':', 2) as key from platform.alarm_view a where a.tenant_no = kit.tenant()
       and a.kind = 'consentEnding' and a.status <> 'closed'`,
  );
  const keep = new Set(ending.map((one) => String(one.id)));
  for (const { key } of open) if (!keep.has(key)) await settleAlarm(tx, 'consentEnding', key);
}

export const creditNight = (night: Night): Promise<void> =>
  takeSteps(night, [
    alone(ageLoans),
    async () => night.each(await night.run(standings), ageLine),
    alone(tellLoans),
    alone(tellConsents),
  ]);
