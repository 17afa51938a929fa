import { useQuery } from '@tanstack/react-query';
import { Card, Flex, Space, Typography, theme } from 'antd';
import { useMemo } from 'react';
import { call } from '#kit/web/api/client.ts';
import { useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { lookups, useDict } from '#kit/web/lookups/lookups.ts';
import { CanvasMap } from '#kit/web/map/canvas-map.tsx';
import { prefectureOf } from '#kit/web/map/centre.ts';
import type { Mark } from '#kit/web/map/paint-map.ts';
import { callOf, resourceKey } from '#kit/web/resource/resource-calls.ts';
import { filterNames } from '#kit/web/resource/use-resource-list.ts';
import { useSession } from '#kit/web/shell-context.ts';
import { Failed, Waiting } from '#kit/web/ui/states.tsx';
import { usePanel } from '#kit/web/ui/use-panel.ts';
import { useUrlState } from '#kit/web/ui/use-url-state.ts';
import { type DepotRow, depotResource } from '#modules/depot/contract/store/depot.ts';
import { Celsius, isOutside } from './celsius.tsx';

const pageSize = 100;
const most = 10;

/** The stores of the list below, where they are: the same filter, read from the same address. */
export default function StoreMap() {
  const t = useT();
  const text = useTexts('depot.storePage');
  const { token } = theme.useToken();
  const url = useUrlState();
  const { open } = usePanel();
  const { user } = useSession();
  const { options } = useDict('depot_kind');
  const around = prefectureOf(user.regionCode);
  const boundaries = useQuery({
    queryKey: ['lookup', 'boundaries', around],
    queryFn: () => lookups().boundaries(around as number),
    enabled: around !== null,
    staleTime: Number.POSITIVE_INFINITY,
  }).data;
  const filters = Object.fromEntries(
    filterNames(depotResource).flatMap((name) => (url.get(name) ? [[name, url.get(name) as string]] : [])),
  );
  const { data, error, refetch } = useQuery({
    queryKey: [...resourceKey(depotResource), 'map', filters],
    queryFn: () => allRows(filters),
  });
  const colours: Readonly<Record<string, string>> = {
    warehouse: token.colorTextTertiary,
    coldRoom: token.blue6,
    fridge: token.cyan6,
    freezer: token.geekblue7,
    nitrogenTank: token.purple6,
  };
  const rows = useMemo(() => (data ?? []).filter((row) => row.location !== null), [data]);
  const isOut = (row: DepotRow) => isOutside({ celsius: row.lastCelsius, min: row.tempMin, max: row.tempMax });
  const marks = rows.map(
    (row): Mark => ({
      key: String(row.id),
      longitude: row.location?.longitude ?? 0,
      latitude: row.location?.latitude ?? 0,
      n: 1,
      parts: [{ colour: isOut(row) ? token.colorError : (colours[row.kind] ?? token.colorTextTertiary), n: 1 }],
      label: row.name,
    }),
  );
  const bounds = useMemo(() => boundsOf(rows), [rows]);
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  if (!data) return <Waiting />;
  const rowOf = (mark: Mark) => rows.find((row) => String(row.id) === mark.key);
  return (
    <Card size="small" styles={{ body: { padding: 12 } }} style={{ marginBottom: 12 }} data-map="ready">
      <CanvasMap
        boundaries={boundaries}
        marks={marks}
        bounds={bounds}
        height={360}
        label={text('mapLabel', { n: rows.length })}
        onPick={(mark) => {
          open({ kind: 'detail', id: Number(mark.key) });
          return true;
        }}
        tip={(mark) => {
          const row = rowOf(mark);
          return (
            row && (
              <span data-record>
                {row.name} <Celsius celsius={row.lastCelsius} min={row.tempMin} max={row.tempMax} />
              </span>
            )
          );
        }}
      />
      <Flex justify="space-between" gap={12} wrap style={{ marginTop: 8 }}>
        <Space size={12} wrap>
          {options
            .filter((one) => rows.some((row) => row.kind === one.dictValue))
            .map((one) => (
              <span key={one.dictValue}>
                <Dot colour={colours[one.dictValue] ?? token.colorTextTertiary} /> {one.dictLabel}
              </span>
            ))}
          {rows.some(isOut) && (
            <span>
              <Dot colour={token.colorError} /> {t('depot.temperaturePage.out')}
            </span>
          )}
        </Space>
        <Typography.Text type="secondary">
          {text('located', { n: rows.length, total: data.length })} · {t('kit.mapSchematic')}
        </Typography.Text>
      </Flex>
    </Card>
  );
}

const Dot = ({ colour }: { readonly colour: string }) => (
  <span style={{ display: 'inline-block', width: 10, height: 10, borderRadius: 5, background: colour }} />
);

async function allRows(filters: Record<string, string>): Promise<DepotRow[]> {
  const rows: DepotRow[] = [];
  for (let pageNum = 1; pageNum <= most; pageNum += 1) {
    const page = (await call(callOf(depotResource, 'list'), {
      query: { ...filters, pageNum, pageSize },
      quiet: true,
    })) as DepotRow[];
    rows.push(...page);
    if (page.length < pageSize) break;
  }
  return rows;
}

function boundsOf(rows: readonly DepotRow[]): [number, number, number, number] | null {
  if (rows.length === 0) return null;
  const xs = rows.map((row) => row.location?.longitude ?? 0);
  const ys = rows.map((row) => row.location?.latitude ?? 0);
  const room = 0.15;
  return [Math.min(...xs) - room, Math.min(...ys) - room, Math.max(...xs) + room, Math.max(...ys) + room];
}
