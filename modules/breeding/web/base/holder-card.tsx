import { useQuery } from '@tanstack/react-query';
import { Card, Empty, Flex, Statistic, Table, Tag, Typography } from 'antd';
import { call } from '#kit/web/api/client.ts';
import { useLanguage, useTexts } from '#kit/web/i18n/i18n.ts';
import { moneyText } from '#kit/web/ui/money.ts';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { Failed, Waiting } from '#kit/web/ui/states.tsx';
import { holderCard } from '#modules/breeding/contract/base/base.ts';
import { useLabel } from '../common/use-label.ts';

const grid = { display: 'grid', gap: 12, gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 380px), 1fr))' };

/** Cows by state, what is due, the sheets of all rounds, and every cent; also a tab of the registry's archive. */
export default function HolderCard({ id }: { readonly id: number }) {
  const text = useTexts('breeding.cardPage');
  const language = useLanguage();
  const stateOf = useLabel('breeding_cycle_status');
  const sheetOf = useLabel('mother_census_sheet_status');
  const payOf = useLabel('subsidy_line_pay_status');
  const reasonOf = useLabel('subsidy_exclude');
  const { data, error, refetch } = useQuery({
    queryKey: ['breeding', 'household', id, language],
    queryFn: () => call(holderCard, { query: { id: String(id) } as never, quiet: true }),
  });
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  if (!data) return <Waiting />;
  return (
    <Flex vertical gap={12}>
      <Card size="small">
        <Flex gap={12} wrap align="center">
          <Typography.Title level={4} style={{ margin: 0 }} data-record>
            {data.name}
          </Typography.Title>
          <Typography.Text type="secondary" data-record>
            {data.region}
          </Typography.Text>
          <PageLink to={`/improve/base/animal?principalId=${data.id}`}>{text('allCows')}</PageLink>
        </Flex>
        <Flex gap={32} wrap style={{ marginBlockStart: 12 }}>
          {Object.entries(data.states).map(([state, n]) => (
            <Statistic key={state} title={stateOf(state)} value={n} />
          ))}
        </Flex>
      </Card>
      <div style={grid}>
        <Card size="small" title={text('due')}>
          {data.due.length === 0 && <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} />}
          {data.due.map((one) => (
            <Flex key={`${one.what}${one.animalId}`} justify="space-between">
              <PageLink to={`/improve/base/animalDetail?id=${one.animalId}`}>{one.earTag}</PageLink>
              <span>{`${text.any(`due_${one.what}`)} ${one.on}`}</span>
            </Flex>
          ))}
        </Card>
        <Card size="small" title={text('sheets')}>
          {data.sheets.length === 0 && <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} />}
          {data.sheets.map((one) => (
            <Flex key={one.roundId} justify="space-between" gap={8}>
              <span data-record>{one.round}</span>
              <span>
                {`${one.eligible} / ${one.expected} `}
                <Tag>{sheetOf(one.status)}</Tag>
              </span>
            </Flex>
          ))}
        </Card>
        <Card size="small" title={text('subsidies')}>
          <Table
            size="small"
            rowKey="id"
            pagination={false}
            dataSource={data.lines}
            locale={{ emptyText: <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} /> }}
            columns={[
              { key: 'p', title: text('programme'), render: (_, row) => <span data-record>{row.programme}</span> },
              { key: 'n', title: text('records'), align: 'end', dataIndex: 'count' },
              { key: 'a', title: text('amount'), align: 'end', render: (_, row) => moneyText(row.amountCents) },
              { key: 's', title: text('payStatus'), render: (_, row) => <Tag>{payOf(row.payStatus)}</Tag> },
            ]}
          />
          {data.excluded.length > 0 && (
            <Flex gap={6} wrap style={{ marginBlockStart: 8 }}>
              <Typography.Text type="secondary">{text('excluded')}</Typography.Text>
              {data.excluded.map((one) => (
                <Tag key={one.reason} color="orange">{`${reasonOf(one.reason)} ${one.n}`}</Tag>
              ))}
            </Flex>
          )}
        </Card>
      </div>
    </Flex>
  );
}
