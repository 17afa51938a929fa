import type { Boundaries } from '#kit/web/lookups/lookups.ts';
import { type Bounds, type Flat, flat, type Size, scaleOf, toScreen, type View } from './map-view.ts';
import { paintGrid, paintScale } from './paint-grid.ts';

/** One thing or many at a place. */
export interface Mark {
  readonly key: string;
  readonly longitude: number;
  readonly latitude: number;
  readonly n: number;
  /** What the ring of many is made of; one thing has the colour of its only part. */
  readonly parts: readonly { readonly colour: string; readonly n: number }[];
  /** Stands below it. */
  readonly label?: string | undefined;
}

export interface MapLine {
  readonly from: readonly [longitude: number, latitude: number];
  readonly to: readonly [longitude: number, latitude: number];
  readonly colour: string;
  readonly isDashed?: boolean | undefined;
}

export interface Inks {
  readonly ground: string;
  readonly land: string;
  readonly border: string;
  /** Of the net over a ground without tiles; null over tiles. */
  readonly grid: string | null;
  readonly name: string;
  readonly body: string;
  readonly text: string;
  readonly focus: string;
  readonly font: string;
}

/** Outlines, made once and drawn at any zoom; relative to a place of their own, for single precision is too coarse over the world. */
export interface Outline {
  readonly path: Path2D;
  readonly origin: Flat;
  readonly names: readonly { readonly name: string; readonly at: Flat }[];
  /** Of an outline without areas there is none. */
  readonly bounds: Bounds | undefined;
}

export function outlineOf({ features }: Boundaries): Outline {
  const path = new Path2D();
  const names = features.flatMap(({ properties }) =>
    properties?.name && Array.isArray(properties.center)
      ? [{ name: String(properties.name), at: flat(properties.center[0], properties.center[1]) }]
      : [],
  );
  const origin = names[0]?.at ?? flat(122, 43);
  let [west, south, east, north]: Bounds = [180, 90, -180, -90];
  for (const { geometry } of features) {
    const parts: number[][][][] =
      geometry?.type === 'MultiPolygon' ? geometry.coordinates : [geometry?.coordinates ?? []];
    for (const ring of parts.flat()) {
      ring.forEach(([longitude = 0, latitude = 0], at) => {
        const place = flat(longitude, latitude);
        [west, south] = [Math.min(west, longitude), Math.min(south, latitude)];
        [east, north] = [Math.max(east, longitude), Math.max(north, latitude)];
        if (at === 0) path.moveTo(place.x - origin.x, place.y - origin.y);
        else path.lineTo(place.x - origin.x, place.y - origin.y);
      });
      path.closePath();
    }
  }
  return { path, origin, names, bounds: west > east ? undefined : [west, south, east, north] };
}

export const radiusOf = ({ n }: Mark): number => (n === 1 ? 6.5 : Math.min(12 + 3 * Math.log10(n), 24));

const shifts = [0, -24, 24, -40, 40, -60, 60];

interface Scene {
  readonly outline: Outline | undefined;
  readonly marks: readonly Mark[];
  readonly lines: readonly MapLine[];
  readonly inks: Inks;
  readonly chosen: string | undefined;
  say(n: number): string;
}

/** The whole picture; a few hundred marks at most, so every frame draws it anew. */
export function paintMap(pen: CanvasRenderingContext2D, view: View, size: Size, density: number, scene: Scene): void {
  const { inks, outline } = scene;
  pen.setTransform(density, 0, 0, density, 0, 0);
  // Below a ground of its own the picture is clear, and clear paint covers nothing of the last frame.
  pen.clearRect(0, 0, size.width, size.height);
  pen.fillStyle = inks.ground;
  pen.fillRect(0, 0, size.width, size.height);
  if (outline) paintOutline(pen, outline, view, size, density, inks);
  pen.setTransform(density, 0, 0, density, 0, 0);
  if (inks.grid !== null) {
    const net = { ...inks, grid: inks.grid };
    paintGrid(pen, view, size, net);
    paintScale(pen, view, size, net);
  }
  for (const line of scene.lines) paintLine(pen, line, view, size);
  const placed = scene.marks.flatMap((mark) => {
    const at = toScreen(flat(mark.longitude, mark.latitude), view, size);
    const room = radiusOf(mark) + 4;
    const isOut = at.x < -room || at.y < -room || at.x > size.width + room || at.y > size.height + room;
    return isOut ? [] : [{ mark, at }];
  });
  if (outline) paintNames(pen, outline, placed, view, size, inks);
  for (const { mark, at } of placed) paintMark(pen, mark, at, scene);
}

/** Each where nothing covers it, a little above or below its middle if need be. */
function paintNames(
  pen: CanvasRenderingContext2D,
  { names }: Outline,
  marks: readonly { readonly mark: Mark; readonly at: Flat }[],
  view: View,
  size: Size,
  inks: Inks,
): void {
  pen.fillStyle = inks.name;
  pen.font = `12px ${inks.font}`;
  pen.textAlign = 'center';
  pen.textBaseline = 'middle';
  const written: { readonly x: number; readonly y: number; readonly half: number }[] = [];
  for (const one of names) {
    const place = toScreen(one.at, view, size);
    const half = pen.measureText(one.name).width / 2;
    const isFree = (y: number) =>
      written.every((other) => Math.abs(other.y - y) > 15 || Math.abs(other.x - place.x) > other.half + half) &&
      marks.every(({ mark, at }) => {
        const room = radiusOf(mark) + 6;
        return Math.abs(at.y - y) > room + 4 || Math.abs(at.x - place.x) > room + half;
      });
    const y = shifts.map((by) => place.y + by).find(isFree) ?? place.y;
    written.push({ x: place.x, y, half });
    pen.fillText(one.name, place.x, y);
  }
}

function paintOutline(
  pen: CanvasRenderingContext2D,
  { path, origin }: Outline,
  view: View,
  size: Size,
  density: number,
  inks: Inks,
): void {
  const scale = scaleOf(view.zoom);
  const at = toScreen(origin, view, size);
  pen.setTransform(scale * density, 0, 0, scale * density, at.x * density, at.y * density);
  pen.fillStyle = inks.land;
  // A tint, so that what lies on it stands out in the dark too.
  pen.globalAlpha = 0.6;
  pen.fill(path, 'evenodd');
  pen.globalAlpha = 1;
  pen.strokeStyle = inks.border;
  pen.lineWidth = 1 / scale;
  pen.stroke(path);
}

function paintLine(
  pen: CanvasRenderingContext2D,
  { from, to, colour, isDashed }: MapLine,
  view: View,
  size: Size,
): void {
  const [a, b] = [from, to].map(([longitude, latitude]) => toScreen(flat(longitude, latitude), view, size));
  if (!a || !b) return;
  pen.beginPath();
  pen.moveTo(a.x, a.y);
  pen.lineTo(b.x, b.y);
  pen.setLineDash(isDashed ? [5, 4] : []);
  pen.strokeStyle = colour;
  pen.lineWidth = 1.5;
  pen.stroke();
  pen.setLineDash([]);
}

function paintMark(pen: CanvasRenderingContext2D, mark: Mark, { x, y }: Flat, { inks, chosen, say }: Scene): void {
  const radius = radiusOf(mark);
  const circle = (r: number, colour: string) => {
    pen.beginPath();
    pen.arc(x, y, r, 0, 2 * Math.PI);
    pen.fillStyle = colour;
    pen.fill();
  };
  if (mark.key === chosen) circle(radius + 3.5, inks.focus);
  circle(radius + 1.5, inks.body);
  if (mark.n === 1) circle(radius, mark.parts[0]?.colour ?? inks.text);
  else {
    let angle = -Math.PI / 2;
    for (const { colour, n } of mark.parts) {
      const end = angle + (n / mark.n) * 2 * Math.PI;
      pen.beginPath();
      pen.moveTo(x, y);
      pen.arc(x, y, radius, angle, end);
      pen.fillStyle = colour;
      pen.fill();
      angle = end;
    }
    circle(radius - 4.5, inks.body);
    pen.fillStyle = inks.text;
    pen.font = `600 ${radius > 20 ? 12 : 11}px ${inks.font}`;
    pen.textAlign = 'center';
    pen.textBaseline = 'middle';
    pen.fillText(say(mark.n), x, y + 0.5);
  }
  if (mark.label) {
    pen.font = `12px ${inks.font}`;
    pen.textAlign = 'center';
    pen.textBaseline = 'top';
    pen.lineWidth = 3;
    pen.strokeStyle = inks.body;
    pen.strokeText(mark.label, x, y + radius + 4);
    pen.fillStyle = inks.text;
    pen.fillText(mark.label, x, y + radius + 4);
  }
}
