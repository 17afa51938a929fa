import { CheckCircleFilled } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button, Card, Flex, Progress, Segmented, Space, Table, type TableColumnType, Typography, theme } from 'antd';
import { type ReactNode, useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { useLanguage, useTexts } from '#kit/web/i18n/i18n.ts';
import { usePage } from '#kit/web/shell-context.ts';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { RegionPath } from '#kit/web/ui/region-path.tsx';
import { Failed, Waiting } from '#kit/web/ui/states.tsx';
import { useUrlState } from '#kit/web/ui/use-url-state.ts';
import { type QualityBoard, qualityBoard, qualityMeasures } from '#modules/registry/contract/quality/quality.ts';
import { DifferencesDrawer } from './differences-drawer.tsx';
import { type Drill, drillTo } from './drill.ts';
import { MonthLine } from './month-line.tsx';

type Line = QualityBoard['rows'][number];
type Checked = { readonly kind: 'pen' | 'book'; readonly regionCode: number | null };

/** 数据质量: where the records are thin or do not fit; every figure opens the rows it counted. */
export default function DataQualityPage() {
  const language = useLanguage();
  const { search } = usePage();
  const url = useUrlState();
  const [checked, setChecked] = useState<Checked | null>(null);
  const text = useTexts('registry.quality');
  const asked = Number(search.get('regionCode')) || undefined;
  const by = search.get('by') === 'worker' ? ('worker' as const) : ('region' as const);
  const query = { by, ...(asked && { regionCode: asked }) };
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['registry.quality', query, language],
    queryFn: () => call(qualityBoard, { query, quiet: true }),
    placeholderData: (before) => before,
  });
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  if (!data) return <Waiting />;
  const open = (code: number | null) => url.set({ regionCode: code === null ? null : String(code) });
  return (
    <Flex vertical gap={12}>
      <Flex justify="space-between" align="center" wrap gap={8}>
        <RegionPath path={data.path} onOpen={open} />
        <Segmented
          value={by}
          onChange={(value) => url.set({ by: value === 'worker' ? 'worker' : null })}
          options={[
            { value: 'region', label: text('byRegion') },
            { value: 'worker', label: text('byWorker') },
          ]}
        />
      </Flex>
      <Totals data={data} onCheck={(kind) => setChecked({ kind, regionCode: data.regionCode })} />
      <MonthLine months={data.months} />
      <Ranking data={data} by={by} isFetching={isFetching} open={open} />
      {checked && <DifferencesDrawer {...checked} onClose={() => setChecked(null)} />}
    </Flex>
  );
}

function Totals({ data, onCheck }: { readonly data: QualityBoard; onCheck(kind: 'pen' | 'book'): void }) {
  const { token } = theme.useToken();
  const { openPage } = usePage();
  const text = useTexts('registry.quality');
  const { total, regionCode, oldBefore } = data;
  const link = (name: Drill, n: number): ReactNode =>
    n === 0 || regionCode === null ? (
      n.toLocaleString('en')
    ) : (
      <Typography.Link
        href={`#${drillTo(name, regionCode, oldBefore)}`}
        style={{ fontSize: 'inherit' }}
        onClick={(event) => {
          event.preventDefault();
          openPage(drillTo(name, regionCode, oldBefore));
        }}
      >
        {n.toLocaleString('en')}
      </Typography.Link>
    );
  const check = (kind: 'pen' | 'book', n: number) =>
    n === 0 ? (
      <Space size={6} style={{ color: token.colorSuccessText }}>
        <CheckCircleFilled aria-hidden />
        {text('equal')}
      </Space>
    ) : (
      <Button
        type="link"
        danger
        style={{ padding: 0, fontSize: 'inherit', height: 'auto' }}
        onClick={() => onCheck(kind)}
      >
        {n}
      </Button>
    );
  const tiles: [string, ReactNode][] = [
    ['completeness', total.completeness === null ? '-' : `${total.completeness}%`],
    ['holders', link('holders', total.holders)],
    ['incomplete', link('incomplete', total.incomplete)],
    ...qualityMeasures.map((name): [string, ReactNode] => [name, link(name, total[name])]),
    ['penDiffs', check('pen', total.penDiffs)],
    ['bookDiffs', check('book', total.bookDiffs)],
  ];
  return (
    <Card size="small">
      <div style={tileStyle}>
        {tiles.map(([name, value]) => (
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

const tileStyle = {
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(130px, 1fr))',
  gap: '16px 20px',
} as const;

interface RankingProps {
  readonly data: QualityBoard;
  readonly by: 'region' | 'worker';
  readonly isFetching: boolean;
  open(code: number | null): void;
}

/** Worst records first; any column may lead instead. */
function Ranking({ data, by, isFetching, open }: RankingProps) {
  const text = useTexts('registry.quality');
  const figure = (name: Exclude<Drill, 'holders'>): TableColumnType<Line> => ({
    key: name,
    title: text(name),
    align: 'end',
    width: 112,
    sorter: (a, b) => a[name] - b[name],
    sortDirections: ['descend', 'ascend'],
    render: (_, row) => {
      if (row[name] === 0) return <Typography.Text type="secondary">0</Typography.Text>;
      if (row.regionCode === null) return row[name];
      return <PageLink to={drillTo(name, row.regionCode, data.oldBefore)}>{row[name]}</PageLink>;
    },
  });
  const rows = [...data.rows].sort((a, b) => (a.completeness ?? 101) - (b.completeness ?? 101));
  const columns: TableColumnType<Line>[] = [
    { key: 'rank', title: text('rank'), width: 64, align: 'center', render: (_, __, at) => at + 1 },
    {
      key: 'name',
      title: text(by === 'worker' ? 'worker' : 'region'),
      fixed: 'start',
      width: 180,
      render: (_, row) =>
        row.hasBelow && row.regionCode !== null ? (
          <Typography.Link onClick={() => open(row.regionCode)}>{row.name}</Typography.Link>
        ) : (
          row.name || <Typography.Text type="danger">{text('nobody')}</Typography.Text>
        ),
    },
    ...(by === 'worker'
      ? [{ key: 'villages', title: text('villages'), dataIndex: 'villages', align: 'end' as const, width: 80 }]
      : []),
    {
      key: 'holders',
      title: text('holders'),
      align: 'end',
      width: 96,
      sorter: (a, b) => a.holders - b.holders,
      render: (_, row) =>
        row.regionCode === null || row.holders === 0 ? (
          row.holders
        ) : (
          <PageLink to={drillTo('holders', row.regionCode, data.oldBefore)}>
            {row.holders.toLocaleString('en')}
          </PageLink>
        ),
    },
    {
      key: 'completeness',
      title: text('completeness'),
      width: 170,
      sorter: (a, b) => (a.completeness ?? 0) - (b.completeness ?? 0),
      render: (_, row) =>
        row.completeness === null ? (
          '-'
        ) : (
          <Progress
            aria-label={text('completeness')}
            percent={row.completeness}
            size="small"
            status={row.completeness < 80 ? 'exception' : 'normal'}
            format={(n) => `${n}%`}
          />
        ),
    },
    figure('incomplete'),
    ...qualityMeasures.map(figure),
  ];
  return (
    <Card size="small" title={text('ranking')}>
      <Table<Line>
        aria-label={text('ranking')}
        size="small"
        rowKey="key"
        loading={isFetching}
        dataSource={rows}
        columns={columns}
        pagination={rows.length > 50 ? { pageSize: 50, showSizeChanger: false } : false}
        scroll={{ x: 640 + (qualityMeasures.length + 1) * 112 }}
        locale={{ emptyText: text('none') }}
      />
    </Card>
  );
}
