import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button, Card, Flex, List, Modal, Space, Spin, Typography } from 'antd';
import { type ReactNode, useMemo, useState } from 'react';
import type { AnyEndpoint } from '#kit/contract/endpoint.ts';
import { call } from '#kit/web/api/client.ts';
import { useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { useDict } from '#kit/web/lookups/lookups.ts';
import { CanvasMap } from '#kit/web/map/canvas-map.tsx';
import type { Sight } from '#kit/web/map/map-view.ts';
import type { Mark } from '#kit/web/map/paint-map.ts';
import { Failed } from '#kit/web/ui/states.tsx';
import type { Cluster, principalMap } from '#modules/registry/contract/map/distribution.ts';
import { Dot } from './dot.tsx';
import { useBoundaries } from './use-boundaries.ts';

export type Member = Cluster['members'][number];

interface ListMapProps {
  /** Answers a distribution to the list's filter and a piece of the map. */
  readonly endpoint: AnyEndpoint;
  /** Of the list's own questions, so that what refreshes the list refreshes the map. */
  readonly queryKey: readonly unknown[];
  /** The list's own filter. */
  readonly filters: Readonly<Record<string, string>>;
  /** Dictionary of the kinds. */
  readonly dict: string;
  colourOf(kind: string): string;
  /** Locale key of the sum: `located`, `total`. */
  readonly sum: string;
  readonly height?: number;
  /** Somebody chose the only unit at a place. */
  onMember(member: Member): void;
  /** A unit by name, with a way to what it has. */
  memberLink(member: Member): ReactNode;
  /** Narrows the list to one kind; null is all of them. */
  onKind(kind: string | null): void;
  readonly onlyKind: string | null;
  /** Narrows the list to rows without a place, where it can. */
  onWithout?(): void;
}

/** Fewer digits than a house is wide: the same piece asked for twice is one question. */
const round = (degrees: number) => Number(degrees.toFixed(5));
const figure = (n: number) => n.toLocaleString('en');

/** The rows of the list below, where they are: the same filter, read from the same address. */
export function ListMap({ endpoint, queryKey, filters, dict, colourOf, height = 400, ...own }: ListMapProps) {
  const t = useT();
  const text = useTexts('registry.distribution');
  const { options } = useDict(dict);
  const nameOf = (kind: string) => options.find((one) => one.dictValue === kind)?.dictLabel ?? kind;
  const [sight, setSight] = useState<Sight | null>(null);
  const [crowd, setCrowd] = useState<Cluster | null>(null);
  const boundaries = useBoundaries();
  const [west, south, east, north] = (sight?.bounds ?? []).map(round);
  const ask = (query: Record<string, unknown>) => ({
    queryKey: [...queryKey, 'map', query],
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      call(endpoint as typeof principalMap, { query, signal, quiet: true }),
    placeholderData: keepPreviousData,
  });
  const all = useQuery(ask(filters));
  const map = useQuery({
    ...ask({ ...filters, west, south, east, north, zoom: Number(sight?.zoom.toFixed(2)) }),
    enabled: sight !== null,
  });
  const data = all.data?.whole;
  const { marks, clusterOf } = useMemo(() => marksOf(map.data?.clusters ?? [], colourOf), [map.data, colourOf]);
  const kinds = Object.entries(data?.kinds ?? {}).sort(([, a], [, b]) => b - a);
  const located = (data?.total ?? 0) - (data?.without ?? 0);

  const pick = (mark: Mark, isNearest: boolean): boolean => {
    const cluster = clusterOf.get(mark.key);
    const only = onlyOf(cluster);
    if (only) own.onMember(only);
    else if (cluster && isNearest && cluster.members.length > 0) setCrowd(cluster);
    else return false;
    return true;
  };
  const error = all.error ?? map.error;
  if (error) return <Failed error={error} onRetry={() => void (all.error ? all.refetch() : map.refetch())} />;
  const without = data && text('without', { n: figure(data.without) });
  return (
    <Card size="small" styles={{ body: { padding: 12 } }} data-map={map.data ? 'ready' : ''}>
      <Spin spinning={!data}>
        <CanvasMap
          boundaries={boundaries}
          marks={marks}
          bounds={data?.bounds}
          height={height}
          label={text('label', { located, total: data?.total ?? 0 })}
          onSight={setSight}
          onPick={pick}
          tip={(mark) => <Tip cluster={clusterOf.get(mark.key)} nameOf={nameOf} colourOf={colourOf} />}
        />
      </Spin>
      <Flex justify="space-between" gap={12} wrap style={{ marginTop: 8, minHeight: 24 }}>
        <Space size={[4, 4]} wrap role="group" aria-label={text('legend')}>
          {kinds.map(([kind, n]) => (
            <Button
              key={kind}
              type="text"
              size="small"
              title={text('only', { type: nameOf(kind) })}
              onClick={() => own.onKind(kind)}
            >
              <Dot colour={colourOf(kind)} /> {nameOf(kind)} {figure(n)}
            </Button>
          ))}
          {own.onlyKind && (
            <Button type="link" size="small" onClick={() => own.onKind(null)}>
              {text('allTypes')}
            </Button>
          )}
        </Space>
        {data && (
          <Typography.Text type="secondary" aria-live="polite">
            {t.any(own.sum, { located: figure(located), total: figure(data.total) })}
            {data.without > 0 &&
              (own.onWithout ? (
                <Button type="link" size="small" style={{ paddingInlineEnd: 0 }} onClick={own.onWithout}>
                  {without}
                </Button>
              ) : (
                ` · ${without}`
              ))}
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
              {own.memberLink(one)}
              <Typography.Text type="secondary">
                {nameOf(one.kind)} {one.n > 1 && figure(one.n)}
              </Typography.Text>
            </List.Item>
          )}
        />
      </Modal>
    </Card>
  );
}

/** The unit that stands alone at its place, whatever it has. */
const onlyOf = (cluster: Cluster | undefined): Member | undefined =>
  cluster?.members.length === 1 ? cluster.members[0] : undefined;

interface TipProps {
  readonly cluster: Cluster | undefined;
  nameOf(kind: string): string;
  colourOf(kind: string): string;
}

export function Tip({ cluster, nameOf, colourOf }: TipProps) {
  if (!cluster) return null;
  return (
    <>
      <Typography.Text strong>{onlyOf(cluster)?.name ?? figure(cluster.n)}</Typography.Text>
      {Object.entries(cluster.kinds)
        .sort(([, a], [, b]) => b - a)
        .slice(0, 5)
        .map(([kind, n]) => (
          <div key={kind}>
            <Dot colour={colourOf(kind)} /> {nameOf(kind)} {cluster.n > 1 && figure(n)}
          </div>
        ))}
    </>
  );
}

/** The large ones first, so that a small one beside them is drawn over and found. */
export function marksOf(clusters: readonly Cluster[], colourOf: (kind: string) => string) {
  const clusterOf = new Map<string, Cluster>();
  const marks = clusters
    .toSorted((a, b) => b.n - a.n)
    .map((one): Mark => {
      const key = `${one.longitude},${one.latitude}`;
      clusterOf.set(key, one);
      const parts = Object.entries(one.kinds)
        .sort(([, a], [, b]) => b - a)
        .map(([kind, n]) => ({ colour: colourOf(kind), n }));
      return { key, longitude: one.longitude, latitude: one.latitude, n: one.n, parts };
    });
  return { marks, clusterOf };
}
