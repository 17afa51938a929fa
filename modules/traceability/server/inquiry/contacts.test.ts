import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorld, type World } from '#apps/server/testing/world.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import { changeAnimals, registerAnimals } from '#modules/registry/server/index.ts';
import { day, tenant, unitOf } from '#modules/traceability/testing/fixtures.ts';
import { renewAnimals } from '../oversight/trace-animal.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

let serial = 0;
/** Cattle that came to a unit so many days ago and stand there still. */
async function settled(username: string, n: number, daysAgo: number): Promise<number[]> {
  const unit = await unitOf(world, username);
  const tags = Array.from({ length: n }, () => {
    serial += 1;
    return `2150521${String(71_000_000 + serial)}`;
  });
  await world.database.transaction(systemScope(tenant, 'test'), async (tx) => {
    const { animalIds } = await registerAnimals(tx, {
      entryKind: 'backlog',
      principalId: unit.id,
      wornOn: day(-daysAgo),
      staffId: null,
      animals: tags.map((tag) => ({ tag, species: 'cattle', breed: 'simmental', sex: 'female', birthDate: day(-900) })),
    });
    await renewAnimals(tx, animalIds);
  });
  const rows = await world.sql<{ id: number }>(
    'select id::int as id from registry.animal where tenant_no = $1 and ear_tag = any ($2) order by id',
    [tenant, tags],
  );
  return rows.map((row) => row.id);
}

test('R42 who stands there still was met today; who was handed over met both herds, at the second step too', async () => {
  const auditor = await world.as('trace_pref1');
  const [first = 0, second = 0] = await settled('farm1', 2, 20);
  const [there = 0] = await settled('coop1', 1, 20);
  const ask = async (animalId: number, steps: number, from = day(-3)) =>
    (await auditor.get(`trace/contacts?animalId=${animalId}&from=${from}&to=${day(0)}&steps=${steps}`)).data as {
      total: number;
      places: { step: number; holder: string; animals: number }[];
    };
  const file = await auditor.get(`trace/animal/file?animalId=${first}`);
  expect(file.data.stays.at(-1), 'a stay that goes on').toMatchObject({ to: null });
  expect(file.data.stays.at(-1).contacts).toBeGreaterThanOrEqual(1);
  const before = await ask(first, 1);
  expect(before.total).toBeGreaterThanOrEqual(1);
  expect(before.places).toHaveLength(1);

  const [farm, coop] = [await unitOf(world, 'farm1'), await unitOf(world, 'coop1')];
  await world.database.transaction(systemScope(tenant, 'test'), (tx) =>
    changeAnimals(tx, {
      changeType: 'handover',
      animalIds: [second],
      toPrincipalId: coop.id,
      purpose: 'breed',
      confirmedBy: coop.id,
      source: 'traceability',
      byPrincipalId: farm.id,
    }),
  );
  const moved = await ask(second, 1);
  expect(moved.places.map((one) => one.holder).sort()).toHaveLength(2);
  const far = await ask(first, 2);
  expect(far.places.filter((one) => one.step === 2).length).toBeGreaterThanOrEqual(1);
  expect(far.total).toBeGreaterThan(before.total);
  // Control: whoever stood at the other farm before anybody came from here is met at the second step only.
  expect((await ask(there, 1)).total).toBeGreaterThanOrEqual(1);
});
