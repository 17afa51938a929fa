import { AimOutlined, MinusOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Space, theme } from 'antd';
import { type ReactNode, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { useLanguage, useT } from '#kit/web/i18n/i18n.ts';
import type { Boundaries } from '#kit/web/lookups/lookups.ts';
import {
  type Bounds,
  type Flat,
  fitted,
  flat,
  isNearest,
  latitudeOf,
  longitudeOf,
  type Sight,
  sightOf,
  toScreen,
  type View,
  zoomed,
} from './map-view.ts';
import { NoOutlines } from './no-outlines.tsx';
import { type Inks, type MapLine, type Mark, outlineOf, paintMap, radiusOf } from './paint-map.ts';
import { useGround } from './use-ground.ts';
import { useMapHand } from './use-map-hand.ts';

interface CanvasMapProps {
  readonly boundaries: Boundaries | undefined;
  readonly marks: readonly Mark[];
  readonly lines?: readonly MapLine[];
  /** Shown whole at first, and again whenever it changes; null shows the land, undefined waits. */
  readonly bounds: Bounds | null | undefined;
  readonly height: number;
  /** Says to those who do not see it what it shows. */
  readonly label: string;
  onSight?(sight: Sight): void;
  /** True where the page does something with it; else the map goes nearer. */
  onPick(mark: Mark, isNearest: boolean): boolean;
  tip(mark: Mark): ReactNode;
}

const none: readonly MapLine[] = [];

/** Our own boundary lines with things on them: drawn on one canvas, without tiles, so it needs no map service and no element per thing. */
export function CanvasMap({ boundaries, marks, lines = none, height, label, ...own }: CanvasMapProps) {
  const t = useT();
  const language = useLanguage();
  const { token } = theme.useToken();
  const canvas = useRef<HTMLCanvasElement>(null);
  const below = useRef<HTMLDivElement>(null);
  const view = useRef<View>(null);
  const [width, setWidth] = useState(0);
  const [hovered, setHovered] = useState<{ mark: Mark; at: Flat } | null>(null);
  const frame = useRef(0);
  const told = useRef<ReturnType<typeof setTimeout>>(undefined);
  const size = { width, height };
  const outline = useMemo(() => boundaries && outlineOf(boundaries), [boundaries]);
  const bounds = own.bounds === null ? outline?.bounds : own.bounds;
  const compact = useMemo(
    () => new Intl.NumberFormat(language.replace('_', '-'), { notation: 'compact', maximumFractionDigits: 1 }),
    [language],
  );
  const ground = useGround(below, () =>
    view.current
      ? {
          centre: { longitude: longitudeOf(view.current.x), latitude: latitudeOf(view.current.y) },
          zoom: view.current.zoom,
        }
      : null,
  );
  const inks: Inks = {
    ground: ground.hasGround ? 'transparent' : token.colorBgLayout,
    land: ground.hasGround ? 'transparent' : token.colorSuccessBg,
    border: token.colorTextQuaternary,
    grid: ground.hasGround ? null : token.colorFillSecondary,
    name: token.colorTextTertiary,
    body: token.colorBgElevated,
    text: token.colorText,
    focus: token.colorPrimary,
    font: token.fontFamily,
  };

  const paint = useEffectEvent(() => {
    const pen = canvas.current?.getContext('2d');
    if (!pen || !view.current || width === 0) return;
    ground.follow();
    paintMap(pen, view.current, size, devicePixelRatio, {
      outline,
      marks,
      lines,
      inks,
      chosen: hovered?.mark.key,
      say: (n) => compact.format(n),
    });
  });
  const tell = useEffectEvent(() => {
    if (view.current) own.onSight?.(sightOf(view.current, size));
  });
  const onMove = () => {
    cancelAnimationFrame(frame.current);
    frame.current = requestAnimationFrame(() => paint());
    clearTimeout(told.current);
    told.current = setTimeout(() => tell(), 180);
  };
  const markAt = ({ x, y }: Flat): Mark | undefined =>
    view.current
      ? marks.findLast((mark) => {
          const at = toScreen(flat(mark.longitude, mark.latitude), view.current as View, size);
          return Math.hypot(at.x - x, at.y - y) <= radiusOf(mark) + 3;
        })
      : undefined;
  const home = () => {
    if (bounds && width > 0) hand.fly(fitted(bounds, size));
  };
  const hand = useMapHand(canvas, view, {
    size: () => size,
    onMove,
    onHome: home,
    onHover: (at) => {
      const mark = at ? markAt(at) : undefined;
      if (mark?.key !== hovered?.mark.key) setHovered(mark && at ? { mark, at } : null);
    },
    onClick: (at) => {
      const mark = markAt(at);
      if (!mark || !view.current || own.onPick(mark, isNearest(view.current.zoom))) return;
      const place = toScreen(flat(mark.longitude, mark.latitude), view.current, size);
      const nearer = zoomed(view.current, 2, place, size);
      hand.fly({ ...flat(mark.longitude, mark.latitude), zoom: nearer.zoom });
    },
  });

  useEffect(() => {
    const holder = canvas.current?.parentElement;
    if (!holder) return;
    const watch = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)));
    watch.observe(holder);
    return () => {
      watch.disconnect();
      cancelAnimationFrame(frame.current);
      clearTimeout(told.current);
    };
  }, []);

  const showAll = useEffectEvent((to: Bounds) => {
    view.current = fitted(to, size);
    tell();
  });
  const wanted = bounds?.join();
  const hasWidth = width > 0;
  useEffect(() => {
    if (wanted && hasWidth) showAll(wanted.split(',').map(Number) as unknown as Bounds);
  }, [wanted, hasWidth]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: drawn anew whenever anything on it is another
  useEffect(() => paint(), [marks, lines, outline, width, height, token, hovered, wanted, ground.hasGround]);

  return (
    <div style={{ position: 'relative', height, borderRadius: token.borderRadius, overflow: 'hidden' }}>
      <div ref={below} style={{ position: 'absolute', inset: 0 }} aria-hidden />
      {/* biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: a map is worked like a program, by pointer and keys */}
      <canvas
        ref={canvas}
        width={width * devicePixelRatio}
        height={height * devicePixelRatio}
        role="application"
        aria-label={`${label} · ${t('kit.mapKeys')}`}
        tabIndex={0}
        style={{
          width,
          height,
          display: 'block',
          position: 'relative',
          touchAction: 'none',
          cursor: hovered ? 'pointer' : 'grab',
        }}
        {...hand.handlers}
      />
      <NoOutlines boundaries={boundaries} />
      <Space.Compact direction="vertical" style={{ position: 'absolute', insetInlineEnd: 12, top: 12 }}>
        <Button icon={<PlusOutlined />} aria-label={t('kit.mapNearer')} onClick={() => hand.zoomBy(1)} />
        <Button icon={<MinusOutlined />} aria-label={t('kit.mapFarther')} onClick={() => hand.zoomBy(-1)} />
        <Button icon={<AimOutlined />} aria-label={t('kit.mapAll')} onClick={home} />
      </Space.Compact>
      {hovered && (
        <div
          data-record
          style={{
            position: 'absolute',
            insetInlineStart: Math.min(hovered.at.x + 14, Math.max(0, width - 230)),
            top: Math.min(hovered.at.y + 14, Math.max(0, height - 90)),
            maxWidth: 220,
            padding: '6px 10px',
            background: token.colorBgElevated,
            boxShadow: token.boxShadowSecondary,
            borderRadius: token.borderRadius,
            fontSize: 12,
            pointerEvents: 'none',
          }}
        >
          {own.tip(hovered.mark)}
        </div>
      )}
    </div>
  );
}
