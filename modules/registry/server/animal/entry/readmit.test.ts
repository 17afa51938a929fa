import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { openWorld, type World } from '#apps/server/testing/world.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import {
  type ClosedTag,
  changeAnimals,
  onEntry,
  readChain,
  readmitAnimals,
  registerTagStore,
} from '#modules/registry/server/index.ts';
import { ago, newHeifer, unitOf } from '#modules/registry/testing/fixtures.ts';

/** K5: an animal that left comes back to another holder as itself. */
let world: World;
let house: number;
let coop: number;
let serial = 64_000_000;

const tag = () => `2150521${String(++serial)}`;
const inTongliao = <T>(work: Parameters<typeof world.database.transaction<T>>[1]) =>
  world.database.transaction(systemScope(1505, 'test'), work);
const leave = (id: number, changeType: string, more = {}) =>
  inTongliao((tx) =>
    changeAnimals(tx, {
      changeType,
      animalIds: [id],
      happenedOn: ago(20),
      confirmedBy: house,
      buyerName: '客商',
      ...more,
    }),
  );
const stockOf = async (holder: number) =>
  Number(
    (
      await world.sql('select coalesce(sum(net), 0) as n from registry.holder_stock_day where principal_id = $1', [
        holder,
      ])
    )[0].n,
  );

beforeAll(async () => {
  world = await openWorld();
  [house, coop] = [await unitOf(world, 'house1'), await unitOf(world, 'coop1')];
});
afterEach(() => registerTagStore(null));
afterAll(() => world.close());

it('stands with the new holder under its old number and life, is booked there, and whoever listens hears of an entry', async () => {
  const earTag = tag();
  const id = await newHeifer(world, { tag: earTag, holder: house, wornOn: ago(120) });
  await leave(id, 'saleOut');
  const before = [await stockOf(house), await stockOf(coop)] as const;
  const heard: object[] = [];
  const closed: ClosedTag[] = [];
  onEntry.register('readmit-test', async (_tx, news) => void heard.push(news));
  registerTagStore({
    check: async () => [],
    consume: async () => {},
    giveBack: async () => {},
    close: async (_tx, items) => void closed.push(...items),
  });
  const input = { animalIds: [id], principalId: coop, facts: { on: ago(3) }, requestId: 'k5-request' };
  const made = await inTongliao((tx) => readmitAnimals(tx, input));
  expect(await inTongliao((tx) => readmitAnimals(tx, input))).toEqual(made);
  expect(heard).toEqual([{ entryId: made.entryId, entryKind: 'returned', animalIds: [id], principalId: coop }]);
  expect(closed).toEqual([{ code: earTag, cause: 'worn', on: ago(3) }]);
  const [row] = await world.sql(
    `select status, ear_tag as tag, principal_id::int as holder, owner_id::int as owner, exit_on as "exitOn", entry_on::text as "entryOn" from registry.animal where id = $1`,
    [id],
  );
  expect(row).toEqual({ status: 'inStock', tag: earTag, holder: coop, owner: coop, exitOn: null, entryOn: ago(3) });
  expect([await stockOf(house), await stockOf(coop)]).toEqual([before[0], before[1] + 1]);
  expect(await inTongliao((tx) => readChain(tx, id))).toMatchObject({ ok: true });
  const kinds = await world.sql('select kind from registry.animal_event where animal_id = $1 order by seq', [id]);
  expect(kinds.map((one) => one.kind)).toEqual(['tagWorn', 'registered', 'sold', 'recovered', 'moved']);
  onEntry.register('readmit-test', async () => {});
});

it('refuses who is still there, who is dead, and a day before the exit; its entry is not voided', async () => {
  const [here, dead, sold] = [
    await newHeifer(world, { tag: tag(), holder: house, wornOn: ago(120) }),
    await newHeifer(world, { tag: tag(), holder: house, wornOn: ago(120) }),
    await newHeifer(world, { tag: tag(), holder: house, wornOn: ago(120) }),
  ];
  await leave(dead, 'death', { cause: 'disease' });
  await leave(sold, 'saleOut');
  const back = (id: number, on: string) =>
    inTongliao((tx) => readmitAnimals(tx, { animalIds: [id], principalId: coop, facts: { on } }));
  for (const id of [here, dead]) await expect(back(id, ago(0))).rejects.toMatchObject({ bizCode: 'notAway' });
  await expect(back(sold, ago(30))).rejects.toMatchObject({ code: 422 });
  const { entryId } = await back(sold, ago(1));
  const manager = await world.as('kzzq_mgr');
  const { data } = await manager.get(`pri/animal/entry/${entryId}`);
  const answer = await manager.post('pri/animal/entry/transition', {
    id: entryId,
    version: data.version,
    name: 'void',
    remark: '更正',
  });
  expect(answer.bizCode).toBe('returnedStays');
});
