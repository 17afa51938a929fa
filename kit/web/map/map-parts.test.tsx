import { waitFor } from '@testing-library/react';
import { useEffect, useRef } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { setLookups } from '#kit/web/lookups/lookups.ts';
import { renderPage } from '#kit/web/testing/render-page.tsx';
import { clusterPoints, type MovingPoint } from './cluster.ts';
import { fromGcj02 } from './gcj02.ts';
import { AreaError, readArea } from './read-area.ts';
import { type Fix, metresBetween, placeAt, trailLines, walkedTo } from './trail.ts';
import { useGround } from './use-ground.ts';

afterEach(() => vi.unstubAllGlobals());

it('points near each other are one mark with their number; its key stays while they move inside it', () => {
  const points: MovingPoint[] = Array.from({ length: 3000 }, (_, at) => ({
    key: `p${at}`,
    longitude: 122 + (at % 60) / 100,
    latitude: 43 + Math.floor(at / 60) / 100,
    colour: at % 3 === 0 ? 'red' : 'blue',
  }));
  for (const zoom of [5, 8.7, 11, 17]) {
    const marks = clusterPoints(points, zoom);
    expect(marks.reduce((sum, one) => sum + one.n, 0)).toBe(3000);
    expect(marks.every((one) => one.parts.reduce((sum, part) => sum + part.n, 0) === one.n)).toBe(true);
    expect(new Set(marks.map((one) => one.key)).size).toBe(marks.length);
  }
  expect(clusterPoints(points, 5).length).toBeLessThan(5);
  expect(clusterPoints(points, 17)).toHaveLength(3000);
  const [one] = clusterPoints(points.slice(0, 2), 6);
  const moved = points.slice(0, 2).map((point) => ({ ...point, longitude: point.longitude + 0.0001 }));
  expect(clusterPoints(moved, 6)[0]?.key).toBe(one?.key);
});

const minute = 60_000;
const trail: Fix[] = [
  { at: 0, longitude: 122, latitude: 43 },
  { at: 10 * minute, longitude: 122.01, latitude: 43 },
  { at: 120 * minute, longitude: 122.1, latitude: 43.1 },
];

it('a trail is known between its fixes, broken over a gap, and measured where it is known', () => {
  expect(placeAt(trail, -1)).toBeNull();
  expect(placeAt(trail, 5 * minute)).toEqual({ longitude: 122.005, latitude: 43 });
  // Nobody saw it for almost two hours: it stands where it was last seen.
  expect(placeAt(trail, 60 * minute)).toMatchObject({ longitude: 122.01, latitude: 43 });
  expect(placeAt(trail, 500 * minute)).toMatchObject({ longitude: 122.1 });
  const lines = trailLines(trail, 60 * minute, { past: 'p', coming: 'c' });
  expect(lines.map((one) => [one.colour, one.isDashed])).toEqual([
    ['p', false],
    ['c', true],
  ]);
  const first = metresBetween(trail[0] as Fix, trail[1] as Fix);
  expect(first).toBeGreaterThan(812);
  expect(first).toBeLessThan(815);
  expect(walkedTo(trail, 500 * minute)).toBe(first);
});

const square = [
  [122, 43],
  [122.1, 43],
  [122.1, 43.1],
  [122, 43.1],
  [122, 43],
];
const kml = `<?xml version="1.0"?><kml xmlns="http://www.opengis.net/kml/2.2"><Document><Placemark><name>草场</name>
  <MultiGeometry><Polygon><outerBoundaryIs><LinearRing><coordinates>
    122,43,0 122.1,43,0 122.1,43.1,0 122,43.1,0 122,43,0 </coordinates></LinearRing></outerBoundaryIs>
    <innerBoundaryIs><LinearRing><coordinates>122.02,43.02 122.04,43.02 122.04,43.04</coordinates></LinearRing></innerBoundaryIs>
  </Polygon></MultiGeometry></Placemark></Document></kml>`;

it('areas come from GeoJSON, however deep, and from KML with its holes; what is no area is told apart', () => {
  const bare = { type: 'Polygon', coordinates: [square] };
  const one = { type: 'MultiPolygon', coordinates: [[square]] };
  for (const json of [
    bare,
    one,
    { type: 'Feature', geometry: bare },
    {
      type: 'FeatureCollection',
      features: [
        { type: 'Feature', geometry: bare },
        { type: 'Feature', geometry: { type: 'Point', coordinates: [1, 2] } },
      ],
    },
  ])
    expect(readArea(`\uFEFF${JSON.stringify(json)}`)).toEqual(one);
  const [[outer, hole] = []] = readArea(kml).coordinates;
  expect(outer).toEqual(square);
  // A ring that its maker left open is closed.
  expect(hole).toHaveLength(4);
  const fault = (text: string) => {
    try {
      readArea(text);
      return null;
    } catch (error) {
      return error instanceof AreaError ? error.fault : error;
    }
  };
  expect(fault('{')).toBe('unreadable');
  expect(fault('{"type":"Point","coordinates":[1,2]}')).toBe('noArea');
  expect(fault('{"type":"Polygon","coordinates":[[[1,2],[3,4]]]}')).toBe('noArea');
  expect(
    fault(
      JSON.stringify({ type: 'Polygon', coordinates: [square.map(([x = 0, y = 0]) => [x * 111_000, y * 111_000])] }),
    ),
  ).toBe('notEarth');
});

function Ground() {
  const holder = useRef<HTMLDivElement>(null);
  const { hasGround, follow } = useGround(holder, () => ({ centre: { longitude: 122, latitude: 43 }, zoom: 9.5 }));
  useEffect(() => {
    if (hasGround) follow();
  });
  return <div ref={holder}>{String(hasGround)}</div>;
}

it('a tenant with a key has its own ground below our map, moved along and shifted as the law wants it', async () => {
  const moves: { zoom: number; centre: [number, number] }[] = [];
  class FakeMap {
    setZoomAndCenter(zoom: number, centre: [number, number]) {
      moves.push({ zoom, centre });
    }
    destroy() {}
  }
  setLookups({ mapSettings: async () => ({ key: 'the key', centre: { longitude: 1, latitude: 1 } }) } as never);
  const append = vi.spyOn(document.head, 'append').mockImplementation(() => {
    Object.assign(window, { AMap: { Map: FakeMap } });
    (window as unknown as Record<string, () => void>).__amapReady?.();
  });
  const { container } = renderPage(<Ground />);
  await waitFor(() => expect(moves.length).toBeGreaterThan(0));
  append.mockRestore();
  expect(container.textContent).toBe('true');
  const { zoom, centre } = moves[0] as (typeof moves)[number];
  expect(zoom).toBe(9.5);
  expect(centre[0]).not.toBe(122);
  const back = fromGcj02(...centre);
  expect(back.longitude).toBeCloseTo(122, 6);
  expect(back.latitude).toBeCloseTo(43, 6);
});
