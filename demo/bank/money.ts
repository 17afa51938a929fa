import type { Tx } from '#kit/server/db/database.ts';
import { bookFromCore } from '#modules/bank/server/money/credit-payment.write.ts';
import { makeMonth } from '#modules/bank/server/money/credit-statement.write.ts';
import { headValues } from '#modules/bank/server/product/valuation.ts';
import { valueDay } from '#modules/bank/server/product/value-night.ts';
import { onDay } from '../numbers.ts';
import type { DemoWorld } from '../part.ts';
import type { Book, DemoLine } from './book.ts';
import { addDays, at, monthEnd, monthStart } from './days.ts';
import { pledgeHerd } from './herd.ts';

const yuan = 100;
/** Days of the past of which every one was valued; before them the last of each month. */
const dailyDays = 45;
const statementMonths = 9;

interface Loan {
  readonly id: number;
  readonly cents: number;
}
interface Act {
  readonly day: string;
  readonly order: number;
  run(tx: Tx): Promise<unknown>;
}

/** What is owed in the end: a share of what the herd is worth now, in round figures unless the share is told to the hundredth. */
async function owedOf(tx: Tx, line: DemoLine, today: string): Promise<number> {
  const worth = await headValues(tx, {
    productId: line.productId,
    day: today,
    animalIds: line.animals.map((one) => one.id),
  });
  const value = [...worth.values()].reduce((sum, one) => sum + one.cents, 0);
  const cut = line.plan.product === 'MN' && !line.plan.bank ? 0.9 : 1;
  const owed = (value * cut * line.plan.owedPct) / 100;
  return Number.isInteger(line.plan.owedPct)
    ? Math.max(Math.round(owed / (1000 * yuan)) * 1000 * yuan, 10_000 * yuan)
    : Math.round(owed / yuan) * yuan;
}

class Ledger {
  readonly acts: Act[] = [];
  readonly #world: DemoWorld;
  readonly #book: Book;
  #serial = 20_260;

  constructor(world: DemoWorld, book: Book) {
    this.#world = world;
    this.#book = book;
  }

  at(day: string, order: number, run: (tx: Tx) => Promise<unknown>): void {
    if (day <= this.#world.today) this.acts.push({ day, order, run });
  }

  ref(): string {
    this.#serial += 7;
    return `HX${this.#serial}`;
  }

  async plan(tx: Tx, line: DemoLine): Promise<void> {
    const { today } = this.#world;
    const random = this.#world.random(4610 + this.acts.length);
    const owed = await owedOf(tx, line, today);
    const isClosed = line.plan.end === 'closed';
    const paidBack = Math.round((owed * 0.18) / (1000 * yuan)) * 1000 * yuan;
    const lent = owed + (line.plan.monthsBack > 5 ? paidBack : 0);
    const paidOn = addDays(line.contractOn, 4);
    const dueOn =
      line.plan.end === 'enforcing' || line.plan.end === 'overdue'
        ? addDays(today, line.plan.end === 'overdue' ? -21 : -118)
        : addDays(paidOn, 725);
    let loan: Loan | null = null;
    const approved = Math.ceil((lent * 1.06) / (10_000 * yuan)) * 10_000 * yuan;
    const money = { id: line.lineId, bankId: line.bankId, principalId: line.holder.id };
    const makerId = line.plan.bank ? this.#book.people.other : this.#book.people.manager;
    const pay = (kind: string, cents: number, day: string) => (sys: Tx) =>
      bookFromCore(sys, {
        kind,
        line: money,
        loanId: loan?.id ?? null,
        cents,
        happenedOn: day,
        coreRef: this.ref(),
        makerId,
      });
    this.at(line.contractOn, 0, async (sys) => {
      await sys.query(
        `update bank.credit_line set applied_amount = $2, proposed_amount = $2, approved_amount = $2, computed_limit = null
         where id = $1`,
        [line.lineId, approved],
      );
      await pledgeHerd(sys, line, today, random);
    });
    this.at(paidOn, 1, async (sys) => {
      const [made] = await sys.query<{ id: number }>(
        `insert into bank.loan (tenant_no, credit_line_id, bank_id, head_bank_id, principal_id, loan_no, amount, rate, start_on, due_on,
           repay_way, created_at)
         select tenant_no, id, bank_id, $2, principal_id, $3, $4, rate, $5, $6, $7, $8 from bank.credit_line where id = $1 returning id`,
        [
          line.lineId,
          line.headBankId,
          `JJ${paidOn.replaceAll('-', '')}${String(line.lineId).padStart(5, '0')}`,
          lent,
          paidOn,
          dueOn,
          random.pick(['bullet', 'interestMonthly', 'instalment']),
          at(paidOn),
        ],
      );
      loan = { id: made?.id as number, cents: lent };
      await pay('disburse', lent, paidOn)(sys);
    });
    const last = isClosed ? (line.plan.settledBack ?? 1) : 0;
    for (let back = line.plan.monthsBack - 1; back >= last; back--) {
      const day = addDays(monthStart(today, -back), 20);
      // Who is overdue pays no interest any more.
      if (day > dueOn && line.plan.end !== 'effective') continue;
      this.at(day, 2, pay('interest', Math.round((lent * 0.045) / 12 / 100) * 100, day));
    }
    if (lent > owed) {
      const first = Math.round(paidBack / 2 / yuan) * yuan;
      const days = [addDays(paidOn, 95), addDays(paidOn, 150)];
      for (const [index, day] of days.entries())
        this.at(day, 3, pay('repay', index === 0 ? first : paidBack - first, day));
    }
    if (isClosed) {
      const settled = addDays(monthStart(today, -(line.plan.settledBack ?? 1)), 22);
      this.at(settled, 4, pay('repay', owed, settled));
      this.at(settled, 5, (sys) => close(sys, line, settled));
    }
  }
}

/** Paid back, discharged the working day after, deregistered in the week after that. */
export async function close(tx: Tx, line: DemoLine, settled: string, keepsSite = false): Promise<void> {
  const free = addDays(settled, 1);
  await tx.query(
    `update bank.pledge_item set state = 'released', end_reason = 'settled', to_at = $2 where tenant_no = kit.tenant()
       and pledge_id = $1 and state = 'pledged'`,
    [line.pledgeId, at(free)],
  );
  await tx.query(
    `update bank.pledge set status = 'closed', discharge_reason = 'settled', discharge_due_on = $2::date, discharged_at = $2,
       deregister_due_on = $2::date + 10, cancel_no = registry_no || 'X', cancelled_on = $3 where id = $1`,
    [line.pledgeId, at(free), addDays(settled, 7)],
  );
  await tx.query(`update bank.credit_line set status = 'closed', settled_at = $2, state_since = $2 where id = $1`, [
    line.lineId,
    at(settled, 16),
  ]);
  if (!keepsSite) await tx.query(`update bank.pledge_site set status = 'closed' where id = $1`, [line.siteId]);
}

/** A day after the other, as it went: herds, money, and what they were worth in the night; today is valued when everything is told. */
export async function tellMoney(world: DemoWorld, book: Book): Promise<void> {
  const { today, turns } = world;
  const ledger = new Ledger(world, book);
  await turns.take(async (tx) => {
    for (const line of book.lines) await ledger.plan(tx, line);
  });
  const acts = ledger.acts.toSorted((a, b) => (a.day === b.day ? a.order - b.order : a.day < b.day ? -1 : 1));
  const nights = [
    ...Array.from({ length: 14 }, (_, index) => monthEnd(today, index - 14)).filter(
      (day) => day < addDays(today, -dailyDays),
    ),
    ...Array.from({ length: dailyDays }, (_, index) => addDays(today, index - dailyDays)),
  ];
  let next = 0;
  for (let from = 0; from < nights.length; from += 10)
    await turns.take(async (tx) => {
      for (const night of nights.slice(from, from + 10)) {
        for (; acts[next] && (acts[next] as Act).day <= night; next++) await (acts[next] as Act).run(tx);
        await valueDay(tx, night);
      }
    });
  await turns.take(async (tx) => {
    for (; acts[next]; next++) await (acts[next] as Act).run(tx);
    await endMonths(world, tx, book);
  });
}

/** Money that is due and did not come, statements of the months, and payments that wait. */
async function endMonths({ today }: DemoWorld, tx: Tx, { lines, people }: Book): Promise<void> {
  await tx.query(
    `update bank.loan n set status = 'overdue', overdue_days = $1::date - n.due_on,
       loan_class = case when $1::date - n.due_on > 90 then 'substandard' else 'attention' end,
       interest_due = round(n.balance * n.rate / 100 / 360 * ($1::date - n.due_on))
     where n.tenant_no = kit.tenant() and n.due_on < $1::date and n.balance > 0`,
    [today],
  );
  // What was executed through the core system long ago was audited then.
  await tx.query(
    `update bank.credit_payment set auditor_id = case when maker_id = $1 then null else $1 end,
       audited_at = (happened_on + time '15:00') at time zone 'Asia/Shanghai',
       executed_at = (happened_on + time '16:00') at time zone 'Asia/Shanghai', executed_by = $1,
       created_at = (happened_on + time '14:00') at time zone 'Asia/Shanghai'
     where tenant_no = kit.tenant() and status = 'executed'`,
    [people.payer],
  );
  for (let back = statementMonths; back >= 1; back--) {
    const month = monthStart(today, -back).slice(0, 7);
    await onDay(tx, monthStart(today, 1 - back), () =>
      makeMonth(tx, month, { status: back === 1 ? 'issued' : 'draft' }),
    );
  }
  await tx.query(
    `update bank.credit_statement set issued_at = ((month || '-01')::date + interval '1 month 8 hours') at time zone 'Asia/Shanghai',
       created_at = ((month || '-01')::date + interval '1 month 8 hours') at time zone 'Asia/Shanghai',
       confirm_by = ((month || '-01')::date + interval '1 month 15 days')::date
     where tenant_no = kit.tenant()`,
  );
  await tx.query(
    `update bank.credit_statement set status = 'confirmed', is_silent = id % 3 = 0, reminders = case when id % 3 = 0 then 2 else 0 end,
       confirmed_at = issued_at + make_interval(days => case when id % 3 = 0 then 15 else (id % 9)::int + 1 end)
     where tenant_no = kit.tenant() and status = 'draft'`,
  );
  await tx.query(
    `update bank.credit_statement set status = 'disputed', dispute_text = '8 月 20 日已还本 2 万元未列入', disputed_at = issued_at + interval '2 days'
     where id = (select max(s.id) from bank.credit_statement s where s.tenant_no = kit.tenant() and s.status = 'issued' and s.credit_line_id = $1)`,
    [lines[4]?.lineId],
  );
  await saveWaiting(tx, lines, people, today);
}

/** Four payments wait for the auditor: two of them will be refused by a condition that is red. */
async function saveWaiting(tx: Tx, lines: readonly DemoLine[], people: Book['people'], today: string): Promise<void> {
  const waiting = [
    [0, 'disburse', 8_000 * yuan],
    [7, 'disburse', 20_000 * yuan],
    [5, 'entrusted', 10_000 * yuan],
    [1, 'claimIn', 1_100 * yuan],
  ] as const;
  for (const [index, kind, cents] of waiting) {
    const line = lines[index];
    if (!line) continue;
    await tx.query(
      `insert into bank.credit_payment (tenant_no, doc_no, kind, credit_line_id, loan_id, bank_id, head_bank_id, principal_id, amount,
         happened_on, payee_name, maker_id, status, created_at)
       select kit.tenant(), kit.doc_no('LP'), $2, l.id, (select n.id from bank.loan n where n.credit_line_id = l.id order by n.id limit 1),
         l.bank_id, $3, l.principal_id, $4, $5, $6, l.manager_user_id, 'submitted', $7 from bank.credit_line l where l.id = $1`,
      [
        line.lineId,
        kind,
        line.headBankId,
        cents,
        today,
        kind === 'entrusted' ? '科尔沁草业(示范)' : null,
        at(addDays(today, -1), 14 + index),
      ],
    );
  }
  const [audited] = [lines[3]];
  if (audited)
    await tx.query(
      `insert into bank.credit_payment (tenant_no, doc_no, kind, credit_line_id, loan_id, bank_id, head_bank_id, principal_id, amount,
         happened_on, maker_id, auditor_id, audited_at, status, created_at)
       select kit.tenant(), kit.doc_no('LP'), 'disburse', l.id, (select n.id from bank.loan n where n.credit_line_id = l.id order by n.id limit 1),
         l.bank_id, $2, l.principal_id, 500000, $3, l.manager_user_id, $4, $5, 'audited', $5 from bank.credit_line l where l.id = $1`,
      [audited.lineId, audited.headBankId, today, people.payer, at(addDays(today, -1), 16)],
    );
}
