import { PrinterOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button, Card, Empty, Flex, Grid, Statistic, Table, Typography } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { useChosenUnit } from '#kit/web/chosen-unit.ts';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useLanguage, useTexts } from '#kit/web/i18n/i18n.ts';
import { useJoined } from '#kit/web/i18n/use-joined.ts';
import { usePage } from '#kit/web/shell-context.ts';
import { Chart } from '#kit/web/ui/chart.tsx';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { Failed, Waiting } from '#kit/web/ui/states.tsx';
import { type FarmBoard, type FarmRow, farmBoard } from '#modules/farm/contract/board/board.ts';
import { CostTile } from './cost-tile.tsx';
import { Hovels } from './hovels.tsx';
import { JobList, jobGroups } from './job-list.tsx';

const PrintSheet = lazy(() => import('#kit/web/ui/print-sheet.tsx'));

/** 牧场看板: what must be done today, by pen; what stands where; how feed and stages go. */
export default function BoardPage() {
  const text = useTexts('farm.board');
  const language = useLanguage();
  const { search } = usePage();
  const isWide = Grid.useBreakpoint().xl === true;
  const { unitId, choose } = useChosenUnit();
  const farmId = unitId ?? (Number(search.get('farmId')) || null);
  const [isPrinting, setPrinting] = useState(false);
  const { data, error, refetch } = useQuery({
    queryKey: ['farm', 'board', farmId, language],
    queryFn: () => call(farmBoard, { query: (farmId ? { farmId: String(farmId) } : {}) as never, quiet: true }),
    refetchInterval: 120_000,
  });
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  if (!data) return <Waiting />;
  return (
    <Flex vertical gap={12}>
      {data.farms.length > 1 && <Farms rows={data.farms} chosen={data.farmId} onChoose={choose} />}
      {data.farmId === null ? (
        <Card>
          <Empty description={text('noFarm')} />
        </Card>
      ) : (
        <>
          <Tiles board={data} farmId={data.farmId} />
          <div
            style={{
              display: 'grid',
              gap: 12,
              alignItems: 'start',
              gridTemplateColumns: isWide ? 'minmax(0, 5fr) minmax(0, 7fr)' : 'minmax(0, 1fr)',
            }}
          >
            <Card
              size="small"
              title={text('today')}
              extra={
                <Button size="small" icon={<PrinterOutlined />} onClick={() => setPrinting(true)}>
                  {text('print')}
                </Button>
              }
            >
              <JobList jobs={data.jobs} farmId={data.farmId} />
            </Card>
            <Flex vertical gap={12}>
              <Card size="small" title={text('pens')}>
                <Hovels hovels={data.hovels} />
              </Card>
              <Charts board={data} />
            </Flex>
          </div>
        </>
      )}
      {isPrinting && (
        <Suspense fallback={null}>
          <PrintSheet title={text('morning', { farm: data.farm, day: data.day })} onDone={() => setPrinting(false)}>
            <MorningSheet board={data} />
          </PrintSheet>
        </Suspense>
      )}
    </Flex>
  );
}

function Tiles({ board: { tiles }, farmId }: { readonly board: FarmBoard; readonly farmId: number }) {
  const text = useTexts('farm.board');
  const maySeeCosts = useCan('anm:report:cost');
  const shown: readonly [key: string, value: number | string, to: string, note: string, isBad?: boolean][] = [
    ['head', tiles.head, '/anm/animal/info?status=live', text('headNote', { ins: tiles.ins, outs: tiles.outs })],
    ['due15', tiles.due15, '/anm/breed/breeding?status=pregnant', text('pregnantNote', { n: tiles.pregnant })],
    [
      'sick',
      tiles.sick,
      '/anm/animal/treatment?result=ongoing',
      text('deathsNote', { n: tiles.deaths30 }),
      tiles.sick > 0,
    ],
    ['adg', tiles.adg ?? '-', '/anm/report/animal', text('weighedNote', { n: tiles.weighedPct ?? 0 })],
    [
      'feedDays',
      tiles.feedDays ?? '-',
      '/anm/feeding/formula',
      tiles.feedShortOf ?? text('noPlan'),
      tiles.feedDays !== null && tiles.feedDays < 10,
    ],
    [
      'urgent',
      tiles.urgent,
      '/anm/warning/breeding?level=urgent',
      text('alarmsNote', { n: tiles.openAlarms }),
      tiles.urgent > 0,
    ],
  ];
  return (
    <div style={{ display: 'grid', gap: 12, gridTemplateColumns: 'repeat(auto-fit, minmax(130px, 1fr))' }}>
      {shown.map(([key, value, to, note, isBad = false]) => (
        <Card key={key} size="small">
          <Statistic
            title={<PageLink to={to}>{text(`tile_${key}` as 'tile_head')}</PageLink>}
            value={value}
            suffix={typeof value === 'number' ? text(`unit_${key}` as 'unit_head') : ''}
            {...(isBad && { styles: { content: { color: 'var(--ant-color-error)' } } })}
          />
          <Typography.Text
            type="secondary"
            ellipsis={{ tooltip: note }}
            data-record={note === tiles.feedShortOf || undefined}
          >
            {note}
          </Typography.Text>
        </Card>
      ))}
      {maySeeCosts && <CostTile farmId={farmId} />}
    </div>
  );
}

function Farms({
  rows,
  chosen,
  onChoose,
}: {
  readonly rows: readonly FarmRow[];
  readonly chosen: number | null;
  onChoose(id: number): void;
}) {
  const text = useTexts('farm.board');
  const number = (key: keyof FarmRow) => ({
    key,
    dataIndex: key,
    title: text(`farm_${key}` as 'farm_head'),
    align: 'end' as const,
    render: (value: number | null) => value ?? '-',
    sorter: (a: FarmRow, b: FarmRow) => Number(a[key] ?? -1) - Number(b[key] ?? -1),
  });
  return (
    <Card size="small" title={text('farms')}>
      <Table
        size="small"
        rowKey="farmId"
        dataSource={[...rows]}
        pagination={rows.length > 10 ? { pageSize: 10, size: 'small' } : false}
        scroll={{ x: 720 }}
        rowSelection={{
          type: 'radio',
          selectedRowKeys: chosen === null ? [] : [chosen],
          onChange: ([id]) => id !== undefined && onChoose(Number(id)),
        }}
        columns={[
          {
            key: 'farm',
            title: text('farm'),
            render: (_, row) => (
              <Button type="link" size="small" onClick={() => onChoose(row.farmId)} data-record>
                {row.farm}
              </Button>
            ),
          },
          number('head'),
          number('alarms'),
          number('adg'),
          number('deaths30'),
          number('feedKgHead'),
          number('pregnant'),
        ]}
      />
    </Card>
  );
}

function Charts({ board }: { readonly board: FarmBoard }) {
  const text = useTexts('farm.board');
  const stages = board.stages.toSorted((a, b) => b.n - a.n).slice(0, 14);
  return (
    <>
      {stages.length > 0 && (
        <Card size="small" title={text('stages')}>
          <Chart
            height={Math.max(140, stages.length * 22 + 40)}
            label={text('stages')}
            option={{
              tooltip: { trigger: 'axis' },
              grid: { left: 110, right: 40, top: 4, bottom: 4 },
              xAxis: { type: 'value', show: false },
              yAxis: { type: 'category', inverse: true, data: stages.map((one) => `${one.scheme} ${one.name}`) },
              series: [
                {
                  type: 'bar',
                  name: text('tile_head'),
                  data: stages.map((one) => one.n),
                  label: { show: true, position: 'right' },
                },
              ],
            }}
          />
        </Card>
      )}
      {board.days.some((one) => one.fedKg > 0) && (
        <Card size="small" title={text('feed30')}>
          <Chart
            height={200}
            label={text('feed30')}
            option={{
              tooltip: { trigger: 'axis' },
              legend: { top: 0 },
              grid: { left: 52, right: 12, top: 30, bottom: 24 },
              xAxis: { type: 'category', data: board.days.map((one) => one.day.slice(5)) },
              yAxis: { type: 'value' },
              series: [
                { type: 'bar', name: text('fedKg'), data: board.days.map((one) => Math.round(one.fedKg)) },
                { type: 'line', name: text('leftKg'), data: board.days.map((one) => Math.round(one.leftKg)) },
              ],
            }}
          />
        </Card>
      )}
    </>
  );
}

/** What hangs beside the door at half past six. */
function MorningSheet({ board }: { readonly board: FarmBoard }) {
  const joined = useJoined();
  const text = useTexts('farm.board');
  return (
    <>
      {jobGroups(board.jobs).map(([job, rows]) => (
        <section key={job}>
          <h3>{text(`job_${job}`)}</h3>
          <table style={{ tableLayout: 'fixed' }}>
            <colgroup>
              <col style={{ width: '30%' }} />
              <col style={{ width: '12%' }} />
              <col />
              <col style={{ width: '8%' }} />
            </colgroup>
            <tbody>
              {rows.map((row) => (
                <tr key={`${row.job}${row.penId}`}>
                  <td>{row.pen ?? '-'}</td>
                  <td>{text(row.job === 'meal' ? 'meals' : 'heads', { n: row.n })}</td>
                  <td>{joined(row.tags)}</td>
                  <td>□</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      ))}
    </>
  );
}
