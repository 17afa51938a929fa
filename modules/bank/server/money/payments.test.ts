import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorld, type Person, type World } from '#apps/server/testing/world.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import {
  clientAt,
  day,
  type Lent,
  lineRow,
  makeLent,
  paid,
  someoneAt,
  stepPayment,
  typed,
} from '#modules/bank/testing/credit-rows.ts';
import { unique } from '#modules/bank/testing/custody.ts';
import { bookIncome, debtOf } from '../credit/kernel.ts';
import { raise } from '../watch/kernel.ts';
import { compareBalances } from './money-night.ts';

let world: World;
let maker: Person;
let auditor: Person;
let rival: Person;
beforeAll(async () => {
  world = await openWorld({ pool: 10 });
  maker = await someoneAt(world, 'bank_maker', 'bank1');
  auditor = await someoneAt(world, 'bank_auditor', 'bank1');
  rival = await someoneAt(world, 'bank_money_rival', 'bank2');
});
afterAll(() => world.close());

const inBank = <T>(work: Parameters<typeof world.database.transaction<T>>[1]) =>
  world.database.transaction(systemScope(1505, 'test'), work);
const submitted = async (lent: Lent, kind: string, cents: number, more: object = {}): Promise<number> => {
  const { data } = await typed(world, maker, lent, kind, cents, more);
  expect(await stepPayment(world, maker, data.id, 'submit')).toMatchObject({ code: 200 });
  return data.id;
};
const rowOf = async (id: number) =>
  (
    await world.sql(
      `select status, amount::int as amount, checks, surplus::int as surplus, interest_part::int as interest
       from bank.credit_payment where id = $1`,
      [id],
    )
  )[0];
const wholeLimit = (lent: Lent) => paid(world, { maker, auditor }, lent, 'disburse', 8_400_000);

describe('R22: what is judged when money leaves', () => {
  it('acceptance 6: passes at 70.00, not at 70.01, and never by the person who made it', async () => {
    const lent = await makeLent(world, 10);
    const atLimit = await submitted(lent, 'disburse', 8_400_000);
    expect(await stepPayment(world, maker, atLimit, 'audit')).toMatchObject({ bizCode: 'samePerson' });
    expect(await stepPayment(world, auditor, atLimit, 'audit')).toMatchObject({ code: 200 });
    const stored = await rowOf(atLimit);
    expect(stored.checks.audit).toMatchObject({ ltvAfter: 70 });
    expect(stored.checks.audit.conditions.every((one: { ok: boolean }) => one.ok)).toBe(true);
    const above = await makeLent(world, 10);
    const over = await submitted(above, 'disburse', 8_401_200);
    const refused = await stepPayment(world, auditor, over, 'audit');
    expect(refused).toMatchObject({ bizCode: 'ltvOver' });
    expect(refused.msg).toContain('70.01');
    expect((await rowOf(over)).status).toBe('submitted');
  });

  it('two payments of which each fits alone do not both pass, told one after the other or at once', async () => {
    const lent = await makeLent(world, 10);
    const both = [await submitted(lent, 'disburse', 5_000_000), await submitted(lent, 'disburse', 5_000_000)];
    const answers = await Promise.all(both.map((id) => stepPayment(world, auditor, id, 'audit')));
    expect(answers.map((one) => one.bizCode ?? 'passed').toSorted()).toEqual(['ltvOver', 'passed']);
  });

  it('a condition that turns red between the check and the audit refuses it', async () => {
    const lent = await makeLent(world, 10);
    const ask = { creditLineId: lent.creditLineId, kind: 'disburse', amount: 1_000_000, hasProof: true };
    const red = async () => {
      const answer = await maker.post('bank/payment/check', ask);
      expect(answer).toMatchObject({ code: 200 });
      return answer.data.conditions.filter((one: { ok: boolean }) => !one.ok).map((one: { code: string }) => one.code);
    };
    expect(await red()).toEqual([]);
    const id = await submitted(lent, 'disburse', 1_000_000);
    const [item] = await world.sql(
      'select id::int as id, ear_tag as "earTag" from bank.pledge_item where pledge_id = $1 limit 1',
      [lent.pledgeId],
    );
    await inBank((tx) =>
      raise(tx, 'pledgeMissing', {
        subject: { entity: 'bank.pledgeItem', id: item.id, name: item.earTag },
        bankId: lent.bankId,
        principalId: lent.principalId,
        args: { pledgeId: lent.pledgeId, earTag: item.earTag, docNo: 'PL' },
      }),
    );
    expect(await stepPayment(world, auditor, id, 'audit')).toMatchObject({ bizCode: 'alarmOpen' });
    expect(await red()).toEqual(['noAlarm']);
    const late = await makeLent(world, 10);
    const second = await submitted(late, 'disburse', 1_000_000);
    await world.sql(
      `insert into bank.pledge_count (tenant_no, region_code, doc_no, site_id, bank_id, principal_id, pledge_ids, method,
         planned_on, due_on) select 1505, region_code, $2, id, bank_id, principal_id, array[$3::bigint], 'scan',
         current_date - 9, current_date - 2 from bank.pledge_site where id = $1`,
      [late.siteId, `PS${unique()}`, late.pledgeId],
    );
    expect(await stepPayment(world, auditor, second, 'audit')).toMatchObject({ bizCode: 'countOverdue' });
    const frozen = await makeLent(world, 10);
    const third = await submitted(frozen, 'disburse', 1_000_000);
    await world.sql("update bank.credit_line set status = 'frozen' where id = $1", [frozen.creditLineId]);
    expect(await stepPayment(world, auditor, third, 'audit')).toMatchObject({ bizCode: 'lineNotOpen' });
  });

  it('more than the limit, an entrusted payment without another payee, an open margin notice', async () => {
    const lent = await makeLent(world, 30);
    await world.sql('update bank.credit_line set approved_amount = 100000 where id = $1', [lent.creditLineId]);
    const much = await submitted(lent, 'disburse', 100_001);
    expect(await stepPayment(world, auditor, much, 'audit')).toMatchObject({ bizCode: 'overLimit' });
    const [client] = await world.sql('select client_name as name from bank.bank_client where id = $1', [lent.clientId]);
    const own = await submitted(lent, 'entrusted', 50_000, { payeeName: client.name });
    expect(await stepPayment(world, auditor, own, 'audit')).toMatchObject({ bizCode: 'proofMissing' });
    const other = await submitted(lent, 'entrusted', 50_000, { payeeName: '饲料公司' });
    expect(await stepPayment(world, auditor, other, 'audit')).toMatchObject({ code: 200 });
    const noticed = await makeLent(world, 10);
    const id = await submitted(noticed, 'disburse', 1_000_000);
    await world.sql(
      `insert into bank.margin_notice (tenant_no, doc_no, credit_line_id, bank_id, principal_id, issued_on, ltv, max_ltv,
         eligible_value, balance, add_value, repay_amount, due_on)
       values (1505, $4, $1, $2, $3, current_date, 83, 70, 1, 1, 1, 1, current_date + 5)`,
      [noticed.creditLineId, noticed.bankId, noticed.principalId, `LM${unique()}`],
    );
    expect(await stepPayment(world, auditor, id, 'audit')).toMatchObject({ bizCode: 'marginOpen' });
  });

  it('another bank and the client make and audit nothing here', async () => {
    const lent = await makeLent(world, 3);
    const id = await submitted(lent, 'disburse', 100_000);
    expect(await stepPayment(world, rival, id, 'audit')).toMatchObject({ code: 404 });
    expect(await typed(world, rival, lent, 'disburse', 100)).toMatchObject({ code: 404 });
    const client = await clientAt(world, lent.principalId);
    expect((await client.get(`bank/payment/${id}`)).data).toMatchObject({ amount: 100_000 });
  });
});

describe('R23: the balance is what the payments say', () => {
  it('acceptance 6: a number of the core system is booked once', async () => {
    const lent = await makeLent(world, 10);
    const coreRef = `CR${unique()}`;
    const ids = [await submitted(lent, 'disburse', 100_000), await submitted(lent, 'disburse', 200_000)];
    for (const id of ids) expect(await stepPayment(world, auditor, id, 'audit')).toMatchObject({ code: 200 });
    const answers = await Promise.all(
      ids.map((id) => stepPayment(world, auditor, id, 'execute', { form: { coreRef } })),
    );
    expect(answers.map((one) => one.bizCode ?? 'booked').toSorted()).toEqual(['booked', 'refDone']);
  });

  it('lending, repaying, interest and what is taken back move line and loan together, in every order', async () => {
    const lent = await makeLent(world, 10);
    const people = { maker, auditor };
    await wholeLimit(lent);
    const repaid = await paid(world, people, lent, 'repay', 400_000);
    expect(await lineRow(world, lent.creditLineId)).toMatchObject({ balance: 8_000_000, used: 8_400_000 });
    await world.sql('update bank.loan set interest_due = 5000 where id = $1', [lent.loanId]);
    await paid(world, people, lent, 'interest', 3000);
    expect(await lineRow(world, lent.creditLineId)).toMatchObject({ balance: 8_000_000, interest: 2000 });
    expect(await stepPayment(world, maker, repaid, 'reverse', { remark: '重复' })).toMatchObject({
      bizCode: 'samePerson',
    });
    expect(await stepPayment(world, auditor, repaid, 'reverse', { remark: '重复' })).toMatchObject({ code: 200 });
    expect(await lineRow(world, lent.creditLineId)).toMatchObject({ balance: 8_400_000 });
    expect(await stepPayment(world, auditor, repaid, 'reverse', { remark: '重复' })).toMatchObject({ code: 409 });
    const over = await submitted(lent, 'repay', 9_000_000);
    await stepPayment(world, auditor, over, 'audit');
    expect(await stepPayment(world, auditor, over, 'execute', { form: { coreRef: `CR${unique()}` } })).toMatchObject({
      bizCode: 'overBalance',
    });
    const faults = await inBank((tx) => compareBalances(tx));
    expect(faults.filter((one) => one.subject === lent.loanNo)).toEqual([]);
  });

  it('what goes back to the client is no more than was paid in', async () => {
    const lent = await makeLent(world, 10);
    const people = { maker, auditor };
    await paid(world, people, lent, 'disburse', 1_000_000);
    await paid(world, people, lent, 'repay', 400_000);
    const much = await submitted(lent, 'refund', 400_001);
    await stepPayment(world, auditor, much, 'audit');
    expect(await stepPayment(world, auditor, much, 'execute', { form: { coreRef: `CR${unique()}` } })).toMatchObject({
      bizCode: 'overLoan',
    });
    await paid(world, people, lent, 'refund', 400_000);
    expect(await lineRow(world, lent.creditLineId)).toMatchObject({ balance: 1_000_000 });
  });

  it('what is taken back gives each loan the interest that was taken of it, and no more', async () => {
    const lent = await makeLent(world, 10);
    const people = { maker, auditor };
    await paid(world, people, lent, 'disburse', 1_000_000);
    const [second] = await world.sql<{ id: number }>(
      `insert into bank.loan (tenant_no, credit_line_id, bank_id, head_bank_id, principal_id, loan_no, amount, rate,
         start_on, due_on, repay_way, interest_due)
       select tenant_no, credit_line_id, bank_id, head_bank_id, principal_id, $2, amount, rate, start_on, due_on + 30,
         repay_way, 5000 from bank.loan where id = $1 returning id::int as id`,
      [lent.loanId, `JK${unique()}`],
    );
    await world.sql('update bank.loan set interest_due = 2000 where id = $1', [lent.loanId]);
    const interest = async () =>
      (
        await world.sql<{ due: number }>(
          'select interest_due::int as due from bank.loan where id = any ($1) order by due_on',
          [[lent.loanId, second?.id]],
        )
      ).map((one) => one.due);
    // 1,000 more than the core system has reported so far: it is interest, and of no loan.
    const id = await paid(world, people, lent, 'interest', 8000, { loanId: null });
    expect(await interest()).toEqual([0, 0]);
    expect(await stepPayment(world, auditor, id, 'reverse', { remark: '退票' })).toMatchObject({ code: 200 });
    expect(await interest()).toEqual([2000, 5000]);
    const one = await paid(world, people, lent, 'interest', 6000, { loanId: second?.id });
    expect(await interest()).toEqual([2000, 0]);
    expect(await stepPayment(world, auditor, one, 'reverse', { remark: '退票' })).toMatchObject({ code: 200 });
    expect(await interest()).toEqual([2000, 5000]);
    expect(await lineRow(world, lent.creditLineId)).toMatchObject({ balance: 1_000_000, interest: 7000 });
  });

  it('a settled line stands again as it stood when its repayment is taken back, until its animals are free', async () => {
    const lent = await makeLent(world, 10);
    const people = { maker, auditor };
    await paid(world, people, lent, 'disburse', 1_000_000);
    await world.sql("update bank.credit_line set status = 'frozen' where id = $1", [lent.creditLineId]);
    const due = async () =>
      (await world.sql(`select 1 from kit.due where kind = 'bank.discharge' and ref = $1`, [String(lent.creditLineId)]))
        .length;
    const repaid = await paid(world, people, lent, 'repay', 1_000_000);
    expect(await lineRow(world, lent.creditLineId)).toMatchObject({ balance: 0, status: 'settled' });
    expect(await due()).toBe(1);
    const reverse = (id: number) => stepPayment(world, auditor, id, 'reverse', { remark: '退票' });
    expect(await reverse(repaid)).toMatchObject({ code: 200 });
    expect(await lineRow(world, lent.creditLineId)).toMatchObject({
      balance: 1_000_000,
      status: 'frozen',
      dueOn: null,
    });
    expect(await due()).toBe(0);
    const again = await paid(world, people, lent, 'repay', 1_000_000);
    await world.sql("update bank.pledge set status = 'discharged', discharged_at = now() where id = $1", [
      lent.pledgeId,
    ]);
    expect(await reverse(again)).toMatchObject({ bizCode: 'lineDone' });
    await world.sql("update bank.credit_line set status = 'closed' where id = $1", [lent.creditLineId]);
    expect(await reverse(again)).toMatchObject({ bizCode: 'lineDone' });
    const refund = await submitted(lent, 'refund', 100_000);
    await stepPayment(world, auditor, refund, 'audit');
    const booked = await stepPayment(world, auditor, refund, 'execute', { form: { coreRef: `CR${unique()}` } });
    expect(booked).toMatchObject({ bizCode: 'lineDone' });
    expect(await lineRow(world, lent.creditLineId)).toMatchObject({ balance: 0, status: 'closed' });
  });

  it('a loan is no less than what was drawn on it and no more than what was approved', async () => {
    const lent = await makeLent(world, 10);
    const people = { maker, auditor };
    await paid(world, people, lent, 'disburse', 1_000_000);
    await paid(world, people, lent, 'repay', 400_000);
    const edit = async (amount: number) => {
      const { data } = await maker.get(`bank/loan/${lent.loanId}`);
      const { version, loanNo, rate, startOn, dueOn, repayWay } = data;
      return maker.post('bank/loan/edit', { id: lent.loanId, version, loanNo, amount, rate, startOn, dueOn, repayWay });
    };
    expect(await edit(999_999)).toMatchObject({ bizCode: 'underDrawn' });
    expect(await edit(10_000_001)).toMatchObject({ bizCode: 'overLimit' });
    expect(await edit(1_000_000)).toMatchObject({ code: 200 });
  });

  it('no money moved before its line began, nor on a day that has not come', async () => {
    const lent = await makeLent(world, 3);
    for (const happenedOn of [day(-101), day(1)])
      expect(await typed(world, maker, lent, 'repay', 100, { happenedOn })).toMatchObject({ code: 422 });
    expect(await typed(world, maker, lent, 'repay', 100, { happenedOn: day(-99) })).toMatchObject({ code: 200 });
  });

  it('at every commit: whoever writes a balance, a payment or an entry by hand keeps nothing', async () => {
    const lent = await makeLent(world, 10);
    const id = await wholeLimit(lent);
    const byHand: [string, unknown[]][] = [
      ['update bank.loan set balance = balance - 1 where id = $1', [lent.loanId]],
      ['update bank.credit_line set balance = 5 where id = $1', [lent.creditLineId]],
      ['update bank.credit_payment set amount = 1 where id = $1', [id]],
      ["update bank.credit_payment set status = 'audited' where id = $1", [id]],
      [
        `insert into bank.loan_entry (tenant_no, loan_id, payment_id, bank_id, principal_id, amount)
         select 1505, $1, $2, bank_id, principal_id, 100 from bank.loan where id = $1`,
        [lent.loanId, await submitted(lent, 'repay', 100)],
      ],
      [
        `update bank.credit_payment set status = 'executed', executed_at = now() where id = $1`,
        [await submitted(lent, 'repay', 100)],
      ],
    ];
    for (const [text, values] of byHand) await expect(world.sql(text, values), text).rejects.toThrow();
    expect(await lineRow(world, lent.creditLineId)).toMatchObject({ balance: 8_400_000 });
  });

  it('R45: what an insurer pays waits for its audit, once, and what is left over is the client’s', async () => {
    const lent = await makeLent(world, 10);
    await paid(world, { maker, auditor }, lent, 'disburse', 1_000_000);
    const book = () =>
      inBank((tx) =>
        bookIncome(tx, {
          creditLineId: lent.creditLineId,
          kind: 'claimIn',
          cents: 1_200_000,
          ref: `insurance.insSettlement:${lent.pledgeId}`,
          files: [],
        }),
      );
    const id = (await book()) as number;
    expect(await book()).toBe(id);
    expect(await lineRow(world, lent.creditLineId)).toMatchObject({ balance: 1_000_000, status: 'effective' });
    expect(await stepPayment(world, auditor, id, 'audit')).toMatchObject({ code: 200 });
    expect((await inBank((tx) => debtOf(tx, lent.creditLineId))).isClear).toBe(false);
    const done = await stepPayment(world, auditor, id, 'execute', { form: { coreRef: `CR${unique()}` } });
    expect(done).toMatchObject({ code: 200 });
    expect(await rowOf(id)).toMatchObject({ status: 'executed', surplus: 200_000 });
    const line = await lineRow(world, lent.creditLineId);
    // R33, acceptance 15: the last payment settles the line, and the discharge is due on the next working day.
    expect(line).toMatchObject({ balance: 0, status: 'settled' });
    expect(line.dueOn > day()).toBe(true);
    expect((await inBank((tx) => debtOf(tx, lent.creditLineId))).isClear).toBe(true);
  });
});
