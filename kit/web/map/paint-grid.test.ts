import { expect, it } from 'vitest';
import { flat, scaleOf } from './map-view.ts';
import { gridOf, roundStep, scaleBarOf } from './paint-grid.ts';

const view = { ...flat(122, 43), zoom: 8 };
const size = { width: 900, height: 600 };

it('rounds a distance up to one, two or five', () => {
  expect([0.03, 0.2, 0.21, 1, 6, 40].map(roundStep)).toEqual([0.05, 0.2, 0.5, 1, 10, 50]);
});

it('draws lines at round degrees, all of them in sight and none too near the next', () => {
  const { across, down } = gridOf(view, size);
  const half = (size.width / 2 / scaleOf(view.zoom)) * 360;
  expect(across.length).toBeGreaterThan(2);
  expect(down.length).toBeGreaterThan(1);
  expect(across.every((one) => Math.abs(one - 122) <= half)).toBe(true);
  const step = (across[1] ?? 0) - (across[0] ?? 0);
  expect((step / 360) * scaleOf(view.zoom)).toBeGreaterThanOrEqual(89.9);
});

it('names a round length that fits, and a shorter one further in', () => {
  const { metres, width } = scaleBarOf(view);
  expect(width).toBeLessThanOrEqual(110);
  expect(Number(String(metres)[0])).toBeOneOf([1, 2, 5]);
  expect(scaleBarOf({ ...view, zoom: 11 }).metres).toBeLessThan(metres);
});
