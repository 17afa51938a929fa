import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorld, type Person, type World } from '#apps/server/testing/world.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import { clientAt, day, type Lent, makeLent, paid, someoneAt } from '#modules/bank/testing/credit-rows.ts';
import { makeMonth, tick } from './credit-statement.write.ts';
import { monthBefore } from './figures.ts';

let world: World;
let maker: Person;
let auditor: Person;
beforeAll(async () => {
  world = await openWorld({ pool: 10 });
  maker = await someoneAt(world, 'bank_maker', 'bank1');
  auditor = await someoneAt(world, 'bank_auditor', 'bank1');
});
afterAll(() => world.close());

const inBank = <T>(work: Parameters<typeof world.database.transaction<T>>[1]) =>
  world.database.transaction(systemScope(1505, 'test'), work);
const month = monthBefore(day());
/** A line with a month behind it: lent and partly repaid, and valued on the month's last day. */
async function withMonth(): Promise<Lent> {
  const lent = await makeLent(world, 10);
  const people = { maker, auditor };
  await paid(world, people, lent, 'disburse', 5_000_000, { happenedOn: `${month}-10` });
  await paid(world, people, lent, 'repay', 1_000_000, { happenedOn: `${month}-20` });
  await paid(world, people, lent, 'interest', 20_000, { happenedOn: `${month}-21` });
  await world.sql(
    `insert into bank.credit_value_day (tenant_no, credit_line_id, bank_id, principal_id, product_id, day, heads, book_value,
       eligible_value, unseen_heads, uninsured_heads, balance, ltv)
     select 1505, id, bank_id, principal_id, product_id, $2, 10, 12000000, 12000000, 0, 0, 4000000, 33.33
     from bank.credit_line where id = $1`,
    [lent.creditLineId, `${month}-28`],
  );
  await inBank((tx) => makeMonth(tx, month, { status: 'issued' }));
  return lent;
}
const rowOf = async (lent: Lent) =>
  (
    await world.sql(
      `select id::int as id, version, status, opening::int as opening, disbursed::int as disbursed, repaid::int as repaid,
         interest_paid::int as interest, closing::int as closing, heads, ltv::float8 as ltv, reminders, is_silent as silent
       from bank.credit_statement where credit_line_id = $1 and month = $2`,
      [lent.creditLineId, month],
    )
  )[0];
const move = async (who: Person, lent: Lent, name: string, form?: object) => {
  const { id, version } = await rowOf(lent);
  return who.post('bank/statement/transition', { id, version, name, ...(form && { form }) });
};

describe('R24: statements', () => {
  it('acceptance 18: from executed payments and the last day’s value; disputed, corrected, both versions there', async () => {
    const lent = await withMonth();
    const row = await rowOf(lent);
    expect(row).toMatchObject({
      status: 'issued',
      opening: 0,
      disbursed: 5_000_000,
      repaid: 1_000_000,
      interest: 20_000,
      closing: 4_000_000,
      heads: 10,
      ltv: 33.33,
    });
    expect(await inBank((tx) => makeMonth(tx, month, { status: 'issued' }))).toBe(0);
    const client = await clientAt(world, lent.principalId);
    const sheet = await client.get(`bank/statement/${row.id}/sheet`);
    expect(sheet.data).toMatchObject({
      equal: true,
      payments: [{ kind: 'disburse' }, { kind: 'repay' }, { kind: 'interest' }],
    });
    expect(await move(maker, lent, 'confirm')).toMatchObject({ code: 403 });
    expect(await move(client, lent, 'dispute', { disputeText: '少记一笔还款' })).toMatchObject({ code: 200 });
    await paid(world, { maker, auditor }, lent, 'repay', 500_000, { happenedOn: `${month}-25` });
    expect((await client.get(`bank/statement/${row.id}/sheet`)).data.equal).toBe(false);
    expect(await move(client, lent, 'correct', { explanation: 'x' })).toMatchObject({ code: 403 });
    expect(await move(auditor, lent, 'correct', { explanation: '补记 25 日还款' })).toMatchObject({ code: 200 });
    expect(await rowOf(lent)).toMatchObject({ status: 'corrected', repaid: 1_500_000, closing: 3_500_000 });
    const after = (await client.get(`bank/statement/${row.id}/sheet`)).data;
    expect(after).toMatchObject({ equal: true, before: { figures: { closing: 4_000_000, repaid: 1_000_000 } } });
    const corrected = await auditor.post('bank/statement/paper', { id: row.id });
    const first = await auditor.post('bank/statement/paper', { id: row.id, first: true });
    for (const paper of [corrected, first]) expect(paper).toMatchObject({ code: 200 });
    expect(corrected.data.fileId).not.toBe(first.data.fileId);
  });

  it('what is booked after its month was stated stands in the next statement, under the day it moved', async () => {
    const lent = await withMonth();
    const { id } = await rowOf(lent);
    await paid(world, { maker, auditor }, lent, 'repay', 500_000, { happenedOn: `${month}-25` });
    const client = await clientAt(world, lent.principalId);
    expect((await client.get(`bank/statement/${id}/sheet`)).data.equal).toBe(true);
    const now = day().slice(0, 7);
    await inBank((tx) => makeMonth(tx, now, { status: 'issued' }));
    const [next] = await world.sql(
      `select opening::int as opening, repaid::int as repaid, closing::int as closing, payments from bank.credit_statement
       where credit_line_id = $1 and month = $2`,
      [lent.creditLineId, now],
    );
    expect(next).toMatchObject({ opening: 4_000_000, repaid: 500_000, closing: 3_500_000 });
    expect(next.payments).toEqual([expect.objectContaining({ kind: 'repay', on: `${month}-25`, cents: 500_000 })]);
  });

  it('who does not answer is reminded twice and agrees on the fifteenth day; whoever answered is left alone', async () => {
    const lent = await withMonth();
    const { id } = await rowOf(lent);
    await inBank(async (tx) => {
      await tick(tx, id, 5);
      await tick(tx, id, 10);
    });
    expect(await rowOf(lent)).toMatchObject({ status: 'issued', reminders: 2 });
    await inBank((tx) => tick(tx, id, 15));
    expect(await rowOf(lent)).toMatchObject({ status: 'confirmed', silent: true });
    const answered = await withMonth();
    const client = await clientAt(world, answered.principalId);
    expect(await move(client, answered, 'confirm')).toMatchObject({ code: 200 });
    const again = await rowOf(answered);
    await inBank((tx) => tick(tx, again.id, 15));
    expect(await rowOf(answered)).toMatchObject({ status: 'confirmed', silent: false, reminders: 0 });
  });

  it('R25: interest the core has not told is an estimate: balance × rate ÷ 360 × days', async () => {
    const { interestEstimate } = await import('../credit/loan.ts');
    expect(interestEstimate(60_000_000, 4.35, 30)).toBe(217_500);
    expect(interestEstimate(60_000_000, 4.35, 0)).toBe(0);
  });
});
