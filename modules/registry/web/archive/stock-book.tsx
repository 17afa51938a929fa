import { CheckCircleFilled, WarningFilled } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { DatePicker, Flex, Table, Typography, theme } from 'antd';
import dayjs from 'dayjs';
import { useState } from 'react';
import type { DataOf } from '#kit/contract/endpoint.ts';
import { call } from '#kit/web/api/client.ts';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { Failed, Waiting } from '#kit/web/ui/states.tsx';
import { stockBook } from '#modules/registry/contract/animal/stock-book.ts';

const shown = [
  'born',
  'bought',
  'transferIn',
  'recovered',
  'transferOut',
  'sold',
  'slaughtered',
  'died',
  'culled',
  'missing',
] as const;
type Line = DataOf<typeof stockBook>['rows'][number];

/** The holder's book of a year, month by month: what was there and what came and went. */
export default function StockBookTab({ id }: { readonly id: number }) {
  const { token } = theme.useToken();
  const text = useTexts('registry.archive');
  const [year, setYear] = useState(dayjs().year());
  const query = useQuery({
    queryKey: ['registry.stockBook', id, year],
    queryFn: () =>
      call(stockBook, {
        query: { principalId: id, from: `${year}-01-01`, to: `${year}-12-31`, by: 'month' },
        quiet: true,
      }),
  });
  if (query.error) return <Failed error={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data) return <Waiting />;
  const { rows, opening, closing, counted } = query.data;
  const isRight = counted === null || counted === closing || year !== dayjs().year();
  return (
    <Flex vertical gap={12}>
      <Flex gap={16} align="center" wrap>
        <DatePicker
          picker="year"
          allowClear={false}
          aria-label={text('year')}
          value={dayjs(`${year}-01-01`)}
          onChange={(next) => next && setYear(next.year())}
        />
        <Typography.Text>{text('openClose', { opening, closing })}</Typography.Text>
        <Typography.Text style={{ color: isRight ? token.colorSuccess : token.colorError }}>
          {isRight ? <CheckCircleFilled aria-hidden /> : <WarningFilled aria-hidden />}{' '}
          {isRight ? text('bookRight') : text('bookWrong', { n: counted ?? 0 })}
        </Typography.Text>
      </Flex>
      <Table<Line>
        size="small"
        rowKey="period"
        pagination={false}
        dataSource={rows}
        scroll={{ x: 'max-content' }}
        columns={[
          { title: text('month'), dataIndex: 'period', fixed: 'start' },
          { title: text('opening'), dataIndex: 'opening', align: 'right' },
          ...shown.map((name) => ({ title: text(`book_${name}`), dataIndex: name, align: 'right' as const })),
          { title: text('closing'), dataIndex: 'closing', align: 'right' },
        ]}
      />
    </Flex>
  );
}
