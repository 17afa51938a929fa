import { useQuery } from '@tanstack/react-query';
import { Button, Card, Empty, Flex, List, Tag, Typography, theme } from 'antd';
import { useMemo, useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { lookups } from '#kit/web/lookups/lookups.ts';
import { CanvasMap } from '#kit/web/map/canvas-map.tsx';
import { prefectureOf } from '#kit/web/map/centre.ts';
import type { Bounds } from '#kit/web/map/map-view.ts';
import { usePage, useSession } from '#kit/web/shell-context.ts';
import { Failed, Waiting } from '#kit/web/ui/states.tsx';
import { patrolRoute } from '#modules/bank/contract/patrol/patrol.ts';
import { type Place, usePlace } from '../site/parts.ts';

const edge = 0.05;

/** R40: my due visits in the order of the shortest way, on the map and as a list. */
export function RouteView({ day }: { readonly day: string }) {
  const text = useTexts('bank.patrolPage');
  const { token } = theme.useToken();
  const { user } = useSession();
  const { openPage } = usePage();
  const mayDo = useCan('bank:patrol:edit');
  const place = usePlace();
  const [from, setFrom] = useState<Place | null>(null);
  const around = prefectureOf(user.regionCode) ?? prefectureOf(150500000000);
  const boundaries = useQuery({
    queryKey: ['lookup', 'boundaries', around],
    queryFn: () => lookups().boundaries(around as number),
    enabled: around !== null,
    staleTime: Number.POSITIVE_INFINITY,
  }).data;
  const { data, error, refetch } = useQuery({
    queryKey: ['bank', 'patrolRoute', day, from],
    queryFn: () =>
      call(patrolRoute, {
        query: {
          day,
          ...(from && { longitude: String(from.longitude), latitude: String(from.latitude) }),
        } as never,
        quiet: true,
      }),
  });
  const stops = data?.stops ?? [];
  const key = stops.map((one) => one.visitId).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the stops are their key
  const bounds = useMemo((): Bounds | null => {
    if (stops.length === 0) return null;
    const [xs, ys] = [stops.map((one) => one.longitude), stops.map((one) => one.latitude)];
    return [Math.min(...xs) - edge, Math.min(...ys) - edge, Math.max(...xs) + edge, Math.max(...ys) + edge];
  }, [key]);
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  if (!data) return <Waiting />;
  return (
    <Card
      size="small"
      title={text('route', { n: stops.length, km: data.km })}
      extra={
        <Button size="small" disabled={!place.isKnown} onClick={() => setFrom(place.now())}>
          {text('fromHere')}
        </Button>
      }
    >
      {stops.length === 0 ? (
        <Empty description={text('noStops')} />
      ) : (
        <Flex gap={12} wrap>
          <div style={{ flex: '2 1 360px', minInlineSize: 0 }}>
            <CanvasMap
              boundaries={boundaries}
              marks={stops.map((one) => ({
                key: String(one.visitId),
                longitude: one.longitude,
                latitude: one.latitude,
                n: 1,
                parts: [{ colour: one.isLate ? token.colorError : token.colorPrimary, n: 1 }],
              }))}
              lines={stops.slice(1).map((one, n) => ({
                from: [stops[n]?.longitude ?? one.longitude, stops[n]?.latitude ?? one.latitude] as const,
                to: [one.longitude, one.latitude] as const,
                colour: token.colorPrimary,
              }))}
              bounds={bounds}
              height={320}
              label={text('routeLabel', { n: stops.length })}
              onPick={({ key: of }) => {
                const stop = stops.find((one) => String(one.visitId) === of);
                if (stop && mayDo) openPage(`/bank/patrol/visit?visitId=${stop.visitId}`);
                return stop !== undefined;
              }}
              tip={({ key: of }) => {
                const stop = stops.find((one) => String(one.visitId) === of);
                return <span data-record>{stop ? `${stop.site} · ${stop.client} · ${stop.dueOn}` : ''}</span>;
              }}
            />
          </div>
          <List
            size="small"
            style={{ flex: '1 1 280px' }}
            dataSource={[...stops]}
            rowKey={(one) => one.visitId}
            renderItem={(one, n) => (
              <List.Item
                actions={
                  mayDo
                    ? [
                        <Button
                          key="go"
                          size="small"
                          onClick={() => openPage(`/bank/patrol/visit?visitId=${one.visitId}`)}
                        >
                          {text('go')}
                        </Button>,
                      ]
                    : []
                }
              >
                <List.Item.Meta
                  avatar={<Tag>{n + 1}</Tag>}
                  title={<span data-record>{one.site}</span>}
                  description={
                    <Typography.Text type={one.isLate ? 'danger' : 'secondary'} data-record>
                      {`${one.client} · ${one.dueOn}${one.km > 0 ? ` · ${one.km} km` : ''}`}
                    </Typography.Text>
                  }
                />
              </List.Item>
            )}
          />
        </Flex>
      )}
    </Card>
  );
}
