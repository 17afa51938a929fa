import { useQuery } from '@tanstack/react-query';
import { Button, Card, Col, Empty, Flex, Progress, Row, Skeleton, Space, Table, Tag, Typography } from 'antd';
import { useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { useCan, useMayOpen } from '#kit/web/guard/guard.tsx';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { usePage } from '#kit/web/shell-context.ts';
import { Chart } from '#kit/web/ui/chart.tsx';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { Failed } from '#kit/web/ui/states.tsx';
import { homeSummary, type SignHome } from '#modules/sign/contract/home/home.ts';
import { Code, Figure, numberText, usePlaceName } from '../common/parts.tsx';
import { RequestDialog } from '../papers/parts/request-dialog.tsx';

/** 标识首页: what is there, how long it lasts, who sits on it; and first, what is to be done today. */
export default function SignHomePage() {
  const text = useTexts('sign.ui');
  const { data, error, refetch } = useQuery({
    queryKey: ['sign.home'],
    queryFn: () => call(homeSummary, { quiet: true }),
  });
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton active />;
  return (
    <Flex vertical gap={16}>
      <Flex justify="space-between" align="center" wrap gap={8}>
        <Typography.Title level={4} style={{ margin: 0 }} data-record>
          {data.place}
        </Typography.Title>
        <Todos todos={data.todos} />
      </Flex>
      {data.worker && <WorkerHome worker={data.worker} />}
      {data.station && <StationHome station={data.station} />}
      {data.area && <AreaHome area={data.area} />}
      {data.plant && <PlantHome plant={data.plant} />}
      {data.supplier && <SupplierHome supplier={data.supplier} />}
      {data.alerts.length > 0 && (
        <Card size="small" title={text('alerts')}>
          <Space wrap>
            {data.alerts.map((one) => (
              <PageLink key={one.kind} to={`/sign/alert?kind=${one.kind}&isOpen=true`}>
                <Tag color={one.level === 'urgent' ? 'red' : one.level === 'warn' ? 'orange' : 'blue'}>
                  {one.kindName} {one.n}
                </Tag>
              </PageLink>
            ))}
          </Space>
        </Card>
      )}
    </Flex>
  );
}

function Todos({ todos }: Pick<SignHome, 'todos'>) {
  const text = useTexts('sign.ui');
  const { openPage } = usePage();
  if (todos.length === 0) return <Typography.Text type="secondary">{text('nothingToDo')}</Typography.Text>;
  const labels: Record<string, string> = {
    toSign: text('todo_toSign'),
    overdue: text('todo_overdue'),
    requests: text('todo_requests'),
    pending: text('todo_pending'),
    dispute: text('todo_dispute'),
    scrap: text('todo_scrap'),
    audit: text('todo_audit'),
  };
  return (
    <Space wrap>
      {todos.map((one) => (
        <Button key={one.kind} danger={one.isLate} onClick={() => openPage(one.link)}>
          {labels[one.kind]} {one.n}
        </Button>
      ))}
    </Space>
  );
}

/** Three large numbers, the next number of each opened bag, and what a worker does with them. */
function WorkerHome({ worker }: { readonly worker: NonNullable<SignHome['worker']> }) {
  const text = useTexts('sign.ui');
  const { openPage } = usePage();
  const [isAsking, setAsking] = useState(false);
  const mayWear = useCan('sign:wear:add');
  const mayAsk = useCan('sign:stockOut:request');
  const maySign = useCan('sign:receiving:list');
  const mayReport = useCan('sign:scrap:add');
  const mayHandBack = useCan('sign:recovery:list');
  const hand = worker.hand.reduce((sum, one) => sum + one.n, 0);
  return (
    <>
      <Row gutter={[16, 16]}>
        <Col xs={12} md={6}>
          <Card size="small" style={{ height: '100%' }}>
            <Figure
              title={text('inHand')}
              value={numberText(hand)}
              note={worker.hand.map((one) => (
                <div key={one.category} data-record>
                  {one.category} {numberText(one.n)}
                </div>
              ))}
            />
          </Card>
        </Col>
        <Col xs={12} md={6}>
          <Card size="small" style={{ height: '100%' }}>
            <Figure
              title={text('toSign')}
              value={numberText(worker.toSign.reduce((sum, one) => sum + one.count, 0))}
              isBad={worker.toSign.some((one) => one.isLate)}
            />
          </Card>
        </Col>
        <Col xs={12} md={6}>
          <Card size="small" style={{ height: '100%' }}>
            <Figure title={text('worn30')} value={numberText(worker.worn30)} />
          </Card>
        </Col>
        <Col xs={12} md={6}>
          <Card size="small" style={{ height: '100%' }}>
            <Figure title={text('untagged')} value={numberText(worker.untagged)} />
          </Card>
        </Col>
      </Row>
      <Card size="small" title={text('nextNumber')}>
        {worker.next.length === 0 && <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={text('nothingInHand')} />}
        {worker.next.map((one) => (
          <div key={one.categoryId} style={{ paddingBlock: 4 }}>
            <Flex justify="space-between" gap={8}>
              <span data-record>{one.category}</span>
              <Typography.Text type="secondary">{text('left', { n: one.left })}</Typography.Text>
            </Flex>
            <Typography.Title level={4} style={{ margin: 0 }}>
              <Code>{one.shown}</Code>
            </Typography.Title>
          </div>
        ))}
      </Card>
      {worker.toSign.map((one) => (
        <Card key={one.id} size="small">
          <Flex justify="space-between" align="center" wrap gap={8}>
            <div>
              <div data-record>{one.from}</div>
              <Typography.Text type={one.isLate ? 'danger' : 'secondary'}>
                {text('due', { day: one.dueOn })}
              </Typography.Text>
            </div>
            <b>{text('tags', { n: one.count })}</b>
            {maySign && (
              <Button type="primary" size="large" onClick={() => openPage(`/signIn/receiving?sign=${one.id}`)}>
                {text('sign')}
              </Button>
            )}
          </Flex>
        </Card>
      ))}
      <Flex gap={8} wrap>
        {mayWear && (
          <Button size="large" type="primary" onClick={() => openPage('/sign/wear')}>
            {text('wearTags')}
          </Button>
        )}
        {mayAsk && (
          <Button size="large" onClick={() => setAsking(true)}>
            {text('askForTags')}
          </Button>
        )}
        {mayReport && (
          <Button size="large" onClick={() => openPage('/signIn/scrap/add')}>
            {text('reportLost')}
          </Button>
        )}
        {mayHandBack && (
          <Button size="large" onClick={() => openPage('/sign/packRecovery')}>
            {text('handBack')}
          </Button>
        )}
      </Flex>
      {isAsking && <RequestDialog onClose={() => setAsking(false)} />}
    </>
  );
}

function StationHome({ station }: { readonly station: NonNullable<SignHome['station']> }) {
  const text = useTexts('sign.ui');
  return (
    <>
      <Card size="small" title={text('ownStock')}>
        {station.stock.length === 0 && <Typography.Text type="secondary">{text('noStock')}</Typography.Text>}
        <Space size={40} wrap>
          {station.stock.map((one) => (
            <Figure key={one.category} title={one.category} value={numberText(one.n)} />
          ))}
        </Space>
      </Card>
      {station.workers.length > 0 && (
        <Card size="small" title={text('workers')}>
          <Table
            rowKey="staffId"
            size="small"
            pagination={false}
            scroll={{ x: 'max-content' }}
            dataSource={station.workers}
            columns={[
              {
                key: 'name',
                title: text('worker'),
                render: (_, one) => <PageLink to={`/sign/personLedger?staffId=${one.staffId}`}>{one.name}</PageLink>,
              },
              { key: 'hand', title: text('inHand'), align: 'right', render: (_, one) => numberText(one.hand) },
              { key: 'worn', title: text('worn30'), align: 'right', render: (_, one) => numberText(one.worn30) },
              {
                key: 'idle',
                title: text('idleDays'),
                align: 'right',
                render: (_, one) =>
                  one.idleDays === null ? (
                    '-'
                  ) : (
                    <Typography.Text {...(one.idleDays > 90 && { type: 'danger' as const })}>
                      {one.idleDays}
                    </Typography.Text>
                  ),
              },
              { key: 'toSign', title: text('toSign'), align: 'right', render: (_, one) => one.toSign || '-' },
            ]}
          />
        </Card>
      )}
    </>
  );
}

function AreaHome({ area }: { readonly area: NonNullable<SignHome['area']> }) {
  const text = useTexts('sign.ui');
  const place = usePlaceName();
  const { openPage } = usePage();
  const most = Math.max(1, ...area.pipe.filter((one) => one.place !== 'worn').map((one) => one.n));
  const levels: Record<string, string> = { county: text('atCounty'), township: text('atTownship') };
  return (
    <>
      <Card size="small" title={text('pipe')}>
        <Row gutter={[8, 8]}>
          {area.pipe.map((one) => (
            <Col key={`${one.place} ${one.level}`} xs={12} sm={6} lg={3}>
              <Figure
                title={one.level ? `${place(one.place)} · ${levels[one.level]}` : place(one.place)}
                value={numberText(one.n)}
                onClick={() => openPage(one.link)}
              />
              <Progress percent={Math.min(100, Math.round((100 * one.n) / most))} showInfo={false} size="small" />
            </Col>
          ))}
        </Row>
      </Card>
      <Row gutter={[16, 16]}>
        <Col xs={24} lg={12}>
          <Card size="small" title={text('cover')}>
            <Table
              rowKey="categoryId"
              size="small"
              pagination={false}
              dataSource={area.cover}
              columns={[
                {
                  key: 'category',
                  title: text('category'),
                  render: (_, one) => <span data-record>{one.category}</span>,
                },
                { key: 'usable', title: text('usable'), align: 'right', render: (_, one) => numberText(one.usable) },
                { key: 'month', title: text('perMonth'), align: 'right', render: (_, one) => numberText(one.perMonth) },
                {
                  key: 'months',
                  title: text('months'),
                  align: 'right',
                  render: (_, one) =>
                    one.months === null ? (
                      '-'
                    ) : (
                      <Typography.Text {...(one.isLow && { type: 'danger' as const })}>{one.months}</Typography.Text>
                    ),
                },
              ]}
            />
          </Card>
        </Col>
        <Col xs={24} lg={12}>
          <Card size="small" title={text('trend')}>
            <Chart
              height={220}
              label={text('trend')}
              option={{
                tooltip: { trigger: 'axis' },
                legend: {},
                xAxis: { type: 'category', data: area.line.map((one) => one.month) },
                yAxis: { type: 'value' },
                series: [
                  { type: 'bar', name: text('received'), data: area.line.map((one) => one.received) },
                  { type: 'line', name: text('worn'), data: area.line.map((one) => one.worn) },
                ],
              }}
            />
          </Card>
        </Col>
      </Row>
      <Card size="small" title={text('children')}>
        <Table
          rowKey="regionCode"
          size="small"
          pagination={false}
          scroll={{ x: 'max-content' }}
          dataSource={area.children}
          columns={[
            {
              key: 'name',
              title: text('region'),
              render: (_, one) => (
                <PageLink to={`/signIn/companyStatistics?regionCode=${one.regionCode}`}>{one.name}</PageLink>
              ),
            },
            { key: 'stock', title: text('inStock'), align: 'right', render: (_, one) => numberText(one.stock) },
            { key: 'hand', title: text('inHand'), align: 'right', render: (_, one) => numberText(one.hand) },
            { key: 'untagged', title: text('untagged'), align: 'right', render: (_, one) => numberText(one.untagged) },
            {
              key: 'cover',
              title: text('months'),
              align: 'right',
              render: (_, one) =>
                one.cover === null ? (
                  '-'
                ) : (
                  <Typography.Text {...(one.cover < 3 && { type: 'danger' as const })}>{one.cover}</Typography.Text>
                ),
            },
          ]}
        />
      </Card>
    </>
  );
}

function PlantHome({ plant }: { readonly plant: NonNullable<SignHome['plant']> }) {
  const text = useTexts('sign.ui');
  const { openPage } = usePage();
  const mayOpen = useMayOpen();
  const bags = '/sign/packRecovery';
  return (
    <Card size="small">
      <Space size={40} wrap>
        <Figure title={text('endedToday')} value={numberText(plant.ended)} />
        <Figure
          title={text('inOpenBag')}
          value={numberText(plant.inBag)}
          onClick={mayOpen(bags) ? () => openPage(`${bags}?status=open`) : undefined}
        />
        <Figure title={text('notBack')} value={numberText(plant.overdue)} isBad={plant.overdue > 0} />
        <Figure title={text('recoverRate')} value={plant.rate === null ? '-' : `${plant.rate}%`} />
      </Space>
    </Card>
  );
}

function SupplierHome({ supplier }: { readonly supplier: NonNullable<SignHome['supplier']> }) {
  const text = useTexts('sign.ui');
  return (
    <Card size="small" title={text('orders')}>
      <Table
        rowKey="id"
        size="small"
        pagination={false}
        scroll={{ x: 'max-content' }}
        dataSource={supplier.orders}
        columns={[
          {
            key: 'no',
            title: text('docNo'),
            render: (_, one) => <PageLink to={`/signIn/procurement/detail?id=${one.id}`}>{one.docNo}</PageLink>,
          },
          { key: 'approved', title: text('ordered'), align: 'right', render: (_, one) => numberText(one.approved) },
          { key: 'produced', title: text('made'), align: 'right', render: (_, one) => numberText(one.produced) },
          { key: 'shipped', title: text('shipped'), align: 'right', render: (_, one) => numberText(one.shipped) },
          { key: 'needBy', title: text('needBy'), render: (_, one) => one.needBy },
        ]}
      />
    </Card>
  );
}
