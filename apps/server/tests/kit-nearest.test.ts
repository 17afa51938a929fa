import { afterAll, beforeAll, expect, it } from 'vitest';
import { openWorld, type World } from '#apps/server/testing/world.ts';
import { nearest, upwards } from '#kit/server/db/nearest.ts';
import { systemScope } from '#kit/server/db/scope.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

it('finds the rows of the nearest region above a place, key by key', async () => {
  expect(upwards(150521101201)).toEqual([150521101201, 150521101000, 150521000000, 150500000000, 150000000000]);
  await world.sql('create table public.region_setting (tenant_no int, region_code bigint, code text, value int)');
  await world.sql('grant select on public.region_setting to mulian_app');
  await world.sql(
    `insert into public.region_setting values (1505, 150500000000, 'a', 1), (1505, 150521000000, 'a', 2),
       (1505, 150522000000, 'a', 3), (1505, 150500000000, 'b', 4), (1522, 150521101000, 'a', 5)`,
  );
  const at = (code: number) =>
    world.database.transaction(systemScope(1505, 'test'), (tx) =>
      nearest<{ code: string; value: number }>(tx, 'public.region_setting', code, {
        keys: ['code'],
        select: 'code, value',
      }),
    );
  expect(await at(150521101201)).toEqual([
    { code: 'a', value: 2 },
    { code: 'b', value: 4 },
  ]);
  expect((await at(150523000000))[0]).toEqual({ code: 'a', value: 1 });
  expect(await at(220000000000)).toEqual([]);
});
