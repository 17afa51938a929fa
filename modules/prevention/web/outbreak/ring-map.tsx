import { Flex, Space, Typography, theme } from 'antd';
import { useMemo } from 'react';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { CanvasMap } from '#kit/web/map/canvas-map.tsx';
import type { Bounds } from '#kit/web/map/map-view.ts';
import type { MapLine, Mark } from '#kit/web/map/paint-map.ts';
import { usePage } from '#kit/web/shell-context.ts';
import { paper } from '#kit/web/ui/palette.ts';
import type { RingHolder, TraceMove, TracePoint } from '#modules/prevention/contract/outbreak/investigation.ts';
import { figure, useBoundaries, useLabel } from './names.tsx';

interface Props {
  readonly lon: number;
  readonly lat: number;
  readonly radii: readonly number[];
  readonly holders: readonly RingHolder[];
  readonly points: readonly TracePoint[];
  readonly moves: readonly TraceMove[];
  readonly height: number;
}

const ringColours = ['#cf1322', '#d48806', '#0958d9', '#531dab'];
export const roleColour = (role: string | null | undefined): string =>
  role === 'index' ? '#cf1322' : role === 'contact' ? '#d46b08' : role === 'control' ? '#389e0d' : '#1677ff';

/** A circle on the ground, as short straight lines. */
function circle(lon: number, lat: number, km: number, colour: string): MapLine[] {
  const high = km / 111.2;
  const wide = high / Math.max(0.05, Math.cos((lat * Math.PI) / 180));
  const at = (step: number) =>
    [lon + wide * Math.cos((step * Math.PI) / 36), lat + high * Math.sin((step * Math.PI) / 36)] as const;
  return Array.from({ length: 72 }, (_, step) => ({ from: at(step), to: at(step + 1), colour }));
}

/** Rings round the index, who stands in them, and where animals went. */
export function RingMap({ lon, lat, radii, holders, points, moves, height }: Props) {
  const { token } = theme.useToken();
  const { openPage } = usePage();
  const boundaries = useBoundaries();
  const roleOf = useLabel('investigation_info_role');
  const text = useTexts('prevention.actionPage');
  const byKey = useMemo(() => new Map(points.map((one) => [one.key, one])), [points]);
  const lines = useMemo(() => {
    const rings = radii.flatMap((km, at) => circle(lon, lat, km, ringColours[at] ?? paper.line));
    const ways = moves.flatMap((move): MapLine[] => {
      const [from, to] = [byKey.get(move.from), byKey.get(move.to)];
      if (!from || !to || from.longitude === null || from.latitude === null) return [];
      if (to.longitude === null || to.latitude === null) return [];
      return [
        { from: [from.longitude, from.latitude], to: [to.longitude, to.latitude], colour: '#d46b08', isDashed: true },
      ];
    });
    return [...rings, ...ways];
  }, [lon, lat, radii, moves, byKey]);
  const marks = useMemo(() => {
    const own = points.flatMap((one): Mark[] =>
      one.longitude === null || one.latitude === null
        ? []
        : [
            {
              key: one.key,
              longitude: one.longitude,
              latitude: one.latitude,
              n: 1,
              parts: [{ colour: roleColour(one.role), n: 1 }],
              label: one.name,
            },
          ],
    );
    const known = new Set(own.map((one) => one.key));
    const rest = holders.flatMap((one): Mark[] =>
      known.has(`p${one.id}`)
        ? []
        : [
            {
              key: `p${one.id}`,
              longitude: one.longitude,
              latitude: one.latitude,
              n: 1,
              parts: [{ colour: ringColours[one.ring] ?? paper.line, n: 1 }],
            },
          ],
    );
    return [...rest, ...own];
  }, [points, holders]);
  const far = (radii.at(-1) ?? 10) * 1.15;
  const high = far / 111.2;
  const wide = high / Math.max(0.05, Math.cos((lat * Math.PI) / 180));
  const bounds: Bounds = [lon - wide, lat - high, lon + wide, lat + high];
  const tip = (mark: Mark) => {
    const holder = holders.find((one) => `p${one.id}` === mark.key);
    const point = byKey.get(mark.key);
    return (
      <div>
        <b>{holder?.name ?? point?.name}</b>
        {point?.role && <div>{roleOf(point.role)}</div>}
        {holder && (
          <>
            <div>{text('km', { n: holder.km })}</div>
            <div>
              {text('tipStock', {
                n: figure(holder.cattle + holder.sheep + holder.goat),
                bad: figure(holder.unprotected),
              })}
            </div>
          </>
        )}
      </div>
    );
  };
  return (
    <div>
      <CanvasMap
        boundaries={boundaries}
        marks={marks}
        lines={lines}
        bounds={bounds}
        height={height}
        label={text('mapLabel', { n: holders.length })}
        onPick={(mark) => {
          const id = Number(mark.key.slice(1));
          if (!id) return false;
          openPage(`/pri/mainFile?id=${id}`);
          return true;
        }}
        tip={tip}
      />
      <Flex gap={16} wrap style={{ marginBlockStart: 8 }}>
        {radii.map((km, at) => (
          <Space key={km} size={6}>
            <span
              style={{ display: 'inline-block', width: 18, borderTop: `2px solid ${ringColours[at] ?? paper.line}` }}
            />
            <Typography.Text type="secondary">{text('within', { n: km })}</Typography.Text>
          </Space>
        ))}
        {['index', 'contact', 'zone', 'control'].map((role) => (
          <Space key={role} size={6}>
            <span
              style={{ display: 'inline-block', width: 10, height: 10, borderRadius: 5, background: roleColour(role) }}
            />
            <Typography.Text type="secondary" style={{ color: token.colorTextSecondary }}>
              {roleOf(role)}
            </Typography.Text>
          </Space>
        ))}
      </Flex>
    </div>
  );
}
