const radius = 6_371_008.8;
const rad = Math.PI / 180;

/** Metres between two places. */
export function metres(lon1: number, lat1: number, lon2: number, lat2: number): number {
  const a = Math.sin(((lat2 - lat1) * rad) / 2) ** 2;
  const b = Math.cos(lat1 * rad) * Math.cos(lat2 * rad) * Math.sin(((lon2 - lon1) * rad) / 2) ** 2;
  return 2 * radius * Math.asin(Math.min(1, Math.sqrt(a + b)));
}

type Ring = readonly (readonly [number, number])[];
export type Rings = readonly Ring[];

function inRing(ring: Ring, lon: number, lat: number): boolean {
  let inside = false;
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i, i += 1) {
    const [x1, y1] = ring[i] as readonly [number, number];
    const [x2, y2] = ring[j] as readonly [number, number];
    if (y1 > lat !== y2 > lat && lon < ((x2 - x1) * (lat - y1)) / (y2 - y1) + x1) inside = !inside;
  }
  return inside;
}

/** Metres from the nearest edge: positive inside, negative outside. The first ring is the outer one, the others are holes. */
export function depth(rings: Rings, lon: number, lat: number): number {
  const [outer, ...holes] = rings;
  if (!outer) return -Infinity;
  const inside = inRing(outer, lon, lat) && !holes.some((hole) => inRing(hole, lon, lat));
  const kx = Math.cos(lat * rad) * radius * rad;
  const ky = radius * rad;
  let least = Infinity;
  for (const ring of rings)
    for (let i = 1; i < ring.length; i += 1) {
      const [ax, ay] = ring[i - 1] as readonly [number, number];
      const [bx, by] = ring[i] as readonly [number, number];
      const [x1, y1, x2, y2] = [(ax - lon) * kx, (ay - lat) * ky, (bx - lon) * kx, (by - lat) * ky];
      const [dx, dy] = [x2 - x1, y2 - y1];
      const along = dx * dx + dy * dy === 0 ? 0 : Math.max(0, Math.min(1, -(x1 * dx + y1 * dy) / (dx * dx + dy * dy)));
      least = Math.min(least, Math.hypot(x1 + along * dx, y1 + along * dy));
    }
  return inside ? least : -least;
}

const a = 6_378_245;
const ee = 0.006693421622965943;
function shift(lon: number, lat: number): [number, number] {
  const [x, y] = [lon - 105, lat - 35];
  const wave = (v: number, k: number) => Math.sin(v * k * Math.PI);
  const common = ((20 * wave(x, 6) + 20 * wave(x, 2)) * 2) / 3;
  let dLat = -100 + 2 * x + 3 * y + 0.2 * y * y + 0.1 * x * y + 0.2 * Math.sqrt(Math.abs(x)) + common;
  dLat += ((20 * wave(y, 1) + 40 * wave(y, 1 / 3)) * 2) / 3 + ((160 * wave(y, 1 / 12) + 320 * wave(y, 1 / 30)) * 2) / 3;
  let dLon = 300 + x + 2 * y + 0.1 * x * x + 0.1 * x * y + 0.1 * Math.sqrt(Math.abs(x)) + common;
  dLon += ((20 * wave(x, 1) + 40 * wave(x, 1 / 3)) * 2) / 3 + ((150 * wave(x, 1 / 12) + 300 * wave(x, 1 / 30)) * 2) / 3;
  const magic = 1 - ee * Math.sin(lat * rad) ** 2;
  const root = Math.sqrt(magic);
  return [
    (dLon * 180) / ((a / root) * Math.cos(lat * rad) * Math.PI),
    (dLat * 180) / (((a * (1 - ee)) / (magic * root)) * Math.PI),
  ];
}

/** R21: what is stored is never GCJ-02. */
export function fromGcj02(lon: number, lat: number): [number, number] {
  let [x, y] = [lon, lat];
  for (let i = 0; i < 3; i += 1) {
    const [dx, dy] = shift(x, y);
    [x, y] = [lon - dx, lat - dy];
  }
  return [x, y];
}
