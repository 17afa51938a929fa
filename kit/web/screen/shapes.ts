import type { Boundaries } from '#kit/web/lookups/lookups.ts';
import { flat } from '#kit/web/map/map-view.ts';

/** A flat map in units in which a county is some hundreds wide. */
export interface Spot {
  readonly x: number;
  readonly y: number;
}
export interface Frame {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}
export interface Shape {
  readonly code: number;
  readonly name: string;
  readonly centre: Spot;
  readonly rings: readonly (readonly Spot[])[];
  readonly path: string;
  readonly frame: Frame;
}

const unit = 100_000;
/** Points nearer to the last one than this say nothing a screen could show. */
const nearest = 0.35;

export const spotOf = (longitude: number, latitude: number, squeeze = 1): Spot => {
  const { x, y } = flat(longitude, latitude);
  return { x: x * unit, y: y * unit * squeeze };
};

export const frameOf = (spots: readonly Spot[]): Frame => ({
  left: Math.min(...spots.map((one) => one.x)),
  right: Math.max(...spots.map((one) => one.x)),
  top: Math.min(...spots.map((one) => one.y)),
  bottom: Math.max(...spots.map((one) => one.y)),
});

export const around = (frames: readonly Frame[]): Frame => ({
  left: Math.min(...frames.map((one) => one.left)),
  right: Math.max(...frames.map((one) => one.right)),
  top: Math.min(...frames.map((one) => one.top)),
  bottom: Math.max(...frames.map((one) => one.bottom)),
});

function thinned(ring: readonly Spot[]): Spot[] {
  const kept: Spot[] = [];
  for (const spot of ring) {
    const last = kept.at(-1);
    if (!last || Math.hypot(spot.x - last.x, spot.y - last.y) >= nearest) kept.push(spot);
  }
  return kept;
}

const draw = (ring: readonly Spot[]): string =>
  `M${ring.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join('L')}Z`;

/** The centre of mass of a ring: where a name has the most room around it. */
function middle(ring: readonly Spot[]): Spot {
  let [area, x, y] = [0, 0, 0];
  for (let at = 0, last = ring.length - 1; at < ring.length; last = at, at += 1) {
    const [a, b] = [ring[last], ring[at]] as [Spot, Spot];
    const cross = a.x * b.y - b.x * a.y;
    area += cross;
    x += (a.x + b.x) * cross;
    y += (a.y + b.y) * cross;
  }
  return area === 0 ? (ring[0] ?? { x: 0, y: 0 }) : { x: x / (3 * area), y: y / (3 * area) };
}

/** Boundary files speak of counties by six digits, everything else by twelve. */
const whole = (code: unknown): number => (Number(code) < 1e6 ? Number(code) * 1e6 : Number(code));

export function shapesOf(boundaries: Boundaries | undefined, squeeze = 1): Shape[] {
  return (boundaries?.features ?? []).map(({ properties, geometry }) => {
    const polygons: [number, number][][][] =
      geometry.type === 'MultiPolygon' ? geometry.coordinates : [geometry.coordinates];
    const rings = polygons.map(([outer = []]) => thinned(outer.map(([x, y]) => spotOf(x, y, squeeze))));
    return {
      code: whole(properties.code),
      name: String(properties.name),
      centre: middle(rings.toSorted((a, b) => b.length - a.length)[0] ?? []),
      rings,
      path: rings.map(draw).join(''),
      frame: frameOf(rings.flat()),
    };
  });
}

function holds(ring: readonly Spot[], { x, y }: Spot): boolean {
  let isInside = false;
  for (let at = 0, last = ring.length - 1; at < ring.length; last = at, at += 1) {
    const [a, b] = [ring[at], ring[last]] as [Spot, Spot];
    if (a.y > y !== b.y > y && x < ((b.x - a.x) * (y - a.y)) / (b.y - a.y) + a.x) isInside = !isInside;
  }
  return isInside;
}

/** Places for those nobody placed: spread evenly inside a shape, or around a spot, the same every time. */
export function scattered(n: number, shape: Shape | undefined, centre: Spot, radius: number): Spot[] {
  const spots: Spot[] = [];
  for (let at = 0; spots.length < n && at < n * 20 + 20; at += 1) {
    const turn = at * 2.399963;
    const far = radius * Math.sqrt((at + 0.5) / (n * 1.6));
    const spot = { x: centre.x + far * Math.cos(turn), y: centre.y + far * Math.sin(turn) };
    if (!shape || shape.rings.some((ring) => holds(ring, spot))) spots.push(spot);
  }
  while (spots.length < n) spots.push(centre);
  return spots;
}
