import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openWorld, type Person, type World } from '#apps/server/testing/world.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import { setTraceLot, slaughterLines } from '#modules/farm/server/index.ts';
import { day, makeSteers, unitOf } from '#modules/farm/testing/trade-fixtures.ts';

let world: World;
let boss: Person;
let plant: Person;
let house: Person;
let farmId: number;
let plantId: number;
beforeAll(async () => {
  world = await openWorld();
  [boss, plant, house] = (await Promise.all(['farm1', 'plant1', 'house1'].map((name) => world.as(name)))) as [
    Person,
    Person,
    Person,
  ];
  [farmId, plantId] = [await unitOf(world, 'farm1'), await unitOf(world, 'plant1')];
});
afterAll(() => world.close());

const batchOf = async (animalIds: readonly number[], more: Record<string, unknown> = {}) => {
  const made = await boss.post('anm/slaughter/add', {
    principalId: null,
    slaughterhouseId: plantId,
    plantText: null,
    sentOn: day(0),
    quarantineCertNo: null,
    vehicleNo: null,
    priceMode: 'carcass',
    lines: animalIds.map((animalId) => ({ animalId, liveKg: null })),
    ...more,
  });
  expect(made.code, made.msg).toBe(200);
  return made.data as { id: number; version: number };
};
const send = async ({ id }: { id: number }, certNo: string | null) => {
  const [row] = await world.sql<{ version: number }>('select version from farm.slaughter_batch where id = $1', [id]);
  return boss.post('anm/slaughter/transition', {
    id,
    version: row?.version,
    name: 'send',
    form: { quarantineCertNo: certNo },
  });
};
const sheetOf = async (who: Person, id: number) => (await who.get(`anm/slaughter/sheet?id=${id}`)).data;

describe('slaughter', () => {
  test('R24, R25, R26 certificate, gate, dressing, settlement: both sides see one sheet, and the carcasses can become a lot', async () => {
    const steers = await makeSteers(world, farmId, 10, { kg: 600 });
    const batch = await batchOf(steers.map((one) => one.id));
    expect(await send(batch, null)).toMatchObject({ bizCode: 'needCertificate' });
    const sent = await send(batch, 'JY-1');
    expect(sent.code, sent.msg).toBe(200);
    const [stranger] = await makeSteers(world, await unitOf(world, 'coop1'), 1);
    expect((await boss.post('anm/slaughter/receive', { id: batch.id, tags: [steers[0]?.earTag] })).code).toBe(403);
    const tags = [...steers.slice(0, 9).map((one) => one.earTag), stranger?.earTag];
    const received = await plant.post('anm/slaughter/receive', { id: batch.id, tags });
    expect(received.data, received.msg).toMatchObject({ missing: [steers[9]?.earTag], strange: [stranger?.earTag] });
    const where = await world.sql<{ id: number; principal: number }>(
      'select id::int as id, principal_id::int as principal from registry.animal where id = any ($1) order by id',
      [steers.map((one) => one.id)],
    );
    expect(where.filter((one) => one.principal === plantId)).toHaveLength(9);
    expect(where.filter((one) => one.principal === farmId)).toHaveLength(1);
    const told = steers.slice(0, 9).map((one, at) => ({
      animalId: one.id,
      outcome: 'slaughtered',
      carcassKg: at === 0 ? 420 : 324.5,
      grade: at % 2 ? 'B' : 'A',
      oddConfirmed: false,
    }));
    const odd = await plant.post('anm/slaughter/report', { id: batch.id, lines: told });
    expect(odd).toMatchObject({ bizCode: 'oddDressing' });
    expect(odd.data.flags).toEqual([expect.objectContaining({ animalId: steers[0]?.id, dressPct: 70 })]);
    const reported = await plant.post('anm/slaughter/report', {
      id: batch.id,
      lines: told.map((one) => ({ ...one, oddConfirmed: true })),
    });
    expect(reported.code, reported.msg).toBe(200);
    const states = await world.sql<{ status: string }>(
      'select status from registry.animal where id = any ($1) order by id',
      [steers.map((one) => one.id)],
    );
    expect(states.map((one) => one.status)).toEqual([...Array(9).fill('slaughtered'), 'inStock']);
    const priced = await boss.post('anm/slaughter/price', {
      id: batch.id,
      unitPrice: 4900,
      grades: [
        { grade: 'A', cents: 5000 },
        { grade: 'B', cents: 4750 },
      ],
    });
    // A: 420 + 4 × 324.5 at 50.00; B: 4 × 324.5 at 47.50
    const amount = 171_800 * 50 + 129_800 * 47.5;
    expect(priced.data.amount).toBe(amount);
    const [farmSheet, plantSheet] = [await sheetOf(boss, batch.id), await sheetOf(plant, batch.id)];
    expect(farmSheet.lines).toEqual(plantSheet.lines);
    expect(plantSheet.money).toMatchObject({ amount, cost: null });
    const settled = await boss.post('anm/slaughter/settle', {
      id: batch.id,
      version: farmSheet.version,
      voucher: 'V1',
    });
    expect(settled.data, settled.msg).toMatchObject({ amount });
    expect(
      (await sheetOf(boss, batch.id)).lines.reduce(
        (sum: number, one: { amount: number | null }) => sum + (one.amount ?? 0),
        0,
      ),
    ).toBe(amount);
    expect(await boss.post('anm/slaughter/price', { id: batch.id, unitPrice: 1, grades: [] })).toMatchObject({
      bizCode: 'settled',
    });
    expect((await boss.post(`anm/slaughter/${batch.id}/recompute`, {})).data).toMatchObject({ equal: true });
    await world.database.transaction(systemScope(1505, 'test'), async (tx) => {
      const carcasses = await slaughterLines(tx, { batchId: batch.id });
      expect(carcasses).toHaveLength(9);
      const ids = carcasses.map((one) => one.lineId);
      expect(await setTraceLot(tx, ids.slice(0, 5), 'L1')).toBe(5);
      // A carcass is in one lot.
      expect(await setTraceLot(tx, ids, 'L2')).toBe(4);
    });
  });

  test('a plant opens the batch of a household, receives by scan, and the household settles it', async () => {
    const houseId = await unitOf(world, 'house1');
    const steers = await makeSteers(world, houseId, 2, { kg: 500 });
    const [foreign] = await makeSteers(world, farmId, 1);
    const ask = (tags: (string | undefined)[]) =>
      plant.post('anm/slaughter/book', {
        sellerId: houseId,
        quarantineCertNo: 'JY-2',
        priceMode: 'live',
        tags,
        kg: [505.5, 498],
      });
    expect(await ask([steers[0]?.earTag, foreign?.earTag])).toMatchObject({ bizCode: 'notTheirs' });
    const booked = await ask(steers.map((one) => one.earTag));
    expect(booked.data, booked.msg).toMatchObject({ head: 2 });
    const { id } = booked.data;
    expect((await boss.get(`anm/slaughter/sheet?id=${id}`)).code).toBe(404);
    const lines = steers.map((one) => ({ animalId: one.id, outcome: 'slaughtered', carcassKg: 270 }));
    expect((await plant.post('anm/slaughter/report', { id, lines })).code).toBe(200);
    expect((await plant.post('anm/slaughter/price', { id, unitPrice: 2600, grades: [] })).code).toBe(200);
    const sheet = await sheetOf(house, id);
    expect(sheet).toMatchObject({ side: 'farm', status: 'done' });
    const settled = await house.post('anm/slaughter/settle', { id, version: sheet.version });
    // 1,003.50 kg × 26.00
    expect(settled.data, settled.msg).toMatchObject({ amount: 2_609_100 });
  });

  test('R22 an animal under withdrawal is not sent, with the day; the list is warned of', async () => {
    const [steer] = await makeSteers(world, farmId, 1);
    await world.sql(
      `insert into cure.animal_withdrawal (tenant_no, region_code, principal_id, scope, animal_id, ear_tag, species, by_group,
         source_type, source_id, source_no, last_dose_on, meat_until, medicine_names)
       select 1505, region_code, principal_id, 'animal', id, ear_tag, species, false, 'treatment', 1, 'T', current_date,
         current_date + 9, '试' from registry.animal where id = $1`,
      [steer?.id],
    );
    const batch = await batchOf([steer?.id as number]);
    expect(await send(batch, 'JY-3')).toMatchObject({ bizCode: 'withdrawal' });
  });
});
