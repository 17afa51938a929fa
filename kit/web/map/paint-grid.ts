import { flat, latitudeOf, longitudeOf, type Size, scaleOf, toScreen, type View } from './map-view.ts';

interface Inks {
  readonly grid: string;
  readonly name: string;
  readonly font: string;
}

const steps = [1, 2, 5];
const equator = 40_075_016.686;

/** The smallest of 1, 2, 5, 10, 20 … times a power of ten that is not below `least`. */
export function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  const step = steps.find((one) => one * power >= least * (1 - 1e-9)) ?? 10;
  return Number((step * power).toPrecision(1));
}

/** Meridians and parallels in sight, a round number of degrees apart. */
export function gridOf(view: View, size: Size, room = 90): { readonly across: number[]; readonly down: number[] } {
  const scale = scaleOf(view.zoom);
  const step = roundStep((room / scale) * 360);
  const multiples = (from: number, to: number) => {
    const first = Math.ceil(from / step);
    return Array.from({ length: Math.max(0, Math.floor(to / step) - first + 1) }, (_, at) => (first + at) * step);
  };
  const [halfX, halfY] = [size.width / 2 / scale, size.height / 2 / scale];
  return {
    across: multiples(longitudeOf(view.x - halfX), longitudeOf(view.x + halfX)),
    down: multiples(latitudeOf(Math.min(1, view.y + halfY)), latitudeOf(Math.max(0, view.y - halfY))),
  };
}

/** What a ground without tiles has instead of them: it moves along with the hand, so that the land is seen to be land. */
export function paintGrid(pen: CanvasRenderingContext2D, view: View, size: Size, inks: Inks): void {
  const { across, down } = gridOf(view, size);
  pen.beginPath();
  for (const longitude of across) {
    const { x } = toScreen(flat(longitude, 0), view, size);
    pen.moveTo(Math.round(x) + 0.5, 0);
    pen.lineTo(Math.round(x) + 0.5, size.height);
  }
  for (const latitude of down) {
    const { y } = toScreen(flat(0, latitude), view, size);
    pen.moveTo(0, Math.round(y) + 0.5);
    pen.lineTo(size.width, Math.round(y) + 0.5);
  }
  pen.strokeStyle = inks.grid;
  pen.lineWidth = 1;
  pen.stroke();
}

/** How long a piece of the map is on the ground: a round number of metres, at most `room` pixels wide. */
export function scaleBarOf(view: View, room = 110): { readonly metres: number; readonly width: number } {
  const latitude = (latitudeOf(view.y) * Math.PI) / 180;
  const perPixel = (equator * Math.cos(latitude)) / scaleOf(view.zoom);
  const most = room * perPixel;
  const power = 10 ** Math.floor(Math.log10(most));
  const metres = power * (steps.findLast((one) => one * power <= most) ?? 1);
  return { metres, width: metres / perPixel };
}

export function paintScale(pen: CanvasRenderingContext2D, view: View, { height }: Size, inks: Inks): void {
  const { metres, width } = scaleBarOf(view);
  const [left, foot]: [number, number] = [12, height - 12];
  pen.beginPath();
  pen.moveTo(left, foot - 5);
  pen.lineTo(left, foot);
  pen.lineTo(left + width, foot);
  pen.lineTo(left + width, foot - 5);
  pen.strokeStyle = inks.name;
  pen.lineWidth = 1.5;
  pen.stroke();
  pen.fillStyle = inks.name;
  pen.font = `11px ${inks.font}`;
  pen.textAlign = 'left';
  pen.textBaseline = 'bottom';
  pen.fillText(metres < 1000 ? `${metres} m` : `${metres / 1000} km`, left + 4, foot - 3);
}
