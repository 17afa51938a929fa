import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button, Card, Flex, Space, Spin, Typography, theme } from 'antd';
import { useMemo, useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { CanvasMap } from '#kit/web/map/canvas-map.tsx';
import type { Sight } from '#kit/web/map/map-view.ts';
import type { MapLine, Mark } from '#kit/web/map/paint-map.ts';
import { Failed } from '#kit/web/ui/states.tsx';
import { livestockMap, type UncoveredVillage } from '#modules/prevention/contract/livestock/map.ts';
import { Dot, marksOf, Tip, useBoundaries } from '#modules/registry/web/index.ts';
import { type Corner, placeAt } from './geometry.ts';

interface Props {
  readonly query: { readonly layer: 'species' | 'immune'; readonly diseaseCode?: string; readonly species?: string };
  nameOf(kind: string): string;
  colourOf(kind: string): string;
  /** Shown instead of the heads, where the villages nobody is in charge of are asked for. */
  readonly villages: readonly UncoveredVillage[] | null;
  readonly height: number;
  readonly corners: readonly Corner[];
  readonly isDrawing: boolean;
  onCorner(corner: Corner): void;
  onSight(sight: Sight): void;
  onHolder(id: number): void;
}

/** Heads where their holders are, in clusters by how near one looks; a line of corners may be drawn on it. */
export function LivestockMap({ query, nameOf, colourOf, villages, height, corners, isDrawing, ...own }: Props) {
  const t = useT();
  const text = useTexts('prevention.map');
  const { token } = theme.useToken();
  const boundaries = useBoundaries();
  const [sight, setSight] = useState<Sight | null>(null);
  const ask = (piece: Record<string, number>) => ({
    queryKey: ['prevention.map', query, piece],
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      call(livestockMap, { query: { ...query, ...piece }, signal, quiet: true }),
    placeholderData: keepPreviousData,
    enabled: villages === null,
  });
  const all = useQuery(ask({}));
  const [west = 0, south = 0, east = 0, north = 0] = (sight?.bounds ?? []).map((one) => Number(one.toFixed(5)));
  const near = useQuery({
    ...ask({ west, south, east, north, zoom: Number((sight?.zoom ?? 0).toFixed(2)) }),
    enabled: sight !== null && villages === null,
  });
  const { marks, clusterOf } = useMemo(() => marksOf(near.data?.clusters ?? [], colourOf), [near.data, colourOf]);
  const villageMarks = useMemo(
    () =>
      (villages ?? []).flatMap(({ regionCode, name, longitude, latitude, heads }): Mark[] =>
        longitude === null || latitude === null
          ? []
          : [
              {
                key: String(regionCode),
                longitude,
                latitude,
                n: heads,
                parts: [{ colour: token.colorError, n: heads }],
                label: name.split(' ').at(-1),
              },
            ],
      ),
    [villages, token.colorError],
  );
  const lines = useMemo(
    () =>
      corners.flatMap((from, at): MapLine[] => {
        const to = corners[at + 1] ?? (isDrawing ? undefined : corners[0]);
        return to ? [{ from, to, colour: token.colorPrimary, isDashed: isDrawing }] : [];
      }),
    [corners, isDrawing, token.colorPrimary],
  );
  const error = all.error ?? near.error;
  if (error) return <Failed error={error} onRetry={() => void (all.error ? all.refetch() : near.refetch())} />;
  const whole = all.data?.whole;
  const kinds = Object.entries(whole?.kinds ?? {}).sort(([, a], [, b]) => b - a);
  const told = (next: Sight) => {
    setSight(next);
    own.onSight(next);
  };
  const pick = (mark: Mark): boolean => {
    const members = clusterOf.get(mark.key)?.members ?? [];
    const [only] = members;
    if (members.length === 1 && only) own.onHolder(only.id);
    return members.length === 1;
  };
  return (
    <Card size="small" styles={{ body: { padding: 12 } }} data-map={near.data || villages ? 'ready' : ''}>
      <Spin spinning={villages === null && !whole}>
        <div style={{ position: 'relative' }}>
          <CanvasMap
            boundaries={boundaries}
            marks={villages ? villageMarks : marks}
            lines={lines}
            bounds={whole?.bounds ?? (villages ? null : undefined)}
            height={height}
            label={text('label')}
            onSight={told}
            onPick={(mark) => !villages && pick(mark)}
            tip={(mark) =>
              villages ? mark.label : <Tip cluster={clusterOf.get(mark.key)} nameOf={nameOf} colourOf={colourOf} />
            }
          />
          {isDrawing && (
            // biome-ignore lint/a11y/noStaticElementInteractions: a line is drawn by pointing; what it would find is in the list beside the map as well
            // biome-ignore lint/a11y/useKeyWithClickEvents: see above
            <div
              style={{ position: 'absolute', inset: 0, cursor: 'crosshair' }}
              onClick={(event) => {
                const box = event.currentTarget.getBoundingClientRect();
                if (sight)
                  own.onCorner(
                    placeAt(sight, (event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height),
                  );
              }}
            />
          )}
        </div>
      </Spin>
      <Flex justify="space-between" gap={12} wrap style={{ marginTop: 8, minHeight: 24 }}>
        <Space size={[12, 4]} wrap>
          {villages ? (
            <Typography.Text type="secondary">
              {text('uncoveredSum', { n: villages.length, located: villageMarks.length })}
            </Typography.Text>
          ) : (
            kinds.map(([kind, n]) => (
              <Button key={kind} type="text" size="small" tabIndex={-1} style={{ cursor: 'default' }}>
                <Dot colour={colourOf(kind)} /> {nameOf(kind)} {n.toLocaleString('en')}
              </Button>
            ))
          )}
        </Space>
        {!villages && whole && (
          <Typography.Text type="secondary" aria-live="polite">
            {text('sum', {
              located: (whole.total - whole.without).toLocaleString('en'),
              total: whole.total.toLocaleString('en'),
            })}
            {' · '}
            {t('kit.mapSchematic')}
          </Typography.Text>
        )}
      </Flex>
    </Card>
  );
}
