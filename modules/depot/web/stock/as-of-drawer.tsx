import { useQuery } from '@tanstack/react-query';
import { DatePicker, Drawer, Empty, Flex, Form, Table, Tag, Typography } from 'antd';
import dayjs from 'dayjs';
import { useId, useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { Failed } from '#kit/web/ui/states.tsx';
import { dateFormat } from '#kit/web/ui/times.ts';
import { ledgerAsOf, type ThenLine } from '#modules/depot/contract/stock/stock-move.ts';
import { numberText, Quantity } from '../common/quantity.tsx';
import { Asked } from './asked.tsx';

/** What lay in a store on a past day, from the entries; what was written down later is told apart. */
export function AsOfDrawer({ start, onClose }: { readonly start: string; onClose(): void }) {
  const id = useId();
  const text = useTexts('depot.stockLedger');
  const [depotId, setDepot] = useState(Number(start) || undefined);
  const [day, setDay] = useState(dayjs().subtract(1, 'day').format(dateFormat));
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['depot.asOf', depotId, day],
    enabled: depotId !== undefined,
    queryFn: () => call(ledgerAsOf, { query: { depotId: depotId ?? 0, day }, quiet: true }),
  });
  return (
    <Drawer open size={920} title={text('asOf')} onClose={onClose}>
      <Form layout="vertical">
        <Flex gap={16} wrap>
          <Asked label={text('store')} of="depot.depot" value={depotId} onChange={setDepot} />
          <Form.Item label={text('onDay')} htmlFor={`${id}-day`} style={{ marginBlockEnd: 8 }}>
            <DatePicker
              id={`${id}-day`}
              allowClear={false}
              maxDate={dayjs()}
              value={dayjs(day)}
              onChange={(value) => value && setDay(value.format(dateFormat))}
            />
          </Form.Item>
        </Flex>
      </Form>
      {depotId === undefined && <Empty description={text('chooseStore')} />}
      {error && <Failed error={error} onRetry={() => void refetch()} />}
      {data && (
        <Table<ThenLine>
          aria-label={text('asOf')}
          size="small"
          rowKey="lotId"
          loading={isFetching}
          dataSource={data}
          pagination={false}
          locale={{ emptyText: text('nothingThen') }}
          columns={[
            { key: 'name', title: text('material'), render: (_, line) => `${line.materialName} ${line.spec}` },
            { key: 'lotNo', title: text('lot'), dataIndex: 'lotNo', width: 140 },
            { key: 'expireOn', title: text('expiry'), dataIndex: 'expireOn', width: 120 },
            {
              key: 'qty',
              title: text('then'),
              align: 'end',
              width: 150,
              render: (_, line) => <Quantity qty={line.qty} of={{ baseUnit: line.baseUnit }} />,
            },
            {
              key: 'kept',
              title: text('kept'),
              align: 'end',
              width: 150,
              render: (_, line) =>
                line.kept === null ? <Typography.Text type="secondary">-</Typography.Text> : numberText(line.kept),
            },
            {
              key: 'late',
              title: text('late'),
              align: 'end',
              width: 120,
              render: (_, line) =>
                line.kept !== null && line.late !== 0 ? (
                  <Tag color="orange">{line.late > 0 ? `+${numberText(line.late)}` : numberText(line.late)}</Tag>
                ) : (
                  ''
                ),
            },
          ]}
        />
      )}
    </Drawer>
  );
}
