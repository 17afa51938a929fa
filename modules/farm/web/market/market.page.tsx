import { useQuery } from '@tanstack/react-query';
import { Button, Card, Drawer, Empty, Flex, Segmented, Statistic, Switch, Table, Tag, Typography } from 'antd';
import { useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { useCan } from '#kit/web/guard/guard.tsx';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { useDict } from '#kit/web/lookups/lookups.ts';
import { ResourcePage } from '#kit/web/resource/resource-page.tsx';
import { Chart } from '#kit/web/ui/chart.tsx';
import { moneyText } from '#kit/web/ui/money.ts';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { Failed, Waiting } from '#kit/web/ui/states.tsx';
import { wallTime } from '#kit/web/ui/times.ts';
import { useUrlState } from '#kit/web/ui/use-url-state.ts';
import { marketRule, marketSeries, marketWarnings } from '#modules/farm/contract/market/market.ts';

const levels: Readonly<Record<string, string>> = { info: 'processing', warn: 'warning', urgent: 'error' };

/** 行情预警: prices of the own county against its neighbours and the own cost, and what the farm's rules say to them. */
export default function MarketPage() {
  const text = useTexts('farm.market');
  const url = useUrlState();
  const products = useDict('market_product').options;
  const product = url.get('product') ?? 'fatCattle';
  const [all, setAll] = useState(false);
  const [isRules, setRules] = useState(false);
  const mayAlarms = useCan('alarm:record:list');
  const series = useQuery({
    queryKey: ['farm.market', product],
    queryFn: () => call(marketSeries, { query: { product }, quiet: true }),
  });
  const warnings = useQuery({
    queryKey: ['farm.marketWarnings', all],
    queryFn: () => call(marketWarnings, { query: { ...(all && { all: 'true' }) } as never, quiet: true }),
  });
  const name = (code: string | null) => products.find((one) => one.dictValue === code)?.dictLabel ?? code ?? '-';
  const { data } = series;
  const margin = data?.cost != null && data.last ? data.last.price - data.cost : null;
  return (
    <Flex vertical gap={12}>
      <Flex justify="space-between" align="center" wrap gap={8}>
        <div style={{ maxInlineSize: '100%', overflowX: 'auto' }}>
          <Segmented
            value={product}
            onChange={(next) => url.set({ product: String(next) })}
            options={products.map((one) => ({ value: one.dictValue, label: one.dictLabel }))}
          />
        </div>
        <Button onClick={() => setRules(true)}>{text('rules')}</Button>
      </Flex>
      {series.error && <Failed error={series.error} onRetry={() => void series.refetch()} />}
      {!data && !series.error && <Waiting />}
      {data && (
        <Card size="small">
          <Flex gap={36} wrap style={{ marginBlockEnd: 8 }}>
            <Statistic
              title={`${text('price')} ${data.last?.on ?? ''}`}
              value={data.last ? moneyText(data.last.price) : '-'}
            />
            <Statistic
              title={text('change')}
              value={data.changePct === null ? '-' : `${data.changePct > 0 ? '+' : ''}${data.changePct}%`}
              {...(data.changePct !== null &&
                data.changePct < 0 && { styles: { content: { color: 'var(--ant-color-error)' } } })}
            />
            {data.cost !== null && <Statistic title={text('cost')} value={moneyText(data.cost)} />}
            {margin !== null && (
              <Statistic
                title={text('margin')}
                value={moneyText(margin)}
                {...(margin < 0 && { styles: { content: { color: 'var(--ant-color-error)' } } })}
              />
            )}
            {data.ready > 0 && <Statistic title={text('ready')} value={text('head', { n: data.ready })} />}
          </Flex>
          {data.lines.length === 0 ? (
            <Empty description={text('noPrices')} />
          ) : (
            <Chart
              height={300}
              label={text('chart')}
              option={{
                tooltip: { trigger: 'axis' },
                legend: { type: 'scroll' },
                xAxis: { type: 'time' },
                yAxis: { type: 'value', scale: true },
                series: [
                  ...data.lines.map((line, at) => ({
                    name: line.name,
                    type: 'line',
                    showSymbol: false,
                    lineStyle: { width: at === 0 ? 3 : 1, ...(line.key === 'mean' && { type: 'dashed' }) },
                    data: line.points.map((one) => [one.on, one.price / 100]),
                    ...(at === 0 &&
                      data.cost !== null && {
                        markLine: {
                          symbol: 'none',
                          label: { formatter: text('cost') },
                          lineStyle: { type: 'dotted', width: 2 },
                          data: [{ yAxis: data.cost / 100 }],
                        },
                      }),
                  })),
                ],
              }}
            />
          )}
        </Card>
      )}
      <Card
        size="small"
        title={text('warnings')}
        extra={
          <span>
            <Typography.Text type="secondary">{text('all')}</Typography.Text>{' '}
            <Switch aria-label={text('all')} size="small" checked={all} onChange={setAll} />
          </span>
        }
      >
        <Table
          size="small"
          rowKey="id"
          loading={warnings.isPending}
          locale={{ emptyText: text('none') }}
          pagination={{ pageSize: 20, hideOnSinglePage: true }}
          scroll={{ x: 'max-content' }}
          dataSource={warnings.data ?? []}
          columns={[
            {
              title: text('kind'),
              render: (_, one) => (
                <Flex vertical>
                  <span>
                    <Tag color={levels[one.level] ?? 'default'}>{name(one.product)}</Tag>
                    {one.title}
                  </span>
                  <Typography.Text type="secondary">{one.text}</Typography.Text>
                </Flex>
              ),
            },
            {
              title: text('price'),
              align: 'right',
              render: (_, one) => (one.price === null ? '-' : moneyText(one.price)),
            },
            {
              title: text('limit'),
              align: 'right',
              render: (_, one) => (one.limit === null ? '-' : moneyText(one.limit)),
            },
            { title: text('since'), render: (_, one) => wallTime(one.since) },
            { title: text('times'), align: 'right', dataIndex: 'times' },
            {
              title: '',
              render: (_, one) => (
                <Flex gap={8}>
                  {one.kind === 'sellWindow' && (
                    <PageLink to="/anm/animal/slaughter?tab=ready">{text('toSlaughter')}</PageLink>
                  )}
                  {mayAlarms && <PageLink to={`/anm/device/alarm/detail?id=${one.id}`}>{text('open')}</PageLink>}
                </Flex>
              ),
            },
          ]}
        />
      </Card>
      <Drawer open={isRules} size={760} title={text('rules')} onClose={() => setRules(false)} destroyOnHidden>
        <ResourcePage
          resource={marketRule}
          form={{ initial: { product, regionCode: data?.regionCode ?? null, days: 10, enabled: true } }}
        />
      </Drawer>
    </Flex>
  );
}
