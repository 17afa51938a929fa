/** An area as it is kept: one or more rings of WGS-84, closed, each point longitude and latitude. */
export interface Area {
  readonly type: 'MultiPolygon';
  readonly coordinates: readonly (readonly (readonly (readonly [number, number])[])[])[];
}

type Ring = [number, number][];
type Polygon = Ring[];

export type AreaFault = 'unreadable' | 'noArea' | 'notEarth' | 'tooMany';

/** Told to whoever chose the file. */
export class AreaError extends Error {
  readonly fault: AreaFault;
  constructor(fault: AreaFault) {
    super(fault);
    this.fault = fault;
  }
}

const mostPoints = 20_000;

function ringOf(points: readonly unknown[]): Ring {
  const ring = points.map((point): [number, number] => {
    const [longitude, latitude] = Array.isArray(point) ? point.map(Number) : [];
    if (longitude === undefined || latitude === undefined || !(Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90))
      throw new AreaError('notEarth');
    return [longitude, latitude];
  });
  const [first, last] = [ring[0], ring.at(-1)];
  if (first && last && (first[0] !== last[0] || first[1] !== last[1])) ring.push([...first]);
  if (ring.length < 4) throw new AreaError('noArea');
  return ring;
}

interface Json {
  readonly type?: string;
  readonly coordinates?: readonly unknown[];
  readonly geometry?: Json | null;
  readonly geometries?: readonly Json[];
  readonly features?: readonly Json[];
}

/** Every area in it, however deep. */
function polygonsOf(json: Json): Polygon[] {
  const rings = (part: unknown) => (part as unknown[][]).map(ringOf);
  if (json.type === 'Polygon') return [rings(json.coordinates)];
  if (json.type === 'MultiPolygon') return (json.coordinates ?? []).map(rings);
  return [json.geometry, ...(json.geometries ?? []), ...(json.features ?? [])].flatMap((one) =>
    one ? polygonsOf(one) : [],
  );
}

/** Of a KML file the polygons: outlines and the holes in them; names, styles and lines are left out. */
function polygonsOfKml(text: string): Polygon[] {
  const page = new DOMParser().parseFromString(text, 'application/xml');
  if (page.getElementsByTagName('parsererror').length > 0) throw new AreaError('unreadable');
  const points = (element: Element) =>
    (element.textContent ?? '')
      .trim()
      .split(/\s+/)
      .map((word) => word.split(',').slice(0, 2));
  const ringsIn = (polygon: Element, name: string) =>
    [...polygon.getElementsByTagName(name)].flatMap((border) =>
      [...border.getElementsByTagName('coordinates')].map((one) => ringOf(points(one))),
    );
  return [...page.getElementsByTagName('Polygon')].map((polygon) => [
    ...ringsIn(polygon, 'outerBoundaryIs').slice(0, 1),
    ...ringsIn(polygon, 'innerBoundaryIs'),
  ]);
}

/** The areas of a GeoJSON or KML file, as one. Whether they are valid (nothing crosses itself) is the server's word. */
export function readArea(text: string): Area {
  const clean = text.replace(/^\uFEFF/, '').trim();
  let polygons: Polygon[];
  try {
    polygons = clean.startsWith('<') ? polygonsOfKml(clean) : polygonsOf(JSON.parse(clean) as Json);
  } catch (error) {
    throw error instanceof AreaError ? error : new AreaError('unreadable');
  }
  const found = polygons.filter((one) => one.length > 0);
  if (found.length === 0) throw new AreaError('noArea');
  if (found.flat().reduce((sum, ring) => sum + ring.length, 0) > mostPoints) throw new AreaError('tooMany');
  return { type: 'MultiPolygon', coordinates: found };
}
