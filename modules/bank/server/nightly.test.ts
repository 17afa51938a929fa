import { afterAll, beforeAll, expect, it } from 'vitest';
import { openWorld, type World } from '#apps/server/testing/world.ts';
import { day, makeLent, paid, someoneAt } from '#modules/bank/testing/credit-rows.ts';
import { bankNight } from './nightly.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld({ pool: 10 });
});
afterAll(() => world.close());

it('one line that cannot be worked on costs no other its statement, its value or its alarm', async () => {
  const people = {
    maker: await someoneAt(world, 'bank_maker', 'bank1'),
    auditor: await someoneAt(world, 'bank_auditor', 'bank1'),
  };
  const lines = [await makeLent(world, 3), await makeLent(world, 3)];
  for (const lent of lines) {
    await paid(world, people, lent, 'disburse', 1_000_000, { happenedOn: day(-35) });
    await world.sql('update bank.loan set due_on = current_date - 3 where id = $1', [lent.loanId]);
  }
  const [bad, good] = lines;
  await world.sql(`create function bank.refuse_test() returns trigger language plpgsql as $$
    begin raise exception 'a row that cannot be'; end $$`);
  for (const table of ['credit_line', 'credit_statement'])
    await world.sql(`create trigger refuse_test before insert or update on bank.${table} for each row
      when (new.${table === 'credit_line' ? 'id' : 'credit_line_id'} = ${bad?.creditLineId}) execute function bank.refuse_test()`);
  await expect(bankNight(world.database)).rejects.toThrow('a row that cannot be');
  const [seen] = await world.sql(
    `select status, (select count(*)::int from bank.credit_statement s where s.credit_line_id = l.id) as statements,
       (select count(*)::int from platform.alarm a where a.kind = 'repayDue' and a.subject_id in (l.id, $2)) as alarms
     from bank.credit_line l where l.id = $1`,
    [good?.creditLineId, good?.loanId],
  );
  expect(seen).toMatchObject({ status: 'overdue', statements: 1 });
  expect(seen.alarms).toBeGreaterThan(0);
});
