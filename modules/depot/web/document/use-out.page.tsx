import { useQuery } from '@tanstack/react-query';
import { Button, Modal, Table } from 'antd';
import dayjs from 'dayjs';
import { useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { useT } from '#kit/web/i18n/i18n.ts';
import { resourceKey } from '#kit/web/resource/resource-calls.ts';
import { usePage } from '#kit/web/shell-context.ts';
import { dateFormat } from '#kit/web/ui/times.ts';
import { useOut, useOutTotals } from '#modules/depot/contract/document/use-out.ts';
import { numberText } from '../common/quantity.tsx';
import { useWords } from './doc-trail.tsx';
import { useUnit, yuan } from './form/quantities.tsx';
import { docKinds } from './kinds.ts';
import { PaperList } from './paper-list.tsx';

const tabs = [
  { key: 'draft', filter: { status: 'draft' } },
  { key: 'toApprove', filter: { status: 'submitted' } },
  { key: 'posted', filter: { status: 'posted' } },
];

/** 领用出库. */
export default function UseOutPage() {
  const t = useT();
  const { search } = usePage();
  const [isSumming, setSumming] = useState(false);
  return (
    <>
      <PaperList
        kind={docKinds.useOut}
        tabs={tabs}
        initial={{ reason: search.get('reason') ?? 'use' }}
        buttons={<Button onClick={() => setSumming(true)}>{t('depot.docPage.totals')}</Button>}
      />
      {isSumming && <MonthTotals onClose={() => setSumming(false)} />}
    </>
  );
}

/** Quantity and amount by reason, of the month. */
function MonthTotals({ onClose }: { onClose(): void }) {
  const t = useT();
  const unit = useUnit();
  const reasonOf = useWords('stock_reason');
  const from = dayjs().startOf('month').format(dateFormat);
  const to = dayjs().format(dateFormat);
  const { data, isPending } = useQuery({
    queryKey: [...resourceKey(useOut), 'totals', from, to],
    queryFn: () => call(useOutTotals, { query: { from, to }, quiet: true }),
  });
  return (
    <Modal
      open
      width={680}
      title={`${t('depot.docPage.totalsTitle')} ${from} – ${to}`}
      footer={null}
      onCancel={onClose}
    >
      <Table
        size="small"
        rowKey={(one) => `${one.reason}${one.materialId}`}
        loading={isPending}
        pagination={false}
        dataSource={data ?? []}
        scroll={{ y: 420 }}
        locale={{ emptyText: t('depot.docPage.noTotals') }}
        columns={[
          { key: 'reason', title: t('depot.useOut.reason'), width: 130, render: (_, one) => reasonOf(one.reason) },
          {
            key: 'material',
            title: t('depot.docForm.material'),
            render: (_, one) => <span data-record>{one.materialName}</span>,
          },
          {
            key: 'qty',
            title: t('depot.docForm.qty'),
            width: 140,
            align: 'right',
            render: (_, one) => `${numberText(one.qty)} ${unit(one.baseUnit, one.qty)}`,
          },
          {
            key: 'amount',
            title: t('depot.docForm.amount'),
            width: 130,
            align: 'right',
            render: (_, one) => yuan(one.amount),
          },
        ]}
      />
    </Modal>
  );
}
