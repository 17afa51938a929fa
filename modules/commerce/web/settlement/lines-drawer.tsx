import { useQuery } from '@tanstack/react-query';
import { Button, Drawer, Flex, Input, Table, Typography } from 'antd';
import { useState } from 'react';
import { call, newKey } from '#kit/web/api/client.ts';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { useChanged } from '#kit/web/resource/resource-calls.ts';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { Failed } from '#kit/web/ui/states.tsx';
import {
  disputeLines,
  type SupplierSettlement,
  settlementLines,
  supplierSettlement,
} from '#modules/commerce/contract/settlement/settlement.ts';
import { Yuan } from '../common/yuan.tsx';

type Line = Awaited<ReturnType<typeof read>>[number];
const read = (id: number) => call(settlementLines, { query: { id }, quiet: true });

/** The lines of a bill, each of which the supplier can object to by itself. */
export function LinesDrawer({ row, onClose }: { readonly row: SupplierSettlement; onClose(): void }) {
  const text = useTexts('commerce.settlementPage');
  const changed = useChanged(supplierSettlement);
  const { data, error, refetch, isPending } = useQuery({
    queryKey: ['commerce.settlementLines', row.id],
    queryFn: () => read(row.id),
  });
  const [reasons, setReasons] = useState<Readonly<Record<number, string>>>({});
  const lines = Object.entries(reasons)
    .filter(([, reason]) => reason.trim())
    .map(([id, reason]) => ({ id: Number(id), reason }));
  const mayDispute = ['draft', 'confirmed'].includes(row.status) && row._can.includes('dispute');
  const send = async () => {
    await call(disputeLines, { body: { id: row.id, version: row.version, lines }, idempotencyKey: newKey() });
    await changed();
    onClose();
  };
  return (
    <Drawer
      open
      size={1000}
      title={text('linesOf', { no: row.docNo })}
      onClose={onClose}
      extra={
        mayDispute && (
          <Button danger disabled={lines.length === 0} onClick={() => void send().catch(() => {})}>
            {text('dispute', { n: lines.length })}
          </Button>
        )
      }
    >
      {error && <Failed error={error} onRetry={() => void refetch()} />}
      <Table<Line>
        size="small"
        rowKey="id"
        loading={isPending}
        pagination={{ pageSize: 50, hideOnSinglePage: true }}
        scroll={{ x: 'max-content' }}
        dataSource={data ?? []}
        columns={[
          {
            title: text('orderNo'),
            render: (_, one) => <PageLink to={`/suppliers/order/detail?id=${one.orderId}`}>{one.orderNo}</PageLink>,
          },
          { title: text('doneOn'), dataIndex: 'doneOn' },
          { title: text('buyer'), dataIndex: 'buyer', render: (value: string) => <span data-record>{value}</span> },
          { title: text('goods'), align: 'right', render: (_, one) => <Yuan cents={one.goods} /> },
          { title: text('subsidy'), align: 'right', render: (_, one) => <Yuan cents={one.subsidy} /> },
          { title: text('refund'), align: 'right', render: (_, one) => <Yuan cents={one.refund} /> },
          { title: text('net'), align: 'right', render: (_, one) => <Yuan cents={one.net} /> },
          {
            title: text('objection'),
            render: (_, one) =>
              mayDispute ? (
                <Input
                  size="small"
                  aria-label={`${one.orderNo} ${text('objection')}`}
                  maxLength={200}
                  value={reasons[one.id] ?? ''}
                  onChange={(event) => setReasons({ ...reasons, [one.id]: event.target.value })}
                />
              ) : (
                <Typography.Text type="danger">{one.disputedReason ?? ''}</Typography.Text>
              ),
          },
        ]}
        summary={(rows) => (
          <Table.Summary.Row>
            <Table.Summary.Cell index={0} colSpan={6}>
              {text('sum')}
            </Table.Summary.Cell>
            <Table.Summary.Cell index={6} align="right">
              <Yuan cents={rows.reduce((sum, one) => sum + one.net, 0)} />
            </Table.Summary.Cell>
            <Table.Summary.Cell index={7}>
              <Flex />
            </Table.Summary.Cell>
          </Table.Summary.Row>
        )}
      />
    </Drawer>
  );
}
