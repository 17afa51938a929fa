import { describe, expect, it } from 'vitest';
import { stopsOf, thinned, walked } from './trail.ts';

const start = Date.parse('2026-06-01T00:00:00+08:00');
/** A fix every ten minutes, each so many metres north of the one before. */
const walk = (count: number, metres: number, marks: Record<number, string> = {}) =>
  Array.from({ length: count }, (_, i) => ({
    deviceId: 1,
    animalId: 1,
    t: start + i * 600_000,
    lon: 122.3,
    lat: 43.6 + (i * metres) / 111_320,
    mark: marks[i] ?? '',
  }));

describe('a trail', () => {
  it('R60: of 31 days keeps the first and last of each day and the fix of every alarm, whatever it leaves out', () => {
    const points = walk(31 * 144, 40);
    const told = [start + 777 * 600_000 + 90_000, start + 3001 * 600_000];
    const few = thinned(points, 500, told);
    expect(few.length).toBeLessThanOrEqual(500 + 64);
    const kept = new Set(few.map((one) => one.t));
    for (let day = 0; day < 31; day += 1) {
      expect(kept.has(start + day * 144 * 600_000)).toBe(true);
      expect(kept.has(start + (day * 144 + 143) * 600_000)).toBe(true);
    }
    expect([kept.has(start + 777 * 600_000), kept.has(start + 3001 * 600_000)]).toEqual([true, true]);
  });

  it('R60: half an hour within fifty metres is a stop, less is none', () => {
    const still = walk(5, 2);
    expect(stopsOf(still)).toMatchObject([{ minutes: 40 }]);
    expect(stopsOf(still.slice(0, 3))).toEqual([]);
    expect(stopsOf(walk(5, 60))).toEqual([]);
  });

  it('R61: the way is that of good fixes, and standing still is none', () => {
    expect(walked(walk(10, 14.9))).toMatchObject([{ metres: 119 }]);
    expect(walked(walk(10, 0.5))).toMatchObject([{ metres: 0 }]);
    const wandering = walk(10, 100, { 5: 'jump' });
    wandering[5] = { ...(wandering[5] as (typeof wandering)[number]), lat: 44 };
    expect(walked(wandering)).toMatchObject([{ metres: 899 }]);
  });
});
