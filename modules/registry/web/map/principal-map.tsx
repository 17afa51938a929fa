import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button, Card, Flex, List, Modal, Space, Spin, Typography } from 'antd';
import { useMemo, useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { useT } from '#kit/web/i18n/i18n.ts';
import { useDict } from '#kit/web/lookups/lookups.ts';
import { CanvasMap } from '#kit/web/map/canvas-map.tsx';
import type { Sight } from '#kit/web/map/map-view.ts';
import type { Mark } from '#kit/web/map/paint-map.ts';
import { resourceKey } from '#kit/web/resource/resource-calls.ts';
import { filterNames } from '#kit/web/resource/use-resource-list.ts';
import { usePage } from '#kit/web/shell-context.ts';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { Failed } from '#kit/web/ui/states.tsx';
import { useUrlState } from '#kit/web/ui/use-url-state.ts';
import { type Cluster, principalMap } from '#modules/registry/contract/distribution.ts';
import { principal } from '#modules/registry/contract/principal.ts';
import { Dot } from './dot.tsx';
import { colourOf } from './type-colours.ts';
import { useBoundaries } from './use-boundaries.ts';

/** Fewer digits than a house is wide: the same piece asked for twice is one question. */
const round = (degrees: number) => Number(degrees.toFixed(5));

/** The rows of the list below, where they are: the same filter, read from the same address. */
export default function PrincipalMap({ height = 400 }: { readonly height?: number }) {
  const t = useT();
  const text = (key: string, args?: Record<string, string | number>) => t.any(`registry.distribution.${key}`, args);
  const { openPage } = usePage();
  const url = useUrlState();
  const { options } = useDict('principal_type');
  const nameOf = (type: string) => options.find((one) => one.dictValue === type)?.dictLabel ?? type;
  const [sight, setSight] = useState<Sight | null>(null);
  const [crowd, setCrowd] = useState<Cluster | null>(null);
  const boundaries = useBoundaries();
  const filters = Object.fromEntries(
    filterNames(principal).flatMap((name) => (url.get(name) ? [[name, url.get(name) as string]] : [])),
  );
  const [west, south, east, north] = (sight?.bounds ?? []).map(round);
  const ask = (query: Record<string, unknown>) => ({
    queryKey: [...resourceKey(principal), 'map', query],
    queryFn: ({ signal }: { signal: AbortSignal }) => call(principalMap, { query, signal, quiet: true }),
    placeholderData: keepPreviousData,
  });
  const all = useQuery(ask(filters));
  const map = useQuery({
    ...ask({ ...filters, west, south, east, north, zoom: Number(sight?.zoom.toFixed(2)) }),
    enabled: sight !== null,
  });
  const data = all.data?.whole;
  const { marks, clusterOf } = useMemo(() => marksOf(map.data?.clusters ?? []), [map.data]);
  const kinds = Object.entries(data?.kinds ?? {}).sort(([, a], [, b]) => b - a);
  const located = (data?.total ?? 0) - (data?.without ?? 0);

  const pick = (mark: Mark, isNearest: boolean): boolean => {
    const cluster = clusterOf.get(mark.key);
    const [only] = cluster?.members ?? [];
    if (cluster?.n === 1 && only) openPage(`/pri/mainFile?id=${only.id}`);
    else if (cluster && isNearest && cluster.members.length > 0) setCrowd(cluster);
    else return false;
    return true;
  };
  const error = all.error ?? map.error;
  if (error) return <Failed error={error} onRetry={() => void (all.error ? all.refetch() : map.refetch())} />;
  return (
    <Card
      size="small"
      styles={{ body: { padding: 12 } }}
      style={{ marginBottom: 12 }}
      data-map={map.data ? 'ready' : ''}
    >
      <Spin spinning={!data}>
        <CanvasMap
          boundaries={boundaries}
          marks={marks}
          bounds={data?.bounds ?? null}
          height={height}
          label={text('label', { located, total: data?.total ?? 0 })}
          onSight={setSight}
          onPick={pick}
          tip={(mark) => <Tip cluster={clusterOf.get(mark.key)} nameOf={nameOf} />}
        />
      </Spin>
      <Flex justify="space-between" gap={12} wrap style={{ marginTop: 8, minHeight: 24 }}>
        <Space size={[4, 4]} wrap role="list" aria-label={text('legend')}>
          {kinds.map(([type, n]) => (
            <Button
              key={type}
              type="text"
              size="small"
              title={text('only', { type: nameOf(type) })}
              onClick={() => url.set({ principalUnitType: type, pageNum: null })}
            >
              <Dot colour={colourOf(type)} /> {nameOf(type)} {n.toLocaleString('en')}
            </Button>
          ))}
          {filters.principalUnitType && (
            <Button type="link" size="small" onClick={() => url.set({ principalUnitType: null, pageNum: null })}>
              {text('allTypes')}
            </Button>
          )}
        </Space>
        {data && (
          <Typography.Text type="secondary" aria-live="polite">
            {text('sum', { located: located.toLocaleString('en'), total: data.total.toLocaleString('en') })}
            {data.without > 0 && (
              <Button
                type="link"
                size="small"
                style={{ paddingInlineEnd: 0 }}
                onClick={() => url.set({ hasLocation: 'false', pageNum: null })}
              >
                {text('without', { n: data.without.toLocaleString('en') })}
              </Button>
            )}
            {' · '}
            {t('kit.mapSchematic')}
          </Typography.Text>
        )}
      </Flex>
      <Modal open={crowd !== null} title={text('here')} footer={null} onCancel={() => setCrowd(null)} width={420}>
        <List
          size="small"
          dataSource={crowd?.members ?? []}
          renderItem={(one) => (
            <List.Item data-record>
              <PageLink to={`/pri/mainFile?id=${one.id}`}>{one.name}</PageLink>
              <Typography.Text type="secondary">{nameOf(one.kind)}</Typography.Text>
            </List.Item>
          )}
        />
      </Modal>
    </Card>
  );
}

interface TipProps {
  readonly cluster: Cluster | undefined;
  nameOf(type: string): string;
}

function Tip({ cluster, nameOf }: TipProps) {
  if (!cluster) return null;
  const [only] = cluster.members;
  const title = cluster.n === 1 && only ? only.name : cluster.n.toLocaleString('en');
  return (
    <>
      <Typography.Text strong>{title}</Typography.Text>
      {Object.entries(cluster.kinds)
        .sort(([, a], [, b]) => b - a)
        .slice(0, 5)
        .map(([type, n]) => (
          <div key={type}>
            <Dot colour={colourOf(type)} /> {nameOf(type)} {cluster.n > 1 && n.toLocaleString('en')}
          </div>
        ))}
    </>
  );
}

/** The large ones first, so that a small one beside them is drawn over and found. */
function marksOf(clusters: readonly Cluster[]) {
  const clusterOf = new Map<string, Cluster>();
  const marks = clusters
    .toSorted((a, b) => b.n - a.n)
    .map((one): Mark => {
      const key = `${one.longitude},${one.latitude}`;
      clusterOf.set(key, one);
      const parts = Object.entries(one.kinds)
        .sort(([, a], [, b]) => b - a)
        .map(([type, n]) => ({ colour: colourOf(type), n }));
      return { key, longitude: one.longitude, latitude: one.latitude, n: one.n, parts };
    });
  return { marks, clusterOf };
}
