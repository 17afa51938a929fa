import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorld, type Person, type World } from '#apps/server/testing/world.ts';
import { today } from '#modules/insurance/testing/fixtures.ts';
import { makeHerd, makeHolder } from '#modules/insurance/testing/herd.ts';
import { peopleOf, village, type Walker, walker } from '#modules/insurance/testing/walk.ts';

let world: World;
let w: Walker;
let treasury: Person;
beforeAll(async () => {
  world = await openWorld({ pool: 10 });
  w = walker(await peopleOf(world));
  treasury = await world.as('tl_treasury');
});
afterAll(() => world.close());

const lastMonth = () => {
  const [year = 0, month = 0] = today().split('-').map(Number);
  return new Date(Date.UTC(year, month - 2, 1)).toISOString().slice(0, 7);
};
/** Issued in the middle of last month, as far as the books know. */
async function policy(): Promise<number> {
  const holder = await makeHolder(world, village);
  const id = await w.walk([holder], await makeHerd(world, holder, 1));
  await w.approve(id);
  await w.pay(id);
  const { data } = await w.issue(id);
  await world.sql('update insurance.ins_policy set issued_at = $2 where id = $1', [
    data.policyId,
    `${lastMonth()}-15T12:00:00+08:00`,
  ]);
  return data.policyId;
}
const linesOf = (policyId: number) =>
  world.sql(
    `select l.payer_code as payer, l.amount::int as amount, l.statement_id::int as statement
     from insurance.ins_statement_line l where l.source_kind = 'policy' and l.source_id = $1 order by l.id`,
    [policyId],
  );
const make = () => w.cashier.post('insuranceMgt/statement/make', { period: lastMonth() });
const step = async (who: Person, id: number, name: string, form?: object) => {
  const [row] = await world.sql('select version from insurance.ins_statement where id = $1', [id]);
  return who.post('insuranceMgt/statement/transition', { id, version: row.version, name, ...(form && { form }) });
};

describe('statements of the treasury', () => {
  it('R48: every payer’s part once, the farmer’s never; what was confirmed is not opened again', async () => {
    const first = await policy();
    expect(await w.cashier.post('insuranceMgt/statement/make', { period: today().slice(0, 7) })).toMatchObject({
      bizCode: 'periodOpen',
    });
    expect(await make()).toMatchObject({ code: 200 });
    const lines = await linesOf(first);
    expect(lines.map((one) => [one.payer, one.amount]).toSorted()).toEqual([
      ['central', 18_900],
      ['county', 2100],
      ['prefecture', 2100],
      ['region', 10_500],
    ]);
    expect((await make()).data).toMatchObject({ lines: 0 });
    const id = lines.find((one) => one.payer === 'county')?.statement as number;
    const [sums] = await world.sql(
      `select s.total::int as total, (select sum(l.amount)::int from insurance.ins_statement_line l
         where l.statement_id = s.id) as lines from insurance.ins_statement s where s.id = $1`,
      [id],
    );
    expect(sums.lines).toBe(sums.total);
    expect(await step(w.cashier, id, 'issue')).toMatchObject({ code: 200 });
    expect(await step(w.cashier, id, 'confirm')).toMatchObject({ code: 403 });
    expect(await step(treasury, id, 'confirm')).toMatchObject({ code: 200 });
    const late = await policy();
    expect(await make()).toMatchObject({ code: 200 });
    expect((await linesOf(late)).map((one) => one.payer)).not.toContain('county');
    const [after] = await world.sql('select total::int as total from insurance.ins_statement where id = $1', [id]);
    expect(after.total).toBe(sums.total);
    const over = { receivedOn: today(), amount: sums.total + 1, voucher: null };
    expect(await step(w.cashier, id, 'settle', over)).toMatchObject({ bizCode: 'amountMismatch' });
    const part = { receivedOn: today(), amount: sums.total - 100, voucher: null };
    expect(await step(w.cashier, id, 'settle', part)).toMatchObject({ code: 200 });
    await world.sql(`update insurance.ins_statement set issued_at = now() - interval '45 days' where id = $1`, [id]);
    const shown = await treasury.get(`insuranceMgt/statement/${id}`);
    expect(shown.data).toMatchObject({ owed: 100, isArrears: true, arrearsDays: 15, status: 'settled' });
  });

  it('another insurer makes and sees none of them', async () => {
    const { total } = await treasury.get('insuranceMgt/statement/list?pageSize=1');
    expect(total).toBeGreaterThan(0);
    expect(await w.other.get('insuranceMgt/statement/list')).toMatchObject({ code: 403 });
    expect(await w.other.post('insuranceMgt/statement/make', { period: lastMonth() })).toMatchObject({ code: 403 });
  });
});
