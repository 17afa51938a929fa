import { DeleteOutlined, EditOutlined, ImportOutlined, SelectOutlined } from '@ant-design/icons';
import { Map as MapLibre, NavigationControl, setWorkerUrl } from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url';
import 'maplibre-gl/dist/maplibre-gl.css';
import { Button, Flex, Segmented, Typography, theme, Upload } from 'antd';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { TerraDraw, TerraDrawPolygonMode, TerraDrawSelectMode, ValidateNotSelfIntersecting } from 'terra-draw';
import { TerraDrawMapLibreGLAdapter } from 'terra-draw-maplibre-gl-adapter';
import type { Point } from '#kit/contract/field.ts';
import { notify } from '#kit/web/api/notify.ts';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import type { Boundaries } from '#kit/web/lookups/lookups.ts';
import { type Area, AreaError, readArea } from './read-area.ts';
import { useGround } from './use-ground.ts';

setWorkerUrl(workerUrl);

interface Props {
  readonly value: Area | null;
  readonly boundaries: Boundaries | undefined;
  /** Where nothing is drawn yet. */
  readonly centre: Point;
  readonly label: string;
  readonly height?: number;
  onChange(value: Area | null): void;
  /** The browser draws no maps (no WebGL). */
  onUnable(): void;
}

type Mode = 'polygon' | 'select';
/** As many digits as a centimetre has; more is refused by the drawing library. */
const precision = 7;
const rounded = (degrees: number) => Number(degrees.toFixed(precision));
type Drawn = ReturnType<TerraDraw['getSnapshot']>[number];

const asFeatures = ({ coordinates }: Area) =>
  coordinates.map((rings) => ({
    type: 'Feature' as const,
    properties: { mode: 'polygon' },
    geometry: {
      type: 'Polygon' as const,
      coordinates: rings.map((ring) => ring.map(([x, y]) => [rounded(x), rounded(y)])),
    },
  }));

function asArea(drawn: readonly Drawn[]): Area | null {
  const polygons = drawn.flatMap(({ geometry, properties }) =>
    geometry.type === 'Polygon' && properties.mode === 'polygon' && !properties.currentlyDrawing
      ? [geometry.coordinates as [number, number][][]]
      : [],
  );
  return polygons.length > 0 ? { type: 'MultiPolygon', coordinates: polygons } : null;
}

/** Areas drawn by hand or taken from a file: corner by corner, moved by their corners, each removed by itself. */
export default function AreaEditor({ value, boundaries, centre, label, height = 420, onChange, onUnable }: Props) {
  const text = useTexts('area');
  const { token } = theme.useToken();
  const below = useRef<HTMLDivElement>(null);
  const holder = useRef<HTMLDivElement>(null);
  const map = useRef<MapLibre>(undefined);
  const pen = useRef<TerraDraw>(undefined);
  const [mode, setMode] = useState<Mode>(value ? 'select' : 'polygon');
  const [chosen, setChosen] = useState<string | number | null>(null);
  const own = useRef<string>(undefined);
  const ground = useGround(below, () => {
    const at = map.current?.getCenter();
    // MapLibre counts from a world of 512 pixels.
    return at && map.current
      ? { centre: { longitude: at.lng, latitude: at.lat }, zoom: map.current.getZoom() + 1 }
      : null;
  });
  const follow = useEffectEvent(() => ground.follow());
  const tell = useEffectEvent((drawn: readonly Drawn[]) => {
    const next = asArea(drawn);
    own.current = JSON.stringify(next);
    onChange(next);
  });
  const begin = useEffectEvent((container: HTMLElement) => {
    try {
      return new MapLibre({
        container,
        center: [centre.longitude, centre.latitude],
        zoom: 11,
        attributionControl: false,
        style: { version: 8, sources: {}, layers: [] },
      });
    } catch {
      onUnable();
      return undefined;
    }
  });
  const colour = token.colorPrimary as `#${string}`;

  useEffect(() => {
    if (!holder.current) return;
    const made = begin(holder.current);
    if (!made) return;
    map.current = made;
    made.addControl(new NavigationControl({ showCompass: false }));
    made.on('move', () => follow());
    made.once('load', () => {
      const styles = { fillColor: colour, fillOpacity: 0.2, outlineColor: colour, outlineWidth: 2 } as const;
      const draw = new TerraDraw({
        adapter: new TerraDrawMapLibreGLAdapter({ map: made, coordinatePrecision: precision }),
        modes: [
          new TerraDrawPolygonMode({ styles, validation: (feature) => ValidateNotSelfIntersecting(feature) }),
          new TerraDrawSelectMode({
            flags: {
              polygon: {
                feature: { draggable: true, coordinates: { midpoints: true, draggable: true, deletable: true } },
              },
            },
          }),
        ],
      });
      draw.start();
      draw.on('finish', () => tell(draw.getSnapshot()));
      draw.on('select', (id) => setChosen(id));
      draw.on('deselect', () => setChosen(null));
      pen.current = draw;
      put();
      follow();
    });
    return () => {
      pen.current?.stop();
      pen.current = undefined;
      map.current = undefined;
      made.remove();
    };
  }, [colour]);

  /** Shows what was given, unless it came from here. */
  const put = useEffectEvent(() => {
    const draw = pen.current;
    if (!draw || own.current === JSON.stringify(value)) return;
    draw.clear();
    if (value) {
      draw.addFeatures(asFeatures(value) as never);
      showWhole(map.current, value);
    }
    own.current = JSON.stringify(value);
    draw.setMode(mode);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: drawn when it is another
  useEffect(() => put(), [value]);
  useEffect(() => {
    pen.current?.setMode(mode);
  }, [mode]);

  useEffect(() => {
    const made = map.current;
    if (!made || !boundaries) return;
    const draw = () => {
      if (made.getSource('boundaries')) return;
      made.addSource('boundaries', { type: 'geojson', data: boundaries as never });
      made.addLayer(
        {
          id: 'boundaries',
          type: 'line',
          source: 'boundaries',
          paint: { 'line-color': token.colorTextTertiary, 'line-width': 1 },
        },
        made.getStyle().layers[0]?.id,
      );
    };
    if (made.isStyleLoaded()) draw();
    else made.once('load', draw);
  }, [boundaries, token]);

  const remove = () => {
    const draw = pen.current;
    if (!draw) return;
    if (chosen === null) draw.clear();
    else {
      draw.deselectFeature(chosen);
      draw.removeFeatures([chosen]);
    }
    setChosen(null);
    tell(draw.getSnapshot());
  };
  const take = async (file: File) => {
    try {
      onChange(readArea(await file.text()));
      setMode('select');
    } catch (error) {
      notify('error', text(error instanceof AreaError ? error.fault : 'unreadable'));
    }
  };
  return (
    <Flex vertical gap={8}>
      <Flex gap={8} wrap align="center">
        <Segmented<Mode>
          value={mode}
          onChange={setMode}
          options={[
            { value: 'polygon', label: text('draw'), icon: <EditOutlined aria-hidden /> },
            { value: 'select', label: text('change'), icon: <SelectOutlined aria-hidden /> },
          ]}
        />
        <Upload
          accept=".json,.geojson,.kml"
          showUploadList={false}
          beforeUpload={(file) => {
            void take(file);
            return false;
          }}
        >
          <Button icon={<ImportOutlined aria-hidden />}>{text('import')}</Button>
        </Upload>
        <Button icon={<DeleteOutlined aria-hidden />} disabled={!value} onClick={remove}>
          {text(chosen === null ? 'clear' : 'removeOne')}
        </Button>
      </Flex>
      <div
        style={{
          position: 'relative',
          height,
          borderRadius: token.borderRadius,
          overflow: 'hidden',
          background: token.colorBgLayout,
        }}
      >
        <div ref={below} style={{ position: 'absolute', inset: 0 }} aria-hidden />
        <div ref={holder} role="application" aria-label={label} style={{ position: 'absolute', inset: 0 }} />
      </div>
      <Typography.Text type="secondary">{text(mode === 'polygon' ? 'drawHint' : 'changeHint')}</Typography.Text>
    </Flex>
  );
}

function showWhole(map: MapLibre | undefined, { coordinates }: Area): void {
  const points = coordinates.flat(2);
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  map?.fitBounds(
    [
      [Math.min(...xs), Math.min(...ys)],
      [Math.max(...xs), Math.max(...ys)],
    ],
    { padding: 40, maxZoom: 15, animate: false },
  );
}
