import { useQuery } from '@tanstack/react-query';
import { Card, Empty, Flex, Table } from 'antd';
import { call } from '#kit/web/api/client.ts';
import { useLanguage, useTexts } from '#kit/web/i18n/i18n.ts';
import { DetailView } from '#kit/web/resource/detail-view.tsx';
import { callOf } from '#kit/web/resource/resource-calls.ts';
import { useResourceDetail } from '#kit/web/resource/use-resource-detail.ts';
import { usePage } from '#kit/web/shell-context.ts';
import { Failed, Waiting } from '#kit/web/ui/states.tsx';
import { type MemberFee, memberFee, societyMember } from '#modules/cure/contract/society/member.ts';
import { SumCell } from './sum-cell.tsx';

/** 会员详情: the card, and what was billed and paid. */
export default function MemberDetailPage() {
  const text = useTexts('cure.memberPage');
  const { search } = usePage();
  const id = Number(search.get('id')) || null;
  const { row, error, refresh } = useResourceDetail(societyMember, id);
  if (id === null)
    return (
      <Card>
        <Empty description={text('none')} />
      </Card>
    );
  if (error) return <Failed error={error} onRetry={refresh} />;
  if (!row) return <Waiting />;
  return (
    <Flex vertical gap={12}>
      <Card size="small">
        <DetailView resource={societyMember} row={row} />
      </Card>
      <Fees id={id} />
    </Flex>
  );
}

function Fees({ id }: { readonly id: number }) {
  const text = useTexts('cure.memberFee');
  const language = useLanguage();
  const { data = [], isPending } = useQuery({
    queryKey: ['cure.memberFee', 'of', id, language],
    queryFn: () =>
      call(callOf(memberFee, 'list'), {
        query: { pageNum: 1, pageSize: 50, memberId: String(id) },
        quiet: true,
      }) as Promise<MemberFee[]>,
  });
  return (
    <Card size="small" title={text('_title')}>
      <Table<MemberFee>
        size="small"
        rowKey="id"
        loading={isPending}
        pagination={false}
        scroll={{ x: 'max-content' }}
        dataSource={data}
        columns={[
          { title: text('docNo'), dataIndex: 'docNo' },
          { title: text('kind'), dataIndex: 'kindName' },
          { title: text('levelId'), dataIndex: 'levelIdName' },
          { title: text('periodFrom'), dataIndex: 'periodFrom' },
          { title: text('periodTo'), dataIndex: 'periodTo' },
          {
            title: text('amount'),
            align: 'right',
            render: (_, one) => <SumCell entity="cure.memberFee" id={one.id} cents={one.amount} />,
          },
          { title: text('receiptNo'), dataIndex: 'receiptNo', render: (value: string | null) => value ?? '-' },
          { title: text('_status'), dataIndex: 'statusName' },
        ]}
      />
    </Card>
  );
}
