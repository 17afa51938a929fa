import { expect, it } from 'vitest';
import { openWorld } from '#apps/server/testing/world.ts';
import { databaseSettings } from '#db/settings.ts';
import { requireNobodyConnected } from '../../../demo/world.ts';

it('the demo is not loaded over a database that a program is connected to, and says which', async () => {
  const world = await openWorld();
  await expect(requireNobodyConnected(databaseSettings(world.name))).rejects.toThrow(
    new RegExp(`^The database ${world.name} is in use \\(.*mulian.*\\): stop .* Nothing was changed\\.$`),
  );
  expect(await world.sql('select 1 as there')).toEqual([{ there: 1 }]);
  await world.close();
  await expect(requireNobodyConnected(databaseSettings(world.name))).resolves.toBeUndefined();
});
