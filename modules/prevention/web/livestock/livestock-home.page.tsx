import { useQuery } from '@tanstack/react-query';
import { Card, Col, Flex, Row, Statistic, Typography } from 'antd';
import { call } from '#kit/web/api/client.ts';
import { useMayOpen } from '#kit/web/guard/guard.tsx';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { usePage } from '#kit/web/shell-context.ts';
import { Chart } from '#kit/web/ui/chart.tsx';
import { RegionPath } from '#kit/web/ui/region-path.tsx';
import { Failed, Waiting } from '#kit/web/ui/states.tsx';
import { type StockBoard, type StockCell, stockLine } from '#modules/prevention/contract/livestock/stock.ts';
import { speciesColour, useLabel } from '#modules/registry/web/index.ts';
import { Change } from './change.tsx';
import { figure, share, speciesOrder, stageOrder, useStock } from './use-stock.ts';

const countPath = '/ant/animalProtection/liveCount';
const scales = ['retail', 'small', 'medium', 'large'];

/** 畜禽概况: what there is, how it went over the year, and where it stands; everything leads to the count. */
export default function LivestockHomePage() {
  const stages = useStock('stage');
  const sizes = useStock('scale');
  const error = stages.error ?? sizes.error;
  if (error) return <Failed error={error} onRetry={() => (stages.error ? stages.retry() : sizes.retry())} />;
  if (!stages.board || !sizes.board) return <Waiting />;
  return (
    <Flex vertical gap={12}>
      <Card size="small">
        <RegionPath path={stages.board.path} onOpen={stages.open} />
      </Card>
      <Tiles board={stages.board} />
      <Row gutter={[12, 12]}>
        <Col xs={24} xl={14}>
          <YearLine regionCode={stages.board.regionCode} />
        </Col>
        <Col xs={24} xl={10}>
          <Structure cells={stages.board.total.cells} />
        </Col>
        <Col xs={24} xl={14}>
          <Parts board={stages.board} />
        </Col>
        <Col xs={24} xl={10}>
          <Scales cells={sizes.board.total.cells} />
        </Col>
      </Row>
    </Flex>
  );
}

const headsOf = (cells: readonly StockCell[], species: string) => {
  const own = cells.filter((one) => one.species === species);
  const tagged = own.reduce((sum, one) => sum + one.tagged, 0);
  return { tagged, total: tagged + own.reduce((sum, one) => sum + one.untagged, 0) };
};

function Tiles({ board }: { readonly board: StockBoard }) {
  const text = useTexts('prevention.stock');
  const { openPage } = usePage();
  const may = useMayOpen();
  const speciesName = useLabel('species');
  const { total } = board;
  const place = board.regionCode ? `regionCode=${board.regionCode}` : '';
  const tile = (key: string, title: string, n: number, tagged: number, more: React.ReactNode, query: string) => (
    <Col key={key} xs={12} lg={6}>
      <Card
        size="small"
        hoverable={may(countPath)}
        style={{ height: '100%' }}
        {...(may(countPath) && { onClick: () => openPage(`${countPath}?${query}`) })}
      >
        <Statistic title={title} value={n} />
        <Flex justify="space-between" wrap gap={4}>
          <Typography.Text type="secondary">{text('tagRate', { rate: share(tagged, n) })}</Typography.Text>
          {more}
        </Flex>
      </Card>
    </Col>
  );
  return (
    <Row gutter={[12, 12]}>
      {tile('', text('sum'), total.total, total.tagged, <Change now={total.total} before={total.yearAgo} />, place)}
      {speciesOrder.map((species) => {
        const own = headsOf(total.cells, species);
        return tile(
          species,
          speciesName(species),
          own.total,
          own.tagged,
          <Typography.Text type="secondary">{share(own.total, total.total)}</Typography.Text>,
          `${place}&species=${species}`,
        );
      })}
    </Row>
  );
}

function YearLine({ regionCode }: { readonly regionCode: number | null }) {
  const speciesName = useLabel('species');
  const text = useTexts('prevention.stock');
  const { data = [] } = useQuery({
    queryKey: ['prevention.stock', 'line', regionCode],
    queryFn: () => call(stockLine, { query: regionCode ? { regionCode } : {}, quiet: true }),
  });
  return (
    <Card size="small" title={text('line')} style={{ height: '100%' }}>
      <Chart
        label={text('line')}
        height={260}
        option={{
          legend: {},
          xAxis: { type: 'category', data: data.map((one) => one.month), boundaryGap: false },
          yAxis: { type: 'value', minInterval: 1 },
          series: speciesOrder
            .filter((species) => data.some((one) => one.species[species]))
            .map((species) => ({
              name: speciesName(species),
              type: 'line',
              smooth: true,
              symbolSize: 6,
              color: speciesColour(species),
              data: data.map((one) => one.species[species] ?? 0),
            })),
        }}
      />
    </Card>
  );
}

function Structure({ cells }: { readonly cells: readonly StockCell[] }) {
  const speciesName = useLabel('species');
  const stageName = useLabel('stage');
  const text = useTexts('prevention.stock');
  const stages = cells
    .toSorted(
      (a, b) =>
        speciesOrder.indexOf(a.species) - speciesOrder.indexOf(b.species) ||
        stageOrder.indexOf(a.key) - stageOrder.indexOf(b.key),
    )
    .map((one) => ({ name: `${speciesName(one.species)} ${stageName(one.key)}`, value: one.tagged + one.untagged }));
  return (
    <Card size="small" title={text('structure')} style={{ height: '100%' }}>
      <Chart
        label={text('structure')}
        height={260}
        option={{
          tooltip: { trigger: 'item', formatter: '{b}: {c} ({d}%)' },
          series: [
            {
              type: 'pie',
              radius: ['46%', '72%'],
              minShowLabelAngle: 9,
              label: { color: 'inherit', formatter: '{b} {d}%' },
              data: stages,
            },
          ],
        }}
      />
    </Card>
  );
}

function Parts({ board }: { readonly board: StockBoard }) {
  const speciesName = useLabel('species');
  const text = useTexts('prevention.stock');
  const rows = board.rows.toReversed();
  return (
    <Card size="small" title={text('parts')} style={{ height: '100%' }}>
      <Chart
        label={text('parts')}
        height={Math.max(220, rows.length * 34 + 60)}
        option={{
          legend: {},
          tooltip: { trigger: 'axis', axisPointer: { type: 'shadow' } },
          xAxis: { type: 'value', minInterval: 1 },
          yAxis: { type: 'category', data: rows.map((row) => row.name) },
          series: speciesOrder.map((species) => ({
            name: speciesName(species),
            type: 'bar',
            stack: 'all',
            barMaxWidth: 20,
            color: speciesColour(species),
            data: rows.map((row) => headsOf(row.cells, species).total),
          })),
        }}
      />
    </Card>
  );
}

function Scales({ cells }: { readonly cells: readonly StockCell[] }) {
  const scaleName = useLabel('farm_scale');
  const speciesName = useLabel('species');
  const text = useTexts('prevention.stock');
  const known = [...scales, ''].filter((scale) => cells.some((one) => one.key === scale));
  const total = cells.reduce((sum, one) => sum + one.tagged + one.untagged, 0);
  const scaled = cells
    .filter((one) => one.key !== 'retail' && one.key !== '')
    .reduce((sum, one) => sum + one.tagged + one.untagged, 0);
  return (
    <Card
      size="small"
      title={text('byScale')}
      extra={<Typography.Text type="secondary">{`${text('scaled')} ${share(scaled, total)}`}</Typography.Text>}
      style={{ height: '100%' }}
    >
      <Chart
        label={text('byScale')}
        height={260}
        option={{
          legend: {},
          xAxis: { type: 'category', data: known.map((scale) => (scale ? scaleName(scale) : text('noScale'))) },
          yAxis: { type: 'value', minInterval: 1 },
          series: speciesOrder.map((species) => ({
            name: speciesName(species),
            type: 'bar',
            stack: 'all',
            barMaxWidth: 44,
            color: speciesColour(species),
            data: known.map((scale) => {
              const one = cells.find((some) => some.species === species && some.key === scale);
              return (one?.tagged ?? 0) + (one?.untagged ?? 0);
            }),
          })),
        }}
      />
      <Typography.Text type="secondary">{`${text('sum')} ${figure(total)}`}</Typography.Text>
    </Card>
  );
}
