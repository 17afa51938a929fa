import { useQuery } from '@tanstack/react-query';
import { Button, Card, Drawer, Flex, Progress, Table, type TableColumnType, Typography, theme } from 'antd';
import { type ReactNode, useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useLanguage, useTexts } from '#kit/web/i18n/i18n.ts';
import { usePage } from '#kit/web/shell-context.ts';
import { Chart } from '#kit/web/ui/chart.tsx';
import { chart } from '#kit/web/ui/palette.ts';
import { RegionPath } from '#kit/web/ui/region-path.tsx';
import { Failed, Waiting } from '#kit/web/ui/states.tsx';
import { useUrlState } from '#kit/web/ui/use-url-state.ts';
import {
  type StaffStat,
  type StaffStatRow,
  staffStat,
  uncoveredVillages,
} from '#modules/prevention/contract/workforce/worker.ts';
import { MaybeLink } from './maybe-link.tsx';

type Line = StaffStatRow;

/** 防疫员统计: how many there are for how much, place by place. */
export default function StaffStatPage() {
  const language = useLanguage();
  const { search } = usePage();
  const url = useUrlState();
  const [bare, setBare] = useState<number | null>(null);
  const text = useTexts('prevention.staffStat');
  const asked = Number(search.get('regionCode')) || undefined;
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['prevention.staffStat', asked, language],
    queryFn: () => call(staffStat, { query: asked ? { regionCode: asked } : {}, quiet: true }),
    placeholderData: (before) => before,
  });
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  if (!data) return <Waiting />;
  const open = (code: number) => url.set({ regionCode: String(code) });
  const { period } = data;
  return (
    <Flex vertical gap={12}>
      <Flex justify="space-between" align="center" wrap gap={8}>
        <RegionPath path={data.path} onOpen={open} />
        <Typography.Text type="secondary">
          {period.name ? (
            <span data-record>{text('season', { name: period.name, from: period.from, to: period.to })}</span>
          ) : (
            text('year', { from: period.from, to: period.to })
          )}
        </Typography.Text>
      </Flex>
      <Tiles data={data} onBare={() => setBare(data.regionCode)} />
      <Card size="small" title={text('chart')}>
        <Chart
          label={text('chart')}
          height={180}
          option={{
            grid: { left: 8, right: 16, top: 16, bottom: 4, containLabel: true },
            xAxis: { type: 'category', data: data.rows.map((one) => one.name) },
            yAxis: { type: 'value' },
            series: [
              {
                type: 'bar',
                barMaxWidth: 36,
                color: chart.orange,
                data: data.rows.map((one) => one.perThousand ?? 0),
              },
            ],
          }}
        />
      </Card>
      <Lines data={data} isFetching={isFetching} open={open} onBare={setBare} />
      {bare !== null && <UncoveredDrawer regionCode={bare} onClose={() => setBare(null)} />}
    </Flex>
  );
}

const roster = (code: number) => `/ant/person/prevention?status=active&regionCode=${code}`;
const shown = (n: number | null, sign = '') => (n === null ? '-' : `${n.toLocaleString('en')}${sign}`);

function Tiles({ data, onBare }: { readonly data: StaffStat; onBare(): void }) {
  const { token } = theme.useToken();
  const { openPage } = usePage();
  const text = useTexts('prevention.staffStat');
  const { total, regionCode } = data;
  const tiles: Readonly<Record<string, ReactNode>> = {
    workers: regionCode ? (
      <Button type="link" style={bigLink} onClick={() => openPage(roster(regionCode))}>
        {shown(total.workers)}
      </Button>
    ) : (
      shown(total.workers)
    ),
    perThousand: shown(total.perThousand),
    uncovered:
      total.uncovered > 0 && regionCode ? (
        <Button type="link" danger style={bigLink} onClick={onBare}>
          {total.uncovered}
        </Button>
      ) : (
        total.uncovered
      ),
    averageAge: shown(total.averageAge),
    certified: `${shown(total.certified)} / ${shown(total.workers)}`,
    headsPerWorker: shown(total.headsPerWorker),
    coverage: shown(total.coverage, '%'),
    flagsPer100: shown(total.flagsPer100),
  };
  return (
    <Card size="small">
      <div style={tileStyle}>
        {Object.entries(tiles).map(([name, value]) => (
          <Flex key={name} vertical gap={2}>
            <Typography.Text type="secondary" style={{ fontSize: 12 }}>
              {text.any(name)}
            </Typography.Text>
            <span style={{ fontSize: token.fontSizeHeading4, fontVariantNumeric: 'tabular-nums' }}>{value}</span>
          </Flex>
        ))}
      </div>
    </Card>
  );
}

const bigLink = { padding: 0, fontSize: 'inherit', height: 'auto' } as const;
const tileStyle = {
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(140px, 1fr))',
  gap: '16px 20px',
} as const;

interface LinesProps {
  readonly data: StaffStat;
  readonly isFetching: boolean;
  open(code: number): void;
  onBare(code: number): void;
}

function Lines({ data, isFetching, open, onBare }: LinesProps) {
  const text = useTexts('prevention.staffStat');
  const column = (
    name: Exclude<keyof Line, 'code' | 'name' | 'hasBelow'>,
    render: (row: Line) => ReactNode = (row) => shown(row[name]),
  ): TableColumnType<Line> => ({
    key: name,
    title: text(name),
    align: 'end',
    width: 118,
    sorter: (a, b) => (a[name] ?? -1) - (b[name] ?? -1),
    sortDirections: ['descend', 'ascend'],
    render: (_, row) => render(row),
  });
  const total: Line = { code: 0, name: text('total'), hasBelow: false, ...data.total };
  const columns: TableColumnType<Line>[] = [
    {
      key: 'name',
      title: text('region'),
      fixed: 'start',
      width: 160,
      render: (_, row) =>
        row.hasBelow ? <Typography.Link onClick={() => open(row.code)}>{row.name}</Typography.Link> : row.name,
    },
    column('workers', (row) =>
      row.workers > 0 && row.code > 0 ? <MaybeLink to={roster(row.code)}>{shown(row.workers)}</MaybeLink> : row.workers,
    ),
    column('units'),
    column('perThousand'),
    column('villages'),
    column('uncovered', (row) =>
      row.uncovered > 0 && row.code > 0 ? (
        <Button type="link" danger size="small" style={{ padding: 0 }} onClick={() => onBare(row.code)}>
          {row.uncovered}
        </Button>
      ) : (
        row.uncovered
      ),
    ),
    column('averageAge'),
    column('certified', (row) => `${row.certified} / ${row.workers}`),
    column('heads'),
    column('headsPerWorker'),
    column('coverage', (row) =>
      row.coverage === null ? (
        '-'
      ) : (
        <Progress percent={row.coverage} size="small" aria-label={text('coverage')} format={(n) => `${n}%`} />
      ),
    ),
    column('flagged', (row) =>
      row.flagged > 0 && row.code > 0 ? (
        <MaybeLink to={`/ant/preventionMange/logs?regionCode=${row.code}&cleared=false`}>{row.flagged}</MaybeLink>
      ) : (
        row.flagged
      ),
    ),
    column('flagsPer100'),
  ];
  return (
    <Card size="small" title={text('title')}>
      <Table<Line>
        aria-label={text('title')}
        size="small"
        rowKey="code"
        loading={isFetching}
        dataSource={[...data.rows]}
        columns={columns}
        pagination={false}
        scroll={{ x: 160 + 12 * 118 }}
        locale={{ emptyText: text('none') }}
        summary={() =>
          data.rows.length > 1 && (
            <Table.Summary.Row>
              {columns.map((one, at) => (
                <Table.Summary.Cell key={String(one.key)} index={at} {...(at > 0 && { align: 'right' })}>
                  <b>{one.render?.(null, total, 0) as ReactNode}</b>
                </Table.Summary.Cell>
              ))}
            </Table.Summary.Row>
          )
        }
      />
    </Card>
  );
}

/** Where nobody has charge, and how much waits there. */
function UncoveredDrawer({ regionCode, onClose }: { readonly regionCode: number; onClose(): void }) {
  const language = useLanguage();
  const mayApply = useCan('ant:staff:apply');
  const text = useTexts('prevention.staffStat');
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['prevention.staffStat', 'uncovered', regionCode, language],
    queryFn: () => call(uncoveredVillages, { query: { regionCode }, quiet: true }),
  });
  return (
    <Drawer open size="min(640px, 100vw)" title={text('uncoveredTitle')} onClose={onClose}>
      {error ? (
        <Failed error={error} onRetry={() => void refetch()} />
      ) : (
        <Table
          size="small"
          rowKey="code"
          loading={isFetching}
          pagination={false}
          dataSource={data ?? []}
          locale={{ emptyText: text('allCovered') }}
          scroll={{ x: 460 }}
          columns={[
            { key: 'name', title: text('village'), dataIndex: 'name' },
            { key: 'households', title: text('households'), dataIndex: 'households', align: 'end' },
            { key: 'head', title: text('head'), dataIndex: 'head', align: 'end' },
            { key: 'waiting', title: text('waiting'), dataIndex: 'waiting', align: 'end' },
            ...(mayApply
              ? [
                  {
                    key: 'hire',
                    render: (_: unknown, row: { code: number }) => (
                      <MaybeLink to={`/ant/staff/examine?apply=hire&village=${row.code}`}>{text('hire')}</MaybeLink>
                    ),
                  },
                ]
              : []),
          ]}
        />
      )}
    </Drawer>
  );
}
