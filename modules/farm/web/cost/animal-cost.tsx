import { useQuery } from '@tanstack/react-query';
import { Alert, Card, Empty, Flex, InputNumber, Statistic, Table, Typography } from 'antd';
import { useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { Chart } from '#kit/web/ui/chart.tsx';
import { moneyText, toCents } from '#kit/web/ui/money.ts';
import { Failed, Waiting } from '#kit/web/ui/states.tsx';
import { animalCost } from '#modules/farm/contract/cost/cost.ts';

const kinds = ['entry', 'feed', 'drug', 'expense'] as const;
const tones = { wait: 'success', sell: 'warning', even: 'info', unknown: 'info' } as const;

/** What this animal cost so far, at which price it breaks even, and whether another month pays. */
export default function AnimalCost({ id }: { readonly id: number }) {
  const text = useTexts('farm.cost');
  const [typed, setTyped] = useState<number | null>(null);
  const { data, error, refetch } = useQuery({
    queryKey: ['farm.animalCost', id],
    queryFn: () => call(animalCost, { query: { animalId: id }, quiet: true }),
  });
  // An animal that no farm of the reader keeps an account of.
  if ((error as { code?: number } | null)?.code === 404) return <Empty description={text('noAccount')} />;
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  if (!data) return <Waiting />;
  const price = typed ?? data.price?.cents ?? null;
  const marginAt = (kg: number, cost: number) => (price === null ? null : Math.round(price * kg) - cost);
  const now = data.kg === null ? null : marginAt(data.kg, data.total);
  const byKind = kinds.flatMap((kind) => {
    const cents = data.rows.filter((one) => one.kind === kind).reduce((sum, one) => sum + one.cents, 0);
    return cents > 0 ? [{ kind, cents }] : [];
  });
  const steps = [
    ...(data.kg === null ? [] : [{ days: 0, kg: data.kg, cost: data.total, breakEven: data.breakEven ?? 0 }]),
    ...data.outlook,
  ];
  const bad = (cents: number | null) =>
    cents !== null && cents < 0 && { styles: { content: { color: 'var(--ant-color-error)' } } };
  return (
    <Flex vertical gap={12}>
      <Alert
        type={tones[data.verdict]}
        showIcon
        title={text(`verdict_${data.verdict}`, {
          gain: moneyText(data.dayGainValue ?? 0),
          cost: moneyText(data.dayCost ?? 0),
        })}
      />
      <Card size="small">
        <Flex gap={36} wrap align="end">
          <Statistic
            title={`${text('total')} · ${text('since', { date: data.since })}`}
            value={moneyText(data.total)}
            suffix={text('yuan')}
          />
          <Statistic
            title={text('breakEven')}
            value={data.breakEven === null ? text('none') : moneyText(data.breakEven)}
            suffix={data.breakEven === null ? '' : text('perKg')}
          />
          <Statistic
            title={`${text('market')} ${data.price?.on ?? ''}`}
            value={data.price ? moneyText(data.price.cents) : text('none')}
            suffix={data.price ? text('perKg') : ''}
          />
          <Statistic
            title={text('margin')}
            value={now === null ? text('none') : moneyText(now)}
            suffix={now === null ? '' : text('yuan')}
            {...bad(now)}
          />
          <Statistic
            title={`${text('kg')}${data.weightOn ? ` · ${text('weighedOn', { date: data.weightOn })}` : ''}`}
            value={data.kg ?? text('none')}
            suffix={data.kg === null ? '' : 'kg'}
          />
          <Statistic
            title={text('adg')}
            value={data.adgGrams === null ? text('none') : text('gramsDay', { n: data.adgGrams })}
          />
        </Flex>
      </Card>
      {steps.length > 1 && (
        <Card
          size="small"
          title={text('outlook')}
          extra={
            <span>
              <Typography.Text type="secondary">{text('atPrice')}</Typography.Text>{' '}
              <InputNumber
                aria-label={text('atPrice')}
                size="small"
                value={price === null ? null : price / 100}
                min={0.01}
                step={0.1}
                precision={2}
                suffix={text('perKg')}
                onChange={(value) => setTyped(value === null ? null : toCents(value))}
                style={{ inlineSize: 150 }}
              />
            </span>
          }
        >
          <Flex gap={16} wrap>
            <Table
              size="small"
              rowKey="days"
              pagination={false}
              dataSource={steps}
              style={{ flex: '1 1 380px', minInlineSize: 0 }}
              scroll={{ x: 'max-content' }}
              columns={[
                {
                  title: '',
                  dataIndex: 'days',
                  render: (n: number) => (n === 0 ? text('now') : text('inDays', { n })),
                },
                {
                  title: text('weightThen'),
                  dataIndex: 'kg',
                  align: 'right',
                  render: (kg: number) => `${Math.round(kg)} kg`,
                },
                {
                  title: text('costThen'),
                  dataIndex: 'cost',
                  align: 'right',
                  render: (cents: number) => moneyText(cents),
                },
                {
                  title: text('evenThen'),
                  dataIndex: 'breakEven',
                  align: 'right',
                  render: (cents: number) => moneyText(cents),
                },
                {
                  title: text('marginThen'),
                  align: 'right',
                  render: (_, one) => {
                    const margin = marginAt(one.kg, one.cost);
                    return margin === null ? (
                      '-'
                    ) : (
                      <Typography.Text {...(margin < 0 && { type: 'danger' })}>{moneyText(margin)}</Typography.Text>
                    );
                  },
                },
              ]}
            />
            <div style={{ flex: '1 1 280px', minInlineSize: 0 }}>
              <Chart
                height={200}
                label={text('chart')}
                option={{
                  tooltip: { trigger: 'axis' },
                  xAxis: { type: 'category', data: steps.map((one) => String(one.days)) },
                  yAxis: { type: 'value', scale: true },
                  series: [
                    {
                      name: text('marginThen'),
                      type: 'line',
                      data: steps.map((one) => (marginAt(one.kg, one.cost) ?? 0) / 100),
                      areaStyle: { opacity: 0.12 },
                    },
                  ],
                }}
              />
            </div>
          </Flex>
        </Card>
      )}
      <Card size="small" title={text('rows')}>
        <Flex gap={16} wrap style={{ marginBlockEnd: 8 }}>
          {byKind.map(({ kind, cents }) => (
            <span key={kind}>
              <Typography.Text type="secondary">{text(kind)}</Typography.Text>{' '}
              <Typography.Text strong>{moneyText(cents)}</Typography.Text>
            </span>
          ))}
        </Flex>
        <Table
          size="small"
          rowKey={(one) => `${one.kind} ${one.month}`}
          pagination={{ pageSize: 12, hideOnSinglePage: true }}
          dataSource={data.rows}
          columns={[
            { title: text('month'), dataIndex: 'month' },
            { title: text('kind'), dataIndex: 'kind', render: (kind: (typeof kinds)[number]) => text(kind) },
            { title: text('days'), dataIndex: 'days', align: 'right', render: (n: number) => n || '' },
            { title: text('cents'), dataIndex: 'cents', align: 'right', render: (cents: number) => moneyText(cents) },
          ]}
          summary={() => (
            <Table.Summary.Row>
              <Table.Summary.Cell index={0} colSpan={3}>
                {text('total')}
              </Table.Summary.Cell>
              <Table.Summary.Cell index={3} align="right">
                <Typography.Text strong>{moneyText(data.total)}</Typography.Text>
              </Table.Summary.Cell>
            </Table.Summary.Row>
          )}
        />
      </Card>
    </Flex>
  );
}
