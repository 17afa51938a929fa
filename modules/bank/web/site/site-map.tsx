import { useQuery } from '@tanstack/react-query';
import { Badge, Card, Flex, theme } from 'antd';
import { useMemo } from 'react';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { lookups } from '#kit/web/lookups/lookups.ts';
import { CanvasMap } from '#kit/web/map/canvas-map.tsx';
import { prefectureOf } from '#kit/web/map/centre.ts';
import type { Bounds } from '#kit/web/map/map-view.ts';
import type { MapLine } from '#kit/web/map/paint-map.ts';
import { useSession } from '#kit/web/shell-context.ts';
import type { SiteBoard } from '#modules/bank/contract/site/site.ts';

type Site = SiteBoard['sites'][number];
interface Props {
  readonly sites: readonly Site[];
  readonly fence?: SiteBoard['fence'];
  readonly height: number;
  onPick?(id: number): void;
}
/** Below so much of its book seen within a day a site is looked at. */
const wellSeen = 0.95;
const around = { many: 0.05, one: 0.01 };

/** Sites by how much of their book was seen since yesterday, and where heads are missing. */
export function SiteMap({ sites, fence, height, onPick }: Props) {
  const text = useTexts('bank.sitePage');
  const { token } = theme.useToken();
  const { user } = useSession();
  const prefecture = prefectureOf(user.regionCode) ?? prefectureOf(150500000000);
  const boundaries = useQuery({
    queryKey: ['lookup', 'boundaries', prefecture],
    queryFn: () => lookups().boundaries(prefecture as number),
    enabled: prefecture !== null,
    staleTime: Number.POSITIVE_INFINITY,
  }).data;
  const colours = { gap: token.colorError, unseen: token.colorWarning, well: token.colorSuccess };
  const colourOf = (one: Site) =>
    one.gap > 0 ? colours.gap : one.book > 0 && one.seen < one.book * wellSeen ? colours.unseen : colours.well;
  const key = sites.map((one) => `${one.id}:${one.longitude},${one.latitude}`).join(';');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the sites are their key
  const bounds = useMemo((): Bounds | null => {
    const points = fence ? fence.flat() : sites.map((one) => [one.longitude, one.latitude] as const);
    if (points.length === 0) return null;
    const edge = sites.length === 1 ? around.one : around.many;
    const [xs, ys] = [points.map(([x]) => x ?? 0), points.map(([, y]) => y ?? 0)];
    return [Math.min(...xs) - edge, Math.min(...ys) - edge, Math.max(...xs) + edge, Math.max(...ys) + edge];
  }, [key, fence]);
  const lines: MapLine[] = (fence ?? []).flatMap((ring) =>
    ring.slice(1).map((to, n) => ({ from: ring[n] ?? to, to, colour: token.colorPrimary })),
  );
  return (
    <Card
      size="small"
      title={text('map')}
      extra={
        <Flex gap={12} wrap>
          <Badge color={colours.well} text={text('well')} />
          <Badge color={colours.unseen} text={text('unseen')} />
          <Badge color={colours.gap} text={text('gap')} />
        </Flex>
      }
    >
      <CanvasMap
        boundaries={boundaries}
        marks={sites.map((one) => ({
          key: String(one.id),
          longitude: one.longitude,
          latitude: one.latitude,
          n: Math.max(1, one.book),
          parts: [{ colour: colourOf(one), n: Math.max(1, one.book) }],
        }))}
        lines={lines}
        bounds={bounds}
        height={height}
        label={text('mapLabel', { n: sites.length })}
        onPick={({ key: of }) => {
          onPick?.(Number(of));
          return onPick !== undefined;
        }}
        tip={({ key: of }) => {
          const one = sites.find((site) => String(site.id) === of);
          return (
            <span data-record>
              {one
                ? `${one.siteNo} ${one.name} · ${one.client} · ${text('figures', { book: one.book, seen: one.seen })}`
                : ''}
            </span>
          );
        }}
      />
    </Card>
  );
}
