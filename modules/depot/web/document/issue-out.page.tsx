import { useQuery } from '@tanstack/react-query';
import { Button, Modal, Table } from 'antd';
import dayjs from 'dayjs';
import { useState } from 'react';
import { call } from '#kit/web/api/client.ts';
import { useT } from '#kit/web/i18n/i18n.ts';
import { resourceKey } from '#kit/web/resource/resource-calls.ts';
import { dateFormat } from '#kit/web/ui/times.ts';
import { issueOut, issueTotals } from '#modules/depot/contract/document/issue-out.ts';
import { numberText } from '../common/quantity.tsx';
import { useUnit } from './form/quantities.tsx';
import { docKinds } from './kinds.ts';
import { PaperList } from './paper-list.tsx';

const tabs = [
  { key: 'toPick', filter: { status: 'draft,picked' } },
  { key: 'transit', filter: { status: 'dispatched,refused' } },
  { key: 'short', filter: { isShort: 'true' } },
  { key: 'done', filter: { status: 'received' } },
];

/** 物资发放. */
export default function IssueOutPage() {
  const t = useT();
  const [isSumming, setSumming] = useState(false);
  return (
    <>
      <PaperList
        kind={docKinds.issueOut}
        tabs={tabs}
        initial={{ purpose: 'daily' }}
        buttons={<Button onClick={() => setSumming(true)}>{t('depot.docPage.totals')}</Button>}
      />
      {isSumming && <MonthTotals onClose={() => setSumming(false)} />}
    </>
  );
}

/** What went out this month, by receiver. */
function MonthTotals({ onClose }: { onClose(): void }) {
  const t = useT();
  const unit = useUnit();
  const from = dayjs().startOf('month').format(dateFormat);
  const to = dayjs().format(dateFormat);
  const { data, isPending } = useQuery({
    queryKey: [...resourceKey(issueOut), 'totals', from, to],
    queryFn: () => call(issueTotals, { query: { from, to }, quiet: true }),
  });
  return (
    <Modal
      open
      width={560}
      title={`${t('depot.docPage.issueTotals')} ${from} – ${to}`}
      footer={null}
      onCancel={onClose}
    >
      <Table
        size="small"
        rowKey={(one) => `${one.toDepotName}${one.baseUnit}`}
        loading={isPending}
        pagination={false}
        dataSource={data ?? []}
        scroll={{ y: 420 }}
        locale={{ emptyText: t('depot.docPage.noTotals') }}
        columns={[
          {
            key: 'to',
            title: t('depot.issueOut.toDepotName'),
            render: (_, one) => <span data-record>{one.toDepotName}</span>,
          },
          {
            key: 'qty',
            title: t('depot.docForm.qty'),
            width: 180,
            align: 'right',
            render: (_, one) => `${numberText(one.qty)} ${unit(one.baseUnit, one.qty)}`,
          },
        ]}
      />
    </Modal>
  );
}
