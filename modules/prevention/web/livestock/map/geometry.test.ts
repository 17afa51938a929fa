import { expect, it } from 'vitest';
import { flat, sightOf } from '#kit/web/map/map-view.ts';
import { placeAt, polygonText, seenOf } from './geometry.ts';

const view = { ...flat(122.3, 43.6), zoom: 9 };
const size = { width: 900, height: 600 };

it('finds the place under the pointer again', () => {
  const sight = sightOf(view, size);
  const [longitude, latitude] = placeAt(sight, 0.5, 0.5);
  expect(longitude).toBeCloseTo(122.3, 6);
  expect(latitude).toBeCloseTo(43.6, 6);
  const exact = sightOf(view, size, 0);
  const [west, north] = placeAt(sight, 0, 0);
  expect([west, north]).toEqual([expect.closeTo(exact.bounds[0], 6), expect.closeTo(exact.bounds[3], 6)]);
  expect(seenOf(sight).south).toBeCloseTo(exact.bounds[1], 6);
});

it('writes corners as the call reads them', () => {
  expect(
    polygonText([
      [122.123456, 43.5],
      [122, 44],
      [121, 43],
    ]),
  ).toBe('122.12346,43.50000;122.00000,44.00000;121.00000,43.00000');
});
