import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorld, type World } from '#apps/server/testing/world.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import { writeEvents } from '#modules/registry/server/index.ts';
import { day, fitAnimals, tenant, unitOf } from '#modules/traceability/testing/fixtures.ts';
import { oddTimes } from './animal-file.ts';
import { renewAnimals } from './trace-animal.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

test('R9 what was written down late says how late, in the order of its recording', async () => {
  const [animal] = await fitAnimals(world, 'farm1', 1);
  const { id: principalId, region: regionCode } = await unitOf(world, 'farm1');
  await world.database.transaction(systemScope(tenant, 'test'), (tx) =>
    writeEvents(
      tx,
      [-20, -1].map((days) => ({
        animalId: animal?.id ?? 0,
        kind: 'weighed' as const,
        happenedOn: day(days),
        principalId,
        regionCode,
        source: { entity: 'registry.animal', id: animal?.id ?? 0, docNo: 'T9' },
        summary: { kg: 400 },
      })),
    ),
  );
  const file = await (await world.as('trace1')).get(`trace/animal/file?animalId=${animal?.id}`);
  const told = (file.data.events as { kind: string; seq: number; lateDays: number }[]).slice(-2);
  expect(told.map((one) => [one.kind, one.lateDays])).toEqual([
    ['weighed', 20],
    ['weighed', 1],
  ]);
});

test('R10 a life that goes on after its end, and a birth after the tag, are named', async () => {
  const event = (kind: string, on: string, isVoided = false) => ({ kind, on, isVoided });
  expect(oddTimes([event('died', '2026-05-01'), event('weighed', '2026-05-02')])).toEqual(['afterEnd']);
  expect(oddTimes([event('died', '2026-05-01'), event('disposed', '2026-05-02')])).toEqual([]);
  expect(oddTimes([event('died', '2026-05-01', true), event('weighed', '2026-05-02')])).toEqual([]);
  const [animal] = await fitAnimals(world, 'farm1', 1);
  const odd = async () => {
    await world.database.transaction(systemScope(tenant, 'test'), (tx) => renewAnimals(tx, [animal?.id ?? 0]));
    return (
      await world.sql('select time_odd as odd from traceability.trace_animal where animal_id = $1', [animal?.id])
    )[0].odd;
  };
  expect(await odd()).toEqual([]);
  await world.sql('update registry.animal set birth_date = current_date where id = $1', [animal?.id]);
  expect(await odd()).toEqual(['bornAfterTag']);
});
