/** A flat map of the world (Web Mercator), one unit wide; `zoom` 0 shows it 256 pixels wide. */
export interface Flat {
  readonly x: number;
  readonly y: number;
}

export interface View extends Flat {
  readonly zoom: number;
}

export type Bounds = readonly [west: number, south: number, east: number, north: number];

/** What is asked for to be shown: a piece of the world, and how near. */
export interface Sight {
  readonly bounds: Bounds;
  readonly zoom: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

const [farthest, nearest] = [3, 18];

export const flat = (longitude: number, latitude: number): Flat => ({
  x: longitude / 360 + 0.5,
  y: 0.5 - Math.log(Math.tan(Math.PI / 4 + (latitude * Math.PI) / 360)) / (2 * Math.PI),
});

export const scaleOf = (zoom: number): number => 256 * 2 ** zoom;
export const isNearest = (zoom: number): boolean => zoom >= nearest - 0.5;
const within = (zoom: number): number => Math.min(nearest, Math.max(farthest, zoom));

export function toScreen({ x, y }: Flat, view: View, { width, height }: Size): Flat {
  const scale = scaleOf(view.zoom);
  return { x: (x - view.x) * scale + width / 2, y: (y - view.y) * scale + height / 2 };
}

/** The same place stays below the pointer. */
export function zoomed(view: View, by: number, at: Flat, { width, height }: Size): View {
  const zoom = within(view.zoom + by);
  const [before, after] = [scaleOf(view.zoom), scaleOf(zoom)];
  const [dx, dy] = [at.x - width / 2, at.y - height / 2];
  return { x: view.x + dx / before - dx / after, y: view.y + dy / before - dy / after, zoom };
}

export function moved(view: View, dx: number, dy: number): View {
  const scale = scaleOf(view.zoom);
  return { ...view, x: view.x - dx / scale, y: Math.min(1, Math.max(0, view.y - dy / scale)) };
}

/** The whole of it, with room at its edges. */
export function fitted([west, south, east, north]: Bounds, { width, height }: Size, room = 36): View {
  const [low, high] = [flat(west, south), flat(east, north)];
  const across = Math.max((high.x - low.x) / Math.max(width - 2 * room, 50), 1e-9);
  const down = Math.max((low.y - high.y) / Math.max(height - 2 * room, 50), 1e-9);
  const zoom = Math.min(15, within(Math.log2(1 / Math.max(across, down) / 256)));
  return { x: (low.x + high.x) / 2, y: (low.y + high.y) / 2, zoom };
}

export const longitudeOf = (x: number): number => (x - 0.5) * 360;
export const latitudeOf = (y: number): number => (Math.atan(Math.exp((0.5 - y) * 2 * Math.PI)) * 360) / Math.PI - 90;

/** What the map shows, and a share of its size more on every side, so that a small move needs nothing new. */
export function sightOf(view: View, { width, height }: Size, more = 0.2): Sight {
  const scale = scaleOf(view.zoom);
  const [halfX, halfY] = [(width * (0.5 + more)) / scale, (height * (0.5 + more)) / scale];
  const longitudeOf = (x: number) => Math.min(180, Math.max(-180, (x - 0.5) * 360));
  return {
    bounds: [
      longitudeOf(view.x - halfX),
      latitudeOf(Math.min(1, view.y + halfY)),
      longitudeOf(view.x + halfX),
      latitudeOf(Math.max(0, view.y - halfY)),
    ],
    zoom: view.zoom,
  };
}

/** Half of the way, quickly first: where an animation stands at `share` of its time. */
export function between(from: View, to: View, share: number): View {
  const eased = 1 - (1 - share) ** 3;
  const mix = (a: number, b: number) => a + (b - a) * eased;
  return { x: mix(from.x, to.x), y: mix(from.y, to.y), zoom: mix(from.zoom, to.zoom) };
}
