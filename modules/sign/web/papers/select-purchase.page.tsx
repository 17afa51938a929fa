import { useQuery } from '@tanstack/react-query';
import { Button, Empty, Skeleton, Table } from 'antd';
import { call } from '#kit/web/api/client.ts';
import { useTexts } from '#kit/web/i18n/i18n.ts';
import { usePage } from '#kit/web/shell-context.ts';
import { Failed } from '#kit/web/ui/states.tsx';
import { storable } from '#modules/sign/contract/papers/handover.ts';
import { numberText } from '../common/parts.tsx';

/** 选择申购单: what was signed for and lies uncounted; one is chosen and counted in. */
export default function SelectPurchasePage() {
  const text = useTexts('sign.ui');
  const { openPage } = usePage();
  const { data, error, refetch } = useQuery({
    queryKey: ['sign.storable'],
    queryFn: () => call(storable, { quiet: true }),
  });
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton active />;
  if (data.length === 0) return <Empty description={text('nothingToStore')} />;
  return (
    <Table
      size="middle"
      rowKey="docNo"
      pagination={false}
      scroll={{ x: 'max-content' }}
      dataSource={data}
      columns={[
        { key: 'no', title: text('docNo'), dataIndex: 'docNo' },
        {
          key: 'supplier',
          title: text('supplier'),
          render: (_, one) => <span data-record>{one.supplier ?? '-'}</span>,
        },
        { key: 'categories', title: text('category'), render: (_, one) => <span data-record>{one.categories}</span> },
        { key: 'received', title: text('done_received'), align: 'right', render: (_, one) => numberText(one.received) },
        { key: 'stored', title: text('done_stored'), align: 'right', render: (_, one) => numberText(one.stored) },
        {
          key: 'waiting',
          title: text('waitingToStore'),
          align: 'right',
          render: (_, one) => <b>{numberText(one.waiting)}</b>,
        },
        { key: 'oldest', title: text('oldest'), render: (_, one) => one.oldestOn ?? '-' },
        {
          key: 'go',
          title: '',
          render: (_, one) => (
            <Button
              type="primary"
              size="small"
              onClick={() => openPage(`/signIn/storage/edit?from=${encodeURIComponent(one.docNo)}`)}
            >
              {text('choose')}
            </Button>
          ),
        },
      ]}
    />
  );
}
