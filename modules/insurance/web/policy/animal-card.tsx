import { Empty, Table, Tag } from 'antd';
import { useT, useTexts } from '#kit/web/i18n/i18n.ts';
import { moneyText } from '#kit/web/ui/money.ts';
import { useRows } from '#kit/web/use-rows.ts';
import { insPolicyAnimal } from '#modules/insurance/contract/policy/policy.ts';

/** The covers of one animal, as far as they are the reader's to see. */
export default function AnimalCard({ id }: { readonly id: number }) {
  const t = useT();
  const text = useTexts('insurance.animalCard');
  const { data } = useRows(insPolicyAnimal, { animalId: String(id) });
  const label = (name: string) => t.any(`insurance.insPolicyAnimal.${name}`);
  if (data && data.rows.length === 0) return <Empty description={text('none')} />;
  return (
    <Table
      size="small"
      rowKey="id"
      loading={!data}
      dataSource={data?.rows ?? []}
      pagination={false}
      scroll={{ x: 560 }}
      columns={[
        { key: 'policy', title: label('policyId'), render: (_, row) => <span data-record>{row.policyIdName}</span> },
        { key: 'product', title: label('productId'), render: (_, row) => row.productIdName },
        { key: 'cover', title: label('coverFrom'), render: (_, row) => `${row.coverFrom} – ${row.coverTo}` },
        { key: 'sum', title: label('sumInsured'), align: 'end', render: (_, row) => moneyText(row.sumInsured) },
        {
          key: 'status',
          title: t('label.status'),
          render: (_, row) => <Tag>{[row.statusName, row.endReasonName].filter(Boolean).join(' · ')}</Tag>,
        },
      ]}
    />
  );
}
