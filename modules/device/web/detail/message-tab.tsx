import { useQuery } from '@tanstack/react-query';
import { Table, Tag, Typography } from 'antd';
import { call } from '#kit/web/api/client.ts';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { wallTime } from '#kit/web/ui/times.ts';
import { type DeviceMessage, messages } from '#modules/device/contract/telemetry/telemetry.ts';
import { useLabel } from '../common/names.ts';

/** The last messages as they came, refused ones among them. */
export function MessageTab({ id }: { readonly id: number }) {
  const text = useTexts('device.detailPage');
  const mark = useLabel('telemetry_mark');
  const reason = useLabel('reject_reason');
  const { data } = useQuery({
    queryKey: ['device.messages', id],
    queryFn: () => call(messages, { query: { id } }),
    refetchInterval: 5_000,
  });
  return (
    <Table<DeviceMessage>
      size="small"
      rowKey={(row) => `${row.receivedAt}${row.type}${row.seq}${row.text}`}
      loading={!data}
      dataSource={data ?? []}
      pagination={{ pageSize: 20, showSizeChanger: false }}
      scroll={{ x: 800 }}
      columns={[
        { title: text('received'), dataIndex: 'receivedAt', width: 165, render: wallTime },
        { title: text('happened'), dataIndex: 'at', width: 165, render: wallTime },
        { title: text('type'), dataIndex: 'type', width: 70 },
        { title: text('number'), width: 120, render: (_, row) => (row.seq ? `${row.boot} / ${row.seq}` : '-') },
        {
          title: text('marks'),
          width: 140,
          render: (_, row) =>
            row.reason ? (
              <Tag color="error">{reason(row.reason)}</Tag>
            ) : (
              row.marks.filter(Boolean).map((one) => <Tag key={one}>{mark(one)}</Tag>)
            ),
        },
        {
          title: text('content'),
          render: (_, row) => (
            <Typography.Text code style={{ fontSize: 12, wordBreak: 'break-all' }}>
              {row.text}
            </Typography.Text>
          ),
        },
      ]}
    />
  );
}
