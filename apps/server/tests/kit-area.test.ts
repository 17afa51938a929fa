import { afterAll, beforeAll, expect, it } from 'vitest';
import { openWorld, type World } from '#apps/server/testing/world.ts';
import { AppError } from '#kit/contract/errors.ts';
import { checkArea } from '#kit/server/area.ts';
import { systemScope } from '#kit/server/db/scope.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const check = (coordinates: unknown, most = 1e12) =>
  world.database.transaction(systemScope(1505, 'test'), (tx) =>
    checkArea(tx, { type: 'Polygon', coordinates }, 'area', { most }),
  );
const refused = (coordinates: unknown, most?: number) =>
  check(coordinates, most).then(
    () => null,
    (error: unknown) => (error instanceof AppError ? error.errors : error),
  );
const square = (x: number, y: number, by: number) => [
  [x, y],
  [x, y + by],
  [x + by, y + by],
  [x + by, y],
  [x, y],
];

it('S15 PostGIS measures an area on the ground and turns its rings the standard way', async () => {
  const { geometry, squareMetres } = await check([square(122, 43, 0.01), square(122.002, 43.002, 0.002)]);
  // 0.01 degrees are 1111 by 815 metres there; a twenty-fifth of it is a hole.
  expect(squareMetres / 1e4).toBeGreaterThan(86.5);
  expect(squareMetres / 1e4).toBeLessThan(87.5);
  expect(geometry.type).toBe('MultiPolygon');
  expect(geometry.coordinates[0]?.[0]?.[1]).toEqual([122.01, 43]);
});

it('S15 what crosses itself, has its hole outside, is no area, too small or too large is refused at its field', async () => {
  const bow = [
    [122, 43],
    [122.1, 43.1],
    [122.1, 43],
    [122, 43.1],
    [122, 43],
  ];
  expect(await refused([bow])).toEqual([{ field: 'area', key: 'area.crossed' }]);
  expect(await refused([square(122, 43, 0.01), square(123, 43, 0.01)])).toEqual([
    { field: 'area', key: 'area.crossed' },
  ]);
  expect(await refused([square(122, 43, 0.000001)])).toEqual([{ field: 'area', key: 'area.tooSmall' }]);
  expect(await refused([square(122, 43, 0.5)], 1e8)).toEqual([{ field: 'area', key: 'area.tooLarge' }]);
  const point = world.database.transaction(systemScope(1505, 'test'), (tx) =>
    checkArea(tx, { type: 'Point', coordinates: [1, 2] }, 'area'),
  );
  await expect(point).rejects.toMatchObject({ errors: [{ key: 'area.noArea' }] });
});
