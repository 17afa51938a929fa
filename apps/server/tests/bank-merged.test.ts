import { afterAll, beforeAll, expect, it } from 'vitest';
import { openWorld, type World } from '#apps/server/testing/world.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import { consentOf } from '#modules/bank/server/client/consent.ts';
import { clientAt, day, type Lent, makeLent } from '#modules/bank/testing/credit-rows.ts';
import { unique, village } from '#modules/bank/testing/custody.ts';
import { makeHolder } from '#modules/insurance/testing/herd.ts';
import { mergePrincipals } from '#modules/registry/server/duplicate/merge-principals.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld({ pool: 10 });
});
afterAll(() => world.close());

const merge = (loserId: number, survivorId: number) =>
  world.database.transaction(systemScope(1505, 'test'), (tx) =>
    mergePrincipals(tx, { survivorId, loserId, choices: {}, actor: null, logId: 0 }),
  );
const consent = (bankId: number, principalId: number) =>
  world.database.transaction(systemScope(1505, 'test'), (tx) => consentOf(tx, bankId, principalId));

/** Beside the line in force: an application that waits, a line that is over, and what hangs on the one in force. */
async function more(lent: Lent): Promise<{ waiting: number; over: number }> {
  const line = async (status: string) =>
    (
      await world.sql<{ id: number }>(
        `insert into bank.credit_line (tenant_no, doc_no, client_id, bank_id, principal_id, product_id, product_version,
           applied_amount, applied_months, purpose, applied_by, manager_user_id, approved_amount, rate, valid_from,
           valid_to, status)
         select 1505, $2, client_id, bank_id, principal_id, product_id, 1, 100000, 12, 'buyStock', 'client',
           manager_user_id, 100000, 6, current_date - 5, current_date + 9, $3 from bank.credit_line where id = $1
         returning id::int as id`,
        [lent.creditLineId, `LCM${unique()}`, status],
      )
    )[0]?.id ?? 0;
  await world.sql(
    `insert into bank.credit_payment (tenant_no, doc_no, kind, credit_line_id, loan_id, bank_id, head_bank_id,
       principal_id, amount, happened_on, maker_id)
     values (1505, $1, 'disburse', $2, $3, $4, $4, $5, 500, $6, 1)`,
    [`PM${unique()}`, lent.creditLineId, lent.loanId, lent.bankId, lent.principalId, day()],
  );
  await world.sql(
    `insert into bank.credit_statement (tenant_no, doc_no, credit_line_id, bank_id, principal_id, month, opening,
       disbursed, repaid, interest_paid, closing, snapshot_hash, status)
     values (1505, $1, $2, $3, $4, '2026-09', 0, 0, 0, 0, 0, 'x', 'issued')`,
    [`SM${unique()}`, lent.creditLineId, lent.bankId, lent.principalId],
  );
  await world.sql(
    `insert into bank.margin_notice (tenant_no, doc_no, credit_line_id, bank_id, principal_id, issued_on, max_ltv,
       eligible_value, balance, add_value, repay_amount, due_on)
     values (1505, $1, $2, $3, $4, $5, 70, 1, 1, 1, 1, $5)`,
    [`NM${unique()}`, lent.creditLineId, lent.bankId, lent.principalId, day()],
  );
  return { waiting: await line('submitted'), over: await line('closed') };
}
const whoseOf = async (table: string, column: string, id: number) =>
  (
    await world.sql<{ whose: number }>(`select principal_id::int as whose from bank.${table} where ${column} = $1`, [
      id,
    ])
  ).map((row) => row.whose);

it('what runs and what waits at a bank is the survivor’s, who sees it; what is over stays as it was written', async () => {
  const lent = await makeLent(world, 2);
  const { waiting, over } = await more(lent);
  const survivor = await makeHolder(world, village);
  const borrower = await clientAt(world, survivor.id);
  expect((await borrower.get(`bank/credit/${lent.creditLineId}`)).code).toBe(404);
  const managers = await world.sql<{ id: number }>(
    'select manager_user_id::int as id from bank.bank_client where id = $1',
    [lent.clientId],
  );
  await merge(lent.principalId, survivor.id);

  for (const id of [lent.creditLineId, waiting]) expect(await whoseOf('credit_line', 'id', id)).toEqual([survivor.id]);
  expect(await whoseOf('credit_line', 'id', over)).toEqual([lent.principalId]);
  for (const table of ['loan', 'credit_payment', 'credit_statement', 'margin_notice'])
    expect([table, ...(await whoseOf(table, 'credit_line_id', lent.creditLineId))]).toEqual([table, survivor.id]);
  for (const table of ['pledge', 'pledge_site'])
    expect(await whoseOf(table, 'id', table === 'pledge' ? lent.pledgeId : lent.siteId)).toEqual([survivor.id]);
  expect(
    await world.sql(
      'select principal_id::int as whose, client_name as name, status from bank.bank_client where id = $1',
      [lent.clientId],
    ),
  ).toEqual([{ whose: survivor.id, name: survivor.name, status: 'active' }]);
  expect((await borrower.get(`bank/credit/${lent.creditLineId}`)).code).toBe(200);
  expect((await consent(lent.bankId, survivor.id))?.clientId).toBe(lent.clientId);
  const told = await world.sql(
    `select 1 from platform.sys_notice n join platform.sys_notice_receiver r on r.notice_id = n.id
     where n.link_path = $1 and r.user_id = $2`,
    [`/bank/clients/detail?id=${lent.clientId}`, managers[0]?.id],
  );
  expect(told).toHaveLength(1);
});

it('of two files at one bank the survivor’s goes on, with the other’s lines, and with its consent only where it had none', async () => {
  const [one, two] = [await makeLent(world, 1), await makeLent(world, 1)];
  await world.sql('update bank.bank_client set consent_ended_at = now() where id = $1', [two.clientId]);
  expect(await consent(two.bankId, two.principalId)).toBeNull();
  await merge(one.principalId, two.principalId);
  const lines = await world.sql(
    'select client_id::int as client, principal_id::int as whose from bank.credit_line where id = any ($1)',
    [[one.creditLineId, two.creditLineId]],
  );
  expect(lines).toEqual([1, 2].map(() => ({ client: two.clientId, whose: two.principalId })));
  expect(await consent(two.bankId, one.principalId)).toBeNull();
  expect((await consent(two.bankId, two.principalId))?.clientId).toBe(two.clientId);
  const acts = await world.sql('select act from bank.client_consent where client_id = $1 order by id', [two.clientId]);
  expect(acts.at(-1)).toEqual({ act: 'given' });
  expect(await world.sql('select status from bank.bank_client where id = $1', [one.clientId])).toEqual([
    { status: 'closed' },
  ]);

  // A consent of the survivor's own is never widened by another's.
  const [three, four] = [await makeLent(world, 1), await makeLent(world, 1)];
  await world.sql(`update bank.bank_client set consent_scope = '{register}' where id = $1`, [four.clientId]);
  await merge(three.principalId, four.principalId);
  expect((await consent(four.bankId, four.principalId))?.scopes).toEqual(['register']);
});
