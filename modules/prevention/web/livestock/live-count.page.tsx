import { Card, DatePicker, Flex, Segmented, Space, Table, type TableColumnsType, Typography } from 'antd';
import dayjs from 'dayjs';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { RegionPath } from '#kit/web/ui/region-path.tsx';
import { Failed, Waiting } from '#kit/web/ui/states.tsx';
import { dateFormat } from '#kit/web/ui/times.ts';
import { useUrlState } from '#kit/web/ui/use-url-state.ts';
import type { StockBoard, StockFigures, StockRow } from '#modules/prevention/contract/livestock/stock.ts';
import { useLabel } from '#modules/registry/web/index.ts';
import { Opens } from '../common/opens.tsx';
import { Change, changeWords } from './change.tsx';
import { SaveTable } from './save-table.tsx';
import { figure, share, speciesOrder, stageOrder, useStock } from './use-stock.ts';

interface Column {
  readonly species: string;
  readonly stage: string;
}

/** 存栏统计: what stands in each part of a region, today or on a day gone by. */
export default function LiveCountPage() {
  const text = useTexts('prevention.stock');
  const url = useUrlState();
  const { board, error, isFetching, retry, open } = useStock('stage');
  const speciesName = useLabel('species');
  const stageName = useLabel('stage');
  if (error) return <Failed error={error} onRetry={retry} />;
  if (!board) return <Waiting />;
  const wanted = url.get('species');
  const columns = columnsOf(board, wanted);
  const narrowed = (row: StockFigures) => narrow(row, wanted);
  const lines = [...board.rows.map((row) => ({ ...row, ...narrowed(row) })), totalRow(board, text('total'), wanted)];
  const words = (row: StockRow): (string | number)[] => [
    row.name,
    row.total,
    row.tagged,
    row.total - row.tagged,
    ...(wanted
      ? []
      : [
          row.holders ?? '-',
          row.scaled === null ? '-' : share(row.scaled, row.total),
          changeWords(row.total, row.monthStart),
          changeWords(row.total, row.yearAgo),
        ]),
    ...columns.map((one) => cell(row, one).n),
  ];
  const heads = [
    text('region'),
    ...['sum', 'tagged', 'untagged', ...(wanted ? [] : ['holders', 'scaled', 'monthChange', 'yearChange'])].map((key) =>
      text.any(key),
    ),
    ...columns.map((one) => `${speciesName(one.species)} ${stageName(one.stage)}`),
  ];
  const numbers = (key: string, draw: (row: StockRow) => React.ReactNode, width = 100) => ({
    key,
    title: text.any(key),
    align: 'end' as const,
    width,
    render: (_: unknown, row: StockRow) => draw(row),
  });
  const tableColumns: TableColumnsType<StockRow> = [
    {
      key: 'name',
      title: text('region'),
      fixed: 'start',
      width: 160,
      render: (_, row) =>
        row.hasBelow ? <Typography.Link onClick={() => open(row.regionCode)}>{row.name}</Typography.Link> : row.name,
    },
    numbers('sum', (row) => <b>{figure(row.total)}</b>),
    numbers('tagged', (row) => figure(row.tagged)),
    numbers('untagged', (row) => figure(row.total - row.tagged)),
    ...(wanted
      ? []
      : [
          numbers('holders', (row) =>
            row.holders === null || row.regionCode === null ? (
              (row.holders ?? '-')
            ) : (
              <Opens to={`/ant/animalProtection/household?hasStock=true&regionCode=${row.regionCode}`}>
                {figure(row.holders)}
              </Opens>
            ),
          ),
          numbers('scaled', (row) => (row.scaled === null ? '-' : share(row.scaled, row.total)), 110),
          numbers('monthChange', (row) => <Change now={row.total} before={row.monthStart} />, 120),
          numbers('yearChange', (row) => <Change now={row.total} before={row.yearAgo} />, 120),
        ]),
    ...[...Map.groupBy(columns, (one) => one.species)].map(([species, own]) => ({
      key: species,
      title: speciesName(species),
      children: own.map((one) => ({
        key: `${species} ${one.stage}`,
        title: stageName(one.stage),
        align: 'end' as const,
        width: 96,
        render: (_: unknown, row: StockRow) => {
          const { tagged, n } = cell(row, one);
          if (n === 0) return <Typography.Text type="secondary">0</Typography.Text>;
          if (tagged === 0 || row.regionCode === null) return figure(n);
          return (
            <Opens
              to={`/ant/animalProtection/management?status=inStock&regionCode=${row.regionCode}&species=${species}&stage=${one.stage}`}
            >
              {figure(n)}
            </Opens>
          );
        },
      })),
    })),
  ];
  return (
    <Flex vertical gap={12}>
      <Card size="small">
        <Flex justify="space-between" align="center" wrap gap={12}>
          <RegionPath path={board.path} onOpen={open} />
          <Space wrap>
            <Segmented
              value={wanted ?? ''}
              onChange={(species) => url.set({ species: species || null })}
              options={[
                { value: '', label: text('all') },
                ...speciesOrder.map((species) => ({ value: species, label: speciesName(species) })),
              ]}
            />
            <DatePicker
              aria-label={text('on')}
              value={dayjs(url.get('on') ?? board.on, dateFormat)}
              allowClear={false}
              maxDate={dayjs()}
              {...(board.since && { minDate: dayjs(board.since, dateFormat) })}
              onChange={(day) => {
                const on = day?.format(dateFormat) ?? null;
                url.set({ on: on === dayjs().format(dateFormat) ? null : on });
              }}
            />
            <SaveTable title={`${text('title')} ${board.on}`} head={heads} rows={lines.map(words)} />
          </Space>
        </Flex>
        {url.get('on') && (
          <Typography.Text type="secondary">
            {board.on === url.get('on') ? text('keptOn', { on: board.on }) : text('keptBefore', { on: board.on })}
          </Typography.Text>
        )}
      </Card>
      <Card size="small">
        <Table<StockRow>
          aria-label={text('title')}
          size="small"
          bordered
          rowKey={(row) => `${row.regionCode} ${row.name}`}
          loading={isFetching}
          dataSource={lines}
          columns={tableColumns}
          pagination={false}
          scroll={{ x: 160 + columns.length * 96 + 760 }}
          rowClassName={(row) =>
            row.regionCode === null && row.name === text('total') ? 'ant-table-row-selected' : ''
          }
          locale={{ emptyText: text('none') }}
        />
      </Card>
    </Flex>
  );
}

/** Stages there are, in the order animals grow. */
/** One kind, or several with commas between them. */
const isWanted = (species: string, wanted: string | null) => !wanted || wanted.split(',').includes(species);

function columnsOf(board: StockBoard, wanted: string | null): Column[] {
  const there = new Set(board.total.cells.map((one) => `${one.species} ${one.key}`));
  return speciesOrder
    .filter((species) => isWanted(species, wanted))
    .flatMap((species) =>
      stageOrder.filter((stage) => there.has(`${species} ${stage}`)).map((stage) => ({ species, stage })),
    );
}

function cell(row: StockFigures, { species, stage }: Column): { tagged: number; n: number } {
  const found = row.cells.find((one) => one.species === species && one.key === stage);
  return { tagged: found?.tagged ?? 0, n: (found?.tagged ?? 0) + (found?.untagged ?? 0) };
}

function narrow(row: StockFigures, wanted: string | null): Pick<StockFigures, 'total' | 'tagged'> {
  const cells = row.cells.filter((one) => isWanted(one.species, wanted));
  const tagged = cells.reduce((sum, one) => sum + one.tagged, 0);
  return { tagged, total: tagged + cells.reduce((sum, one) => sum + one.untagged, 0) };
}

const totalRow = (board: StockBoard, name: string, wanted: string | null): StockRow => ({
  ...board.total,
  ...narrow(board.total, wanted),
  regionCode: null,
  name,
  hasBelow: false,
});
