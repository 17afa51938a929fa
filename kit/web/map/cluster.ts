import type { Point } from '#kit/contract/field.ts';
import { flat, scaleOf } from './map-view.ts';
import type { Mark } from './paint-map.ts';

export interface MovingPoint extends Point {
  readonly key: string;
  readonly colour: string;
  readonly label?: string | undefined;
}

/** Wide enough for the largest mark of many. */
const cell = 56;

/**
 * Points that come and go as marks of many: whoever shares a cell of the screen's size is one mark, at the middle of its points. Cells lie fixed in the
 * world at each whole zoom, so a mark keeps its key while the map is drawn along and while its points move inside it.
 */
export function clusterPoints(points: readonly MovingPoint[], zoom: number): Mark[] {
  const level = Math.floor(zoom);
  const size = cell / scaleOf(level);
  const cells = new Map<string, MovingPoint[]>();
  for (const point of points) {
    const { x, y } = flat(point.longitude, point.latitude);
    const name = `${level}/${Math.floor(x / size)}/${Math.floor(y / size)}`;
    const inside = cells.get(name);
    if (inside) inside.push(point);
    else cells.set(name, [point]);
  }
  return [...cells].map(([name, inside]) => {
    const [only] = inside;
    const counts = new Map<string, number>();
    for (const { colour } of inside) counts.set(colour, (counts.get(colour) ?? 0) + 1);
    const mean = (of: (point: MovingPoint) => number) => inside.reduce((sum, one) => sum + of(one), 0) / inside.length;
    return {
      key: inside.length === 1 && only ? only.key : name,
      longitude: mean((one) => one.longitude),
      latitude: mean((one) => one.latitude),
      n: inside.length,
      parts: [...counts].map(([colour, n]) => ({ colour, n })).toSorted((a, b) => b.n - a.n),
      ...(inside.length === 1 && only?.label ? { label: only.label } : {}),
    };
  });
}
