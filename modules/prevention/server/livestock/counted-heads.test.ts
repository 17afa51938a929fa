import { afterAll, beforeAll, expect, it } from 'vitest';
import { openWorld, type World } from '#apps/server/testing/world.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import { dayFromNow, tenant } from '#modules/depot/testing/fixtures.ts';
import { type Herd, newHerd } from '#modules/prevention/testing/season-fixtures.ts';
import { changeAnimals, holderStock, recordHerdCount } from '#modules/registry/server/index.ts';

/** R1: heads without a number are what a count found beyond the book of its moment; what the book learns later makes none. */
let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const inTenant = <T>(work: Parameters<World['database']['transaction']>[1]) =>
  world.database.transaction(systemScope(tenant, 'test'), work) as Promise<T>;

const count = (herd: Herd, stage: string, head: number, onDate: string) =>
  inTenant((tx) =>
    recordHerdCount(tx, {
      principalId: herd.principalId,
      species: 'cattle',
      stage,
      head,
      onDate,
      source: 'visit',
      sourceId: herd.animalIds[0] as number,
    }),
  );
const leave = (animalId: number | undefined, happenedOn: string) =>
  inTenant((tx) =>
    changeAnimals(tx, {
      changeType: 'saleOut',
      animalIds: [animalId as number],
      happenedOn,
      purpose: 'slaughter',
      toPlaceText: '外地',
      buyerName: '买主',
      mayCorrect: true,
    }),
  );
async function stockNow(herd: Herd) {
  const [row] = await world.sql<{ tagged: number; untagged: number }>(
    "select tagged, untagged from prevention.holder_stock where principal_id = $1 and species = 'cattle'",
    [herd.principalId],
  );
  const book = await inTenant<{ species: string; untagged: number }[]>((tx) =>
    holderStock(tx, herd.principalId, dayFromNow(0)),
  );
  const told = book.filter((one) => one.species === 'cattle').reduce((sum, one) => sum + one.untagged, 0);
  expect(told).toBe(row?.untagged);
  return row;
}
/** The herd's stage and how many numbered heads of it the holder has. */
async function stageOf(herd: Herd) {
  const [row] = await world.sql<{ stage: string; n: number }>(
    `select a.stage, count(*)::int as n from registry.animal a join registry.animal own on own.id = $2
     where a.principal_id = $1 and a.species = 'cattle' and a.stage = own.stage and a.status = 'inStock' and a.in_herd
       and a.voided_at is null group by 1`,
    [herd.principalId, herd.animalIds[0]],
  );
  if (!row) throw new Error('no herd');
  return row;
}

it.each([
  ['of the same day', 0],
  ['of a day before', -5],
])('a sale %s that is recorded after the count leaves no head without a number', async (_name, day) => {
  const herd = await newHerd(world, 'kzzq_worker1', 4);
  const { stage, n } = await stageOf(herd);
  await count(herd, stage, n + 2, dayFromNow(0));
  const before = await stockNow(herd);
  expect(before?.untagged).toBe(2);
  await leave(herd.animalIds[0], dayFromNow(day));
  expect(await stockNow(herd)).toEqual({ tagged: (before?.tagged ?? 0) - 1, untagged: 2 });
});

it('a sale that explains why fewer were counted than the book held closes that gap and no more', async () => {
  const herd = await newHerd(world, 'kzzq_worker1', 4);
  const { stage, n } = await stageOf(herd);
  await count(herd, stage, n - 1, dayFromNow(0));
  expect((await stockNow(herd))?.untagged).toBe(0);
  await leave(herd.animalIds[0], dayFromNow(-5));
  expect((await stockNow(herd))?.untagged).toBe(0);
  await leave(herd.animalIds[1], dayFromNow(-5));
  expect((await stockNow(herd))?.untagged).toBe(0);
});
