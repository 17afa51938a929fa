import { flat, type Sight } from '#kit/web/map/map-view.ts';

export type Corner = readonly [longitude: number, latitude: number];

/** The map tells a fifth more than it shows on every side. */
const more = 0.2;
const whole = 1 + 2 * more;

/** The place under a point of the map, both as shares of its width and height. */
export function placeAt({ bounds: [west, south, east, north] }: Sight, x: number, y: number): Corner {
  const longitude = west + ((more + x) / whole) * (east - west);
  const [top, bottom] = [flat(0, north).y, flat(0, south).y];
  const at = top + ((more + y) / whole) * (bottom - top);
  const latitude = (Math.atan(Math.exp((0.5 - at) * 2 * Math.PI)) * 360) / Math.PI - 90;
  return [longitude, latitude];
}

/** What is really seen, without what the map asks for beyond its edges. */
export function seenOf(sight: Sight): { west: number; south: number; east: number; north: number } {
  const [west, north] = placeAt(sight, 0, 0);
  const [east, south] = placeAt(sight, 1, 1);
  return { west, south, east, north };
}

export const polygonText = (corners: readonly Corner[]): string =>
  corners.map(([x, y]) => `${x.toFixed(5)},${y.toFixed(5)}`).join(';');
