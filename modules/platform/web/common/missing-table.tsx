import { Empty, Table } from 'antd';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { Reveal } from '#kit/web/ui/reveal.tsx';
import { wallTime } from '#kit/web/ui/times.ts';
import type { MissingPerson } from '#modules/platform/contract/notice/notice-content.ts';

interface Props {
  readonly rows: readonly MissingPerson[];
  readonly total: number;
  readonly loading: boolean;
  readonly page: number;
  readonly pageSize: number;
  onTurn(page: number): void;
  readonly chosen: readonly number[];
  /** Absent where nobody is to be reminded. */
  readonly onChoose: ((ids: number[]) => void) | undefined;
}

export function MissingTable({ rows, total, loading, page, pageSize, onTurn, chosen, onChoose }: Props) {
  const text = useTexts('platform.noticeReceipts');
  return (
    <Table<MissingPerson>
      size="small"
      rowKey="userId"
      dataSource={[...rows]}
      loading={loading}
      scroll={{ x: 620 }}
      locale={{ emptyText: <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={text('nobodyMissing')} /> }}
      pagination={total > pageSize && { current: page, pageSize, total, onChange: onTurn, showSizeChanger: false }}
      {...(onChoose && {
        rowSelection: { selectedRowKeys: [...chosen], onChange: (keys) => onChoose(keys.map(Number)) },
      })}
      columns={[
        { key: 'name', dataIndex: 'name', title: text('name'), width: 80 },
        { key: 'principal', dataIndex: 'principalName', title: text('principal'), ellipsis: true },
        {
          key: 'phone',
          title: text('phone'),
          width: 124,
          render: (_, { principalId, phone }) =>
            principalId ? (
              <Reveal entity="registry.principal" id={principalId} field="contactPhone" mask={phone} />
            ) : (
              '-'
            ),
        },
        {
          key: 'state',
          title: text('state'),
          width: 100,
          render: (_, row) => text(row.isRead ? 'readOnly' : 'unread'),
        },
        {
          key: 'nudged',
          title: text('nudged'),
          width: 96,
          render: (_, row) => (row.nudgedAt ? wallTime(row.nudgedAt).slice(5, 16) : '-'),
        },
      ]}
    />
  );
}
