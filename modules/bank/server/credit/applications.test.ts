import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorld, type Person, type World } from '#apps/server/testing/world.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import { clientAt, day, lineRow, makeLent, makePrices, paid, someoneAt } from '#modules/bank/testing/credit-rows.ts';
import { picture, unique, unitOf, village } from '#modules/bank/testing/custody.ts';
import { makeHerd, makeHolder } from '#modules/insurance/testing/herd.ts';
import { nightOf } from '../night.ts';
import { creditNight } from './credit-night.ts';
import { requireConsent } from './kernel.ts';

let world: World;
let manager: Person;
let reviewer: Person;
let head: Person;
let bankId: number;
beforeAll(async () => {
  world = await openWorld({ pool: 10 });
  manager = await someoneAt(world, 'bank_maker', 'bank1');
  reviewer = await someoneAt(world, 'bank_auditor', 'bank1');
  head = await someoneAt(world, 'bank_second_head', 'bank1');
  bankId = await unitOf(world, 'bank1');
  await makePrices(world);
});
afterAll(() => world.close());

const inBank = <T>(work: Parameters<typeof world.database.transaction<T>>[1]) =>
  world.database.transaction(systemScope(1505, 'test'), work);
/** Cows that are lent on at 70 %, at 12,000.00 each. */
const makeProduct = async (): Promise<number> =>
  (
    await world.sql<{ id: number }>(
      `insert into bank.bank_product (tenant_no, bank_id, product_code, name, species, stages, min_heads, max_amount,
         term_from_months, term_to_months, rate, price_list_code, insurance_needed, device_need, status)
       values (1505, $1, $2, '母牛贷', '{cattle}', '{cow}', 1, 100000000, 3, 24, 6, 'TEST', false, 'none', 'onSale')
       returning id::int as id`,
      [bankId, `P${unique()}`],
    )
  )[0]?.id ?? 0;
const sign = async (who: Person, more: object) =>
  who.post('bank/client/consent', {
    fileId: await picture(world, who, 'bank.bankClient'),
    scope: ['register', 'stock'],
    to: day(200),
    ...more,
  });
const move = async (who: Person, id: number, name: string, more: object = {}) =>
  who.post('bank/credit/transition', { id, version: (await lineRow(world, id)).version, name, ...more });
const surveyForm = async (who: Person) => ({
  headSeen: 40,
  penState: '良好',
  feedMonths: 4,
  incomeYear: 20_000_000,
  otherDebt: 0,
  opinion: '同意',
  photos: [await picture(world, who, 'bank.creditLine')],
  place: { longitude: 122.3, latitude: 43.6 },
});

describe('consent', () => {
  it('R1, R2, R3, acceptance 1: nothing is read before it, each kind as far as it goes, and nothing after it', async () => {
    const holder = await makeHolder(world, village);
    await makeHerd(world, holder, 3);
    const number = `91150500${unique()}`;
    await world.sql('update registry.principal set credit_code = $2 where id = $1', [holder.id, number]);
    expect(await manager.post('bank/client/open', { name: holder.name, number: '13800000000' })).toMatchObject({
      code: 404,
    });
    const opened = await manager.post('bank/client/open', { name: holder.name, number });
    expect(opened).toMatchObject({ code: 200 });
    const { id } = opened.data;
    expect(await manager.get(`bank/client/${id}/profile`)).toMatchObject({ bizCode: 'noConsent' });
    const client = await clientAt(world, holder.id);
    expect(await sign(client, { clientId: id })).toMatchObject({ code: 200 });
    const seen = await manager.get(`bank/client/${id}/profile`);
    expect(seen).toMatchObject({ code: 200 });
    expect(seen.data).toMatchObject({ immunity: null, insuredHead: null, stock: [{ stage: 'cow', head: 3 }] });
    await expect(
      inBank((tx) => requireConsent(tx, { bankId, principalId: holder.id, scope: 'video' })),
    ).rejects.toMatchObject({ bizCode: 'noConsent' });
    const rival = await someoneAt(world, 'bank_money_rival', 'bank2');
    expect(await rival.get(`bank/client/${id}/profile`)).toMatchObject({ code: 404 });
    await world.sql(
      'update bank.bank_client set consent_from = current_date - 9, consent_to = current_date - 2 where id = $1',
      [id],
    );
    expect(await manager.get(`bank/client/${id}/profile`)).toMatchObject({ bizCode: 'noConsent' });
    expect(await sign(client, { clientId: id })).toMatchObject({ code: 200 });
    expect(await manager.post('bank/client/endConsent', { clientId: id })).toMatchObject({ code: 403 });
    expect(await client.post('bank/client/endConsent', { clientId: id })).toMatchObject({ code: 200 });
    expect(await manager.get(`bank/client/${id}/profile`)).toMatchObject({ bizCode: 'noConsent' });
    const acts = (await client.get(`bank/client/${id}/consents`)).data.map((one: { act: string }) => one.act);
    expect(acts).toEqual(['withdrawn', 'given', 'given']);
  });
});

describe('an application', () => {
  it('R12, acceptance 3: 40 cows give 336,000.00; its manager does not approve it, and consent is asked first', async () => {
    const holder = await makeHolder(world, village);
    const herd = await makeHerd(world, holder, 41);
    const animalIds = herd.map((one) => one.id);
    await world.sql("update registry.animal set stage = 'calf' where id = $1", [animalIds[40]]);
    const client = await clientAt(world, holder.id);
    const productId = await makeProduct();
    const { data: joined } = await sign(client, { bankId });
    await world.sql(
      "update bank.bank_client set manager_user_id = (select id from platform.sys_user where username = 'bank_maker') where id = $1",
      [joined.clientId],
    );
    const quote = await client.post('bank/credit/quote', { productId, animalIds });
    expect(quote).toMatchObject({ code: 200 });
    expect(quote.data).toMatchObject({ valueCents: 48_000_000, limitCents: 33_600_000 });
    expect(quote.data.refused).toHaveLength(1);
    expect(quote.data.refused[0]).toMatchObject({ animalId: animalIds[40] });
    const made = await client.post('bank/credit/add', {
      clientId: joined.clientId,
      productId,
      appliedAmount: 33_600_000,
      appliedMonths: 12,
      purpose: 'buyStock',
      headsOffered: { cattle: 40 },
      animalIds: animalIds.slice(0, 40),
      files: null,
    });
    expect(made).toMatchObject({ code: 200 });
    const { id } = made.data;
    await world.sql('update bank.bank_client set consent_ended_at = now() where id = $1', [joined.clientId]);
    expect(await move(client, id, 'submit')).toMatchObject({ bizCode: 'noConsent' });
    await sign(client, { clientId: joined.clientId });
    expect(await move(client, id, 'submit')).toMatchObject({ code: 200 });
    const form = await surveyForm(manager);
    expect(await move(client, id, 'survey', { form })).toMatchObject({ code: 403 });
    expect(await move(manager, id, 'survey', { form })).toMatchObject({ code: 200 });
    expect((await reviewer.get(`bank/credit/${id}`)).data.computedLimit).toBe(33_600_000);
    expect((await reviewer.post('bank/credit/recompute', { id })).data).toMatchObject({
      equal: true,
      storedCents: 33_600_000,
    });
    expect(await move(manager, id, 'review', { form: { proposedAmount: 33_600_001 } })).toMatchObject({
      bizCode: 'overComputed',
    });
    expect(await move(manager, id, 'review', { form: { proposedAmount: 33_600_000 } })).toMatchObject({ code: 200 });
    const approval = { approvedAmount: 30_000_000, rate: 6, approvedMonths: 12, conditions: '购买保险' };
    expect(await move(manager, id, 'approve', { form: approval })).toMatchObject({ code: 403 });
    expect(await move(reviewer, id, 'approve', { form: approval })).toMatchObject({ code: 200 });
    // R13: an active pledge alone is not enough where conditions were set.
    expect(await lineRow(world, id)).toMatchObject({ status: 'approved' });
    const again = await makeProduct();
    const used = await client.post('bank/credit/add', {
      clientId: joined.clientId,
      productId: again,
      appliedAmount: 100_000,
      appliedMonths: 12,
      purpose: 'feed',
      headsOffered: { cattle: 1 },
      animalIds: animalIds.slice(0, 1),
      files: null,
    });
    await move(client, used.data.id, 'submit');
    // A file hangs on one record.
    expect(await move(head, used.data.id, 'survey', { form })).toMatchObject({ code: 422 });
    const words = { clientText: '额度不足', innerNote: '客户评级低' };
    expect(await move(reviewer, used.data.id, 'reject', { form: words })).toMatchObject({ code: 200 });
    expect((await client.get(`bank/credit/${used.data.id}`)).data).toMatchObject({
      clientText: '额度不足',
      bankNote: null,
    });
    expect((await reviewer.get(`bank/credit/${used.data.id}`)).data).toMatchObject({ bankNote: '客户评级低' });
  });

  it('R13, R14: in force with a pledge and its conditions ticked; renewed only after the registration', async () => {
    const lent = await makeLent(world, 3);
    const id = lent.creditLineId;
    await world.sql("update bank.credit_line set status = 'approved', conditions = '购买保险' where id = $1", [id]);
    expect(await move(manager, id, 'tick', { form: { contractNo: 'HT-1' } })).toMatchObject({ code: 200 });
    expect(await lineRow(world, id)).toMatchObject({ status: 'effective' });
    await world.sql('update bank.pledge set registry_expire_on = current_date + 320 where id = $1', [lent.pledgeId]);
    expect(await move(reviewer, id, 'renew', { form: { validTo: day(330), registryNo: 'DJ-2' } })).toMatchObject({
      bizCode: 'registryTerm',
    });
    expect(await move(reviewer, id, 'renew', { form: { validTo: day(318), registryNo: 'DJ-2' } })).toMatchObject({
      code: 200,
    });
  });

  it('a loan past its day makes the line overdue, and repaid it comes back to where it was', async () => {
    const lent = await makeLent(world, 10);
    await paid(world, { maker: manager, auditor: reviewer }, lent, 'disburse', 1_000_000);
    await world.sql('update bank.loan set due_on = current_date - 3 where id = $1', [lent.loanId]);
    await creditNight(nightOf(world.database, 1505));
    expect(await lineRow(world, lent.creditLineId)).toMatchObject({ status: 'overdue' });
    const [alarm] = await world.sql(
      "select status from platform.alarm where kind = 'repayDue' and subject_id = $1 and subject_entity = 'bank.creditLine'",
      [lent.creditLineId],
    );
    expect(alarm).toBeDefined();
    await world.sql('update bank.loan set due_on = current_date + 90 where id = $1', [lent.loanId]);
    await creditNight(nightOf(world.database, 1505));
    expect(await lineRow(world, lent.creditLineId)).toMatchObject({ status: 'effective' });
  });
});
