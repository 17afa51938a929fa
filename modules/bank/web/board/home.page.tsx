import { useQuery } from '@tanstack/react-query';
import { Card, Col, Empty, Flex, List, Row, Select, Switch, Tag, Typography } from 'antd';
import { call } from '#kit/web/api/client.ts';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { usePage } from '#kit/web/shell-context.ts';
import { Chart } from '#kit/web/ui/chart.tsx';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { Failed, Waiting } from '#kit/web/ui/states.tsx';
import { wallTime } from '#kit/web/ui/times.ts';
import { useUrlState } from '#kit/web/ui/use-url-state.ts';
import { type BankHome, bankHome } from '#modules/bank/contract/board/board.ts';
import { Figures, LatestAlarms } from './parts.tsx';

/** 金融首页: who needs a call today, and how the book stands. */
export default function BankHomePage() {
  const text = useTexts('bank.home');
  const url = useUrlState();
  const branchId = url.get('branchId');
  const mine = url.get('all') === null;
  const { data, error, refetch } = useQuery({
    queryKey: ['bank.home', branchId, mine],
    queryFn: () =>
      call(bankHome, {
        query: { ...(branchId && { branchId: Number(branchId) }), mine: mine ? 'true' : 'false' } as never,
        quiet: true,
      }),
    refetchInterval: 60_000,
  });
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  if (!data) return <Waiting />;
  return (
    <Flex vertical gap={12}>
      {data.branches.length > 1 && (
        <Flex gap={12} wrap align="center">
          <Select
            allowClear
            aria-label={text('branch')}
            placeholder={text('branch')}
            style={{ minWidth: 220 }}
            value={branchId ?? undefined}
            onChange={(value) => url.set({ branchId: value ?? null })}
            options={data.branches.map((one) => ({ value: String(one.id), label: one.name }))}
          />
        </Flex>
      )}
      {data.todo.length > 0 && (
        <Card size="small" title={text('todo')}>
          <Figures figures={data.todo} />
        </Card>
      )}
      <Figures figures={data.watch} />
      <Row gutter={[12, 12]}>
        {(data.clients.length > 0 || data.months.length > 0) && (
          <Col xs={24} xl={9}>
            <Clients clients={data.clients} isMine={mine} onMine={(next) => url.set({ all: next ? null : '1' })} />
          </Col>
        )}
        {data.months.length > 0 && (
          <Col xs={24} xl={9}>
            <Flex vertical gap={12}>
              <Bands bands={data.bands} />
              <Months months={data.months} />
            </Flex>
          </Col>
        )}
        <Col xs={24} xl={data.months.length > 0 ? 6 : 24}>
          <LatestAlarms alarms={data.latest} to="/bank/alarms" />
        </Col>
      </Row>
      <Card size="small" title={text('book')}>
        <Figures figures={data.book} />
      </Card>
    </Flex>
  );
}

interface ClientsProps {
  readonly clients: BankHome['clients'];
  readonly isMine: boolean;
  onMine(next: boolean): void;
}
function Clients({ clients, isMine, onMine }: ClientsProps) {
  const text = useTexts('bank.home');
  return (
    <Card
      size="small"
      title={text('clients')}
      style={{ height: '100%' }}
      extra={
        <Flex gap={6} align="center">
          <Typography.Text type="secondary">{text('mine')}</Typography.Text>
          <Switch size="small" aria-label={text('mine')} checked={isMine} onChange={onMine} />
        </Flex>
      }
    >
      <List
        size="small"
        dataSource={[...clients]}
        locale={{ emptyText: <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={text('noClients')} /> }}
        renderItem={(one) => (
          <List.Item
            extra={
              <Flex vertical align="end">
                <Typography.Text style={{ whiteSpace: 'nowrap' }}>{one.phone}</Typography.Text>
                <Typography.Text type="secondary" style={{ whiteSpace: 'nowrap' }}>
                  {text('since', { day: wallTime(one.since).slice(0, 10) })}
                </Typography.Text>
              </Flex>
            }
          >
            <Flex vertical gap={4}>
              <PageLink to={`/bank/clients/detail?id=${one.clientId}`}>
                <span data-record>{one.name}</span>
              </PageLink>
              <Flex gap={4} wrap>
                {one.reasons.map((reason) => (
                  <PageLink key={reason.code} to={reason.path}>
                    <Tag>{text(`reason_${reason.code}` as never, { n: reason.n })}</Tag>
                  </PageLink>
                ))}
              </Flex>
            </Flex>
          </List.Item>
        )}
      />
    </Card>
  );
}

function Bands({ bands }: { readonly bands: BankHome['bands'] }) {
  const text = useTexts('bank.home');
  const { openPage } = usePage();
  return (
    <Card size="small" title={text('bands')}>
      <Chart
        label={text('bands')}
        height={190}
        onPick={({ dataIndex }) => {
          const one = bands[dataIndex ?? -1];
          if (one) openPage(one.path);
        }}
        option={{
          xAxis: { type: 'category', data: bands.map((one) => (one.to === null ? '∞' : `${one.from}–${one.to}%`)) },
          yAxis: { type: 'value', minInterval: 1 },
          series: [{ name: text('lines'), type: 'bar', barMaxWidth: 32, data: bands.map((one) => one.lines) }],
        }}
      />
    </Card>
  );
}

function Months({ months }: { readonly months: BankHome['months'] }) {
  const text = useTexts('bank.home');
  const series = (name: 'outstanding' | 'bookValue' | 'eligibleValue') => ({
    name: text(name),
    type: 'line',
    showSymbol: false,
    data: months.map((one) => Math.round(one[name] / 1_000_000)),
  });
  return (
    <Card size="small" title={text('months')}>
      <Chart
        label={text('months')}
        height={210}
        option={{
          legend: {},
          xAxis: { type: 'category', data: months.map((one) => one.month.slice(2)) },
          yAxis: { type: 'value', name: text('unit') },
          series: [series('outstanding'), series('bookValue'), series('eligibleValue')],
        }}
      />
    </Card>
  );
}
