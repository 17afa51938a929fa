import { afterAll, beforeAll, expect, it } from 'vitest';
import { openWorld, type World } from '#apps/server/testing/world.ts';
import { stepPayment } from '#modules/bank/testing/credit-rows.ts';
import { makeLending, owes, pledging } from '#modules/bank/testing/lending.ts';
import { makeHolder } from '#modules/insurance/testing/herd.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld({ pool: 10 });
});
afterAll(() => world.close());

it('R47, R48, acceptance 16: two persons enforce, the buyer holds the animals, the rest of the money is the client’s, and nobody cures after the sale', async () => {
  const lending = await makeLending(world);
  const { active, move, paper } = pledging(world, lending);
  const id = await active(lending.herd);
  const { reviewer, head, manager, client } = lending;
  const form = { defaultFacts: '逾期 90 天', legalFiles: [await paper(reviewer)] };
  expect((await move(reviewer, id, 'enforce', form)).code).toBe(200);
  expect((await move(reviewer, id, 'agreeEnforce')).bizCode).toBe('samePerson');
  const early = await manager.post('bank/disposal/add', {
    pledgeId: id,
    reason: '违约',
    basisFiles: [await paper(manager)],
  });
  expect(early.code).not.toBe(200);
  expect((await move(head, id, 'agreeEnforce')).code).toBe(200);
  const asked = await client.post('bank/change/add', {
    pledgeId: id,
    kind: 'release',
    out: [lending.herd[0]?.id],
    in: [],
    reason: '想放',
  });
  expect(asked.bizCode).toBe('pledgeNotActive');
  await owes(world, lending.creditLineId, 5_000_000);
  const opened = await manager.post('bank/disposal/add', {
    pledgeId: id,
    reason: '违约',
    basisFiles: [await paper(manager)],
  });
  expect(opened.code).toBe(200);
  const caseId = opened.data.id as number;
  const version = async () =>
    (await world.sql<{ version: number }>('select version from bank.disposal_case where id = $1', [caseId]))[0]
      ?.version;
  const step = async (name: string, more: object = {}, who = manager) =>
    who.post('bank/disposal/transition', { id: caseId, version: await version(), name, ...more });
  expect((await client.get('bank/disposal/list')).data).toHaveLength(1);
  const sold = lending.herd.slice(0, 5).map((one) => one.id);
  const lots = [
    { animalIds: sold.slice(0, 2), startPrice: 2_000_000 },
    { animalIds: sold.slice(2), startPrice: 3_000_000 },
  ];
  expect((await manager.post('bank/disposal/lots', { id: caseId, version: await version(), lots })).data).toMatchObject(
    {
      head: 5,
      startPrice: 5_000_000,
    },
  );
  await step('appraise', { form: { appraisedValue: 6_000_000, appraisalFiles: [await paper(manager)] } });
  await step('offer', { form: { way: 'auction' } });
  const buyer = await makeHolder(world, lending.holder.village);
  const sale = async (who = reviewer) =>
    who.post('bank/disposal/sell', {
      id: caseId,
      version: await version(),
      buyerId: buyer.id,
      soldPrices: [2_500_000, 3_000_000],
      costs: 100_000,
    });
  expect((await sale(manager)).bizCode).toBe('samePerson');
  expect((await sale()).data).toMatchObject({ proceeds: 5_500_000, netProceeds: 5_400_000, surplus: 400_000 });
  const [held] = await world.sql<{ n: number }>(
    'select count(*)::int as n from registry.animal where id = any ($1) and principal_id = $2 and not pledged',
    [sold, buyer.id],
  );
  expect(held?.n).toBe(5);
  const states = await world.sql(
    'select state, count(*)::int as n from bank.pledge_item where pledge_id = $1 group by 1 order by 1',
    [id],
  );
  expect(states).toEqual([
    { state: 'disposed', n: 5 },
    { state: 'pledged', n: 1 },
  ]);
  const [booked] = await world.sql<{ id: number; status: string; cents: number }>(
    `select id::int as id, status, amount::int as cents from bank.credit_payment where source_ref = $1`,
    [`bank.disposalCase:${caseId}`],
  );
  expect(booked?.cents).toBe(5_400_000);
  expect((await step('withdraw', { remark: '已还清' })).code).not.toBe(200);
  expect((await move(head, id, 'resume', {}, { remark: '已还清' })).bizCode).toBe('caseOpen');
  expect((await step('settle', {}, head)).bizCode).toBe('proceedsNotBooked');
  // Who sold audits the money of the sale no more than who made it.
  expect(await stepPayment(world, reviewer, booked?.id ?? 0, 'audit')).toMatchObject({ bizCode: 'samePerson' });
  expect(await stepPayment(world, head, booked?.id ?? 0, 'audit')).toMatchObject({ code: 200 });
  // R5, R6: who sees the pledge alone reads that it is enforced, and not why.
  const past = async (who: typeof head) =>
    JSON.stringify((await who.get(`sys/history/list?entity=bank.pledge&id=${id}`)).data);
  expect(await past(lending.station)).toContain('agreeEnforce');
  expect(await past(lending.station)).not.toContain('逾期 90 天');
});
