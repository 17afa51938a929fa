import { Map as MapLibre, Marker, NavigationControl, setWorkerUrl } from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url';
import 'maplibre-gl/dist/maplibre-gl.css';
import { theme } from 'antd';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { Point } from '#kit/contract/field.ts';
import type { Boundaries } from '#kit/web/lookups/lookups.ts';
import { NoOutlines } from './no-outlines.tsx';

setWorkerUrl(workerUrl);

export interface PinMapProps {
  readonly centre: Point;
  readonly pin: Point | null;
  readonly boundaries: Boundaries | undefined;
  onPin(place: Point): void;
  /** The browser draws no maps (no WebGL). */
  onUnable(): void;
  readonly height?: number;
  /** Code of the outline that is meant: filled, and brought into sight. */
  readonly focus?: number | undefined;
}

const round = (degrees: number) => Math.round(degrees * 1e6) / 1e6;

/** Our own boundary lines and one pin; no tiles, so it works without any map service. */
export function OutlineMap({ centre, pin, boundaries, onPin, onUnable, height = 420, focus }: PinMapProps) {
  const { token } = theme.useToken();
  const holder = useRef<HTMLDivElement>(null);
  const map = useRef<MapLibre>(undefined);
  const marker = useRef<Marker>(undefined);
  const put = useEffectEvent(({ lng, lat }: { lng: number; lat: number }) =>
    onPin({ longitude: round(lng), latitude: round(lat) }),
  );
  const begin = useEffectEvent((container: HTMLElement) => {
    try {
      const { longitude, latitude } = pin ?? centre;
      return new MapLibre({
        container,
        center: [longitude, latitude],
        zoom: pin ? 10 : 7,
        attributionControl: false,
        style: { version: 8, sources: {}, layers: [] },
      });
    } catch {
      onUnable();
      return undefined;
    }
  });

  useEffect(() => {
    if (!holder.current) return;
    const made = begin(holder.current);
    if (!made) return;
    made.addControl(new NavigationControl({ showCompass: false }));
    made.on('click', (event) => put(event.lngLat));
    map.current = made;
    return () => {
      map.current = undefined;
      marker.current = undefined;
      made.remove();
    };
  }, []);

  useEffect(() => {
    const made = map.current;
    if (!made || !boundaries) return;
    const colours = { fill: token.colorFillQuaternary, line: token.colorTextTertiary, text: token.colorTextSecondary };
    let names: Marker[] = [];
    const draw = () => {
      names = drawBoundaries(made, boundaries, colours);
      showFocus(made, boundaries, focus, token.colorPrimary);
    };
    if (made.isStyleLoaded()) draw();
    else made.once('load', draw);
    return () => {
      for (const name of names) name.remove();
      if (map.current !== made) return;
      for (const layer of ['focus', 'line', 'fill']) if (made.getLayer(layer)) made.removeLayer(layer);
      if (made.getSource('boundaries')) made.removeSource('boundaries');
    };
  }, [boundaries, focus, token]);

  useEffect(() => {
    const made = map.current;
    if (!made) return;
    if (!pin) {
      marker.current?.remove();
      marker.current = undefined;
      return;
    }
    if (!marker.current) {
      const added = new Marker({ draggable: true, color: token.colorError });
      added.on('dragend', () => put(added.getLngLat()));
      marker.current = added.setLngLat([pin.longitude, pin.latitude]).addTo(made);
    } else marker.current.setLngLat([pin.longitude, pin.latitude]);
  }, [pin, token]);

  return (
    <div style={{ position: 'relative' }}>
      <div ref={holder} style={{ height, background: token.colorBgLayout, borderRadius: token.borderRadius }} />
      <NoOutlines boundaries={boundaries} />
    </div>
  );
}

/** The outline in question stands out, and the map shows it whole; without one it shows all of them. */
function showFocus(map: MapLibre, boundaries: Boundaries, focus: number | undefined, colour: string): void {
  const meant = boundaries.features.filter(({ properties }) => properties?.code === focus);
  map.addLayer({
    id: 'focus',
    type: 'fill',
    source: 'boundaries',
    filter: ['==', ['get', 'code'], focus ?? 0],
    paint: { 'fill-color': colour, 'fill-opacity': 0.25 },
  });
  const points = (meant.length > 0 ? meant : boundaries.features).flatMap(({ geometry }) => cornersOf(geometry));
  if (focus === undefined || points.length === 0) return;
  const [lngs, lats] = [points.map(([lng]) => lng), points.map(([, lat]) => lat)];
  const box = [Math.min(...lngs), Math.min(...lats), Math.max(...lngs), Math.max(...lats)] as [
    number,
    number,
    number,
    number,
  ];
  map.fitBounds(box, { padding: 16, animate: false });
}

// biome-ignore lint/suspicious/noExplicitAny: GeoJSON as the server sent it
function cornersOf(geometry: any): [number, number][] {
  return geometry.type === 'MultiPolygon' ? geometry.coordinates.flat(2) : geometry.coordinates.flat();
}

function drawBoundaries(
  map: MapLibre,
  boundaries: Boundaries,
  colours: { fill: string; line: string; text: string },
): Marker[] {
  map.addSource('boundaries', { type: 'geojson', data: boundaries });
  map.addLayer({ id: 'fill', type: 'fill', source: 'boundaries', paint: { 'fill-color': colours.fill } });
  map.addLayer({ id: 'line', type: 'line', source: 'boundaries', paint: { 'line-color': colours.line } });
  // Names are elements, not map text: text layers would need glyph files.
  return boundaries.features.flatMap(({ properties }) => {
    if (!properties?.name || !Array.isArray(properties.center)) return [];
    const element = document.createElement('span');
    element.textContent = properties.name;
    element.style.cssText = `color:${colours.text};font-size:12px;pointer-events:none`;
    return [new Marker({ element }).setLngLat(properties.center as [number, number]).addTo(map)];
  });
}
