import { useQuery } from '@tanstack/react-query';
import { Card, Col, Empty, Flex, Row, Table, Tag, Typography } from 'antd';
import { call } from '#kit/web/api/client.ts';
import { useLanguage, useTexts } from '#kit/web/i18n/i18n.ts';
import { useSession } from '#kit/web/shell-context.ts';
import { Chart } from '#kit/web/ui/chart.tsx';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { chart } from '#kit/web/ui/palette.ts';
import { Failed, Waiting } from '#kit/web/ui/states.tsx';
import { type DepotBoard, depotBoard } from '#modules/depot/contract/home/board.ts';
import { Expiry } from '../common/expiry.tsx';
import { numberText, Quantity } from '../common/quantity.tsx';
import { ColdStrip } from './cold-strip.tsx';

const waiting = [
  { key: 'toReceive', to: '/pri/depot/suppliesOut?status=dispatched', needs: 'depot:issue:list' },
  { key: 'toIssue', to: '/pri/depot/supplies?status=approved,issuing', needs: 'depot:req:list' },
  { key: 'toApprove', to: '/pri/depot/storage?status=submitted', needs: 'depot:in:list' },
  { key: 'toCount', to: '/pri/depot/inventory?status=counting,counted', needs: 'depot:count:list' },
  { key: 'inTransitOld', to: '/pri/depot/suppliesOut?status=dispatched', needs: 'depot:issue:list', isBad: true },
  { key: 'short', to: '/pri/depot/suppliesOut?status=received', needs: 'depot:issue:list', isBad: true },
] as const;

/** 库存看板: what waits, what runs out, how cold it is, and whether everything that came is accounted for. */
export default function DepotHomePage() {
  const text = useTexts('depot.board');
  const language = useLanguage();
  const { actions } = useSession();
  const { data, error, refetch } = useQuery({
    queryKey: ['depot.board', language],
    queryFn: () => call(depotBoard, { quiet: true }),
  });
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  if (!data) return <Waiting />;
  return (
    <Flex vertical gap={12}>
      <Row gutter={[12, 12]}>
        {waiting.map((one) => {
          const n = data.waiting[one.key];
          const figure = (
            <Typography.Text
              {...('isBad' in one && n > 0 && { type: 'danger' as const })}
              style={{ fontSize: 24, fontVariantNumeric: 'tabular-nums' }}
            >
              {n}
            </Typography.Text>
          );
          return (
            <Col key={one.key} xs={12} sm={8} xl={4}>
              <Card size="small">
                <Typography.Text type="secondary">{text(one.key)}</Typography.Text>
                <div>{actions.has(one.needs) && n > 0 ? <PageLink to={one.to}>{figure}</PageLink> : figure}</div>
              </Card>
            </Col>
          );
        })}
      </Row>
      <Row gutter={[12, 12]}>
        <Col xs={24} xl={12}>
          <ExpiringCard board={data} />
        </Col>
        <Col xs={24} xl={12}>
          <MissingCard board={data} />
        </Col>
      </Row>
      <Row gutter={[12, 12]}>
        <Col xs={24} xl={12}>
          <Card size="small" title={text('cold')} style={{ height: '100%' }}>
            {data.cold.length === 0 ? (
              <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={text('noCold')} />
            ) : (
              data.cold.map((store) => <ColdStrip key={store.depotId} store={store} />)
            )}
          </Card>
        </Col>
        <Col xs={24} xl={12}>
          <Card size="small" title={text('weeks')} style={{ height: '100%' }}>
            <Chart
              label={text('weeks')}
              height={240}
              option={{
                tooltip: { trigger: 'axis' },
                legend: { top: 0 },
                xAxis: { type: 'category', data: data.weeks.map((one) => one.week.slice(5)) },
                yAxis: { type: 'value' },
                series: (['came', 'used', 'lost'] as const).map((name, at) => ({
                  name: text(name),
                  type: 'bar',
                  color: [chart.blue, chart.orange, chart.red][at],
                  data: data.weeks.map((one) => one[name]),
                })),
              }}
            />
          </Card>
        </Col>
      </Row>
      <BalanceCard board={data} />
      {data.places.length > 0 && <PlacesCard board={data} />}
    </Flex>
  );
}

function ExpiringCard({ board }: { readonly board: DepotBoard }) {
  const text = useTexts('depot.board');
  return (
    <Card
      size="small"
      title={text('expiring')}
      style={{ height: '100%' }}
      extra={<PageLink to="/pri/depot/stock?daysLeftFrom=0&daysLeftTo=90">{text('all')}</PageLink>}
    >
      <Table
        aria-label={text('expiring')}
        size="small"
        rowKey="materialId"
        pagination={false}
        scroll={{ y: 220, x: 480 }}
        dataSource={[...board.expiring]}
        locale={{ emptyText: text('nothingExpires') }}
        columns={[
          {
            key: 'name',
            title: text('material'),
            render: (_, row) => (
              <PageLink to={`/pri/depot/stock?materialId=${row.materialId}&daysLeftFrom=0&daysLeftTo=90`}>
                {row.materialName}
              </PageLink>
            ),
          },
          {
            key: 'in30',
            title: text('in30'),
            align: 'end',
            width: 110,
            render: (_, row) =>
              row.in30 > 0 ? (
                <Typography.Text type="danger">
                  <Quantity qty={row.in30} of={{ baseUnit: row.baseUnit }} />
                </Typography.Text>
              ) : (
                '0'
              ),
          },
          {
            key: 'in90',
            title: text('in90'),
            align: 'end',
            width: 110,
            render: (_, row) => <Quantity qty={row.in90} of={{ baseUnit: row.baseUnit }} />,
          },
          { key: 'first', title: text('first'), width: 180, render: (_, row) => <Expiry on={row.first} /> },
        ]}
      />
    </Card>
  );
}

/** What lies there past its day, and what is running low: both want somebody to do something. */
function MissingCard({ board }: { readonly board: DepotBoard }) {
  const text = useTexts('depot.board');
  const rows = [
    ...board.expired.map((one) => ({
      ...one,
      key: `x${one.lotId}:${one.depotId}`,
      what: 'expired' as const,
      n: one.qty,
    })),
    ...board.belowMin.map((one) => ({
      ...one,
      key: `m${one.materialId}:${one.depotId}`,
      what: 'belowMin' as const,
      n: one.onHand,
    })),
  ];
  return (
    <Card size="small" title={text('attention')} style={{ height: '100%' }}>
      <Table
        aria-label={text('attention')}
        size="small"
        rowKey="key"
        pagination={false}
        scroll={{ y: 220, x: 480 }}
        dataSource={rows}
        locale={{ emptyText: text('allWell') }}
        columns={[
          {
            key: 'what',
            title: text('what'),
            width: 132,
            render: (_, row) => <Tag color={row.what === 'expired' ? 'red' : 'orange'}>{text(row.what)}</Tag>,
          },
          {
            key: 'name',
            title: text('material'),
            render: (_, row) => (
              <PageLink to={`/pri/depot/stock?materialId=${row.materialId}&depotId=${row.depotId}`}>
                {row.materialName}
              </PageLink>
            ),
          },
          { key: 'store', title: text('store'), render: (_, row) => row.depotName },
          {
            key: 'n',
            title: text('onHand'),
            align: 'end',
            width: 130,
            render: (_, row) => (
              <span>
                <Quantity qty={row.n} of={{ baseUnit: row.baseUnit }} />
                {row.what === 'belowMin' && (
                  <Typography.Text type="secondary"> / {numberText(row.minQty)}</Typography.Text>
                )}
              </span>
            ),
          },
        ]}
      />
    </Card>
  );
}

const parts = ['received', 'onHand', 'sent', 'used', 'lost', 'returned'] as const;

/** The question asked every season: what was received is on hand, sent on, used, lost or returned; the difference must be nought. */
function BalanceCard({ board }: { readonly board: DepotBoard }) {
  const text = useTexts('depot.board');
  type Line = DepotBoard['balance'][number];
  return (
    <Card size="small" title={text('balance')}>
      <Table<Line>
        aria-label={text('balance')}
        size="small"
        rowKey="materialId"
        pagination={false}
        scroll={{ x: 900 }}
        dataSource={[...board.balance]}
        locale={{ emptyText: text('noVaccine') }}
        columns={[
          {
            key: 'name',
            title: text('material'),
            render: (_, row) => (
              <PageLink to={`/pri/depot/ledger?materialId=${row.materialId}`}>{row.materialName}</PageLink>
            ),
          },
          ...parts.map((name) => ({
            key: name,
            title: text(name),
            align: 'end' as const,
            width: 110,
            render: (_: unknown, row: Line) => numberText(row[name]),
          })),
          {
            key: 'difference',
            title: text('difference'),
            align: 'end',
            width: 100,
            render: (_, row) => (
              <Typography.Text strong type={row.difference === 0 ? 'success' : 'danger'}>
                {numberText(row.difference)}
              </Typography.Text>
            ),
          },
        ]}
      />
    </Card>
  );
}

function PlacesCard({ board }: { readonly board: DepotBoard }) {
  const text = useTexts('depot.board');
  return (
    <Card size="small" title={text('places')}>
      <Chart
        label={text('places')}
        height={260}
        option={{
          tooltip: { trigger: 'axis' },
          legend: { top: 0 },
          xAxis: {
            type: 'category',
            data: board.places.map((one) => one.regionName),
            axisLabel: { interval: 0, rotate: board.places.length > 8 ? 30 : 0 },
          },
          yAxis: { type: 'value' },
          series: [
            { name: text('doses'), type: 'bar', color: chart.orange, data: board.places.map((one) => one.doses) },
            { name: text('in30'), type: 'bar', color: chart.red, data: board.places.map((one) => one.expiring) },
          ],
        }}
      />
    </Card>
  );
}
