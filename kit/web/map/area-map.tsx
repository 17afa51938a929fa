import { Map as MapLibre, Marker, setWorkerUrl } from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url';
import 'maplibre-gl/dist/maplibre-gl.css';
import { theme } from 'antd';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { Boundaries } from '#kit/web/lookups/lookups.ts';

setWorkerUrl(workerUrl);

/** What an area is painted with. */
export interface AreaValue {
  /** 0 … 1; the more, the darker. */
  readonly share: number;
  /** Stands below the name. */
  readonly text: string;
}

interface AreaMapProps {
  readonly boundaries: Boundaries;
  /** By area code, as the boundaries' `code` has it. */
  readonly values: ReadonlyMap<number, AreaValue>;
  readonly height: number;
  readonly label: string;
  onPick?(code: number): void;
  onUnable(): void;
}

type Feature = Boundaries['features'][number];
/** Boundary files speak of counties by six digits, everything else by twelve. */
const whole = (code: unknown): number => (Number(code) < 1e6 ? Number(code) * 1e6 : Number(code));
const codeOf = (feature: Feature): number => whole(feature.properties?.code);

/** Areas in shades of one colour with their names; no tiles, so it works without any map service. */
export default function AreaMap({ boundaries, values, height, label, onPick, onUnable }: AreaMapProps) {
  const { token } = theme.useToken();
  const holder = useRef<HTMLDivElement>(null);
  const pick = useEffectEvent((code: number) => onPick?.(code));
  const fail = useEffectEvent(() => onUnable());

  useEffect(() => {
    if (!holder.current) return;
    let map: MapLibre;
    try {
      map = new MapLibre({
        container: holder.current,
        bounds: boundsOf(boundaries),
        fitBoundsOptions: { padding: 12 },
        attributionControl: false,
        interactive: false,
        style: { version: 8, sources: {}, layers: [] },
      });
    } catch {
      fail();
      return;
    }
    map.once('load', () => {
      const data = {
        ...boundaries,
        features: boundaries.features.map((one) => ({
          ...one,
          properties: { ...one.properties, share: values.get(codeOf(one))?.share ?? 0 },
        })),
      };
      map.addSource('areas', { type: 'geojson', data: data as never });
      map.addLayer({
        id: 'fill',
        type: 'fill',
        source: 'areas',
        paint: { 'fill-color': token.colorPrimary, 'fill-opacity': ['+', 0.08, ['*', 0.72, ['get', 'share']]] },
      });
      map.addLayer({ id: 'line', type: 'line', source: 'areas', paint: { 'line-color': token.colorBorder } });
      map.on('click', 'fill', (event) => pick(whole(event.features?.[0]?.properties?.code)));
      for (const one of boundaries.features) nameOn(map, one, values.get(codeOf(one))?.text ?? '', token.colorText);
    });
    return () => map.remove();
  }, [boundaries, values, token]);

  return (
    <div
      ref={holder}
      role="img"
      aria-label={label}
      style={{ height, background: token.colorBgLayout, borderRadius: token.borderRadius }}
    />
  );
}

/** Names are elements, not map text: text layers would need glyph files. */
function nameOn(map: MapLibre, { properties }: Feature, text: string, colour: string): void {
  if (!Array.isArray(properties?.center)) return;
  const element = document.createElement('div');
  element.dataset.record = '';
  element.style.cssText = `color:${colour};font-size:12px;line-height:1.3;text-align:center;pointer-events:none`;
  element.append(String(properties.name), document.createElement('br'), text);
  new Marker({ element }).setLngLat(properties.center as [number, number]).addTo(map);
}

function boundsOf(boundaries: Boundaries): [[number, number], [number, number]] {
  const box: [[number, number], [number, number]] = [
    [180, 90],
    [-180, -90],
  ];
  const take = (part: unknown): void => {
    if (!Array.isArray(part)) return;
    const [x, y] = part;
    if (typeof x !== 'number' || typeof y !== 'number') {
      for (const one of part) take(one);
      return;
    }
    box[0] = [Math.min(box[0][0], x), Math.min(box[0][1], y)];
    box[1] = [Math.max(box[1][0], x), Math.max(box[1][1], y)];
  };
  for (const one of boundaries.features) take(one.geometry?.coordinates);
  return box;
}
