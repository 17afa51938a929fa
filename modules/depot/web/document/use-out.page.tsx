import { call } from '#kit/web/api/client.ts';
import { useT } from '#kit/web/i18n/i18n.ts';
import { resourceKey } from '#kit/web/resource/resource-calls.ts';
import { usePage } from '#kit/web/shell-context.ts';
import { MonthTotals } from '#kit/web/ui/month-totals.tsx';
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
  const unit = useUnit();
  const reasonOf = useWords('stock_reason');
  return (
    <PaperList
      kind={docKinds.useOut}
      tabs={tabs}
      initial={{ reason: search.get('reason') ?? 'use' }}
      buttons={
        <MonthTotals
          label={t('depot.docPage.totals')}
          title={t('depot.docPage.totalsTitle')}
          queryKey={resourceKey(useOut)}
          load={(query) => call(useOutTotals, { query, quiet: true })}
          keyOf={(one) => `${one.reason}${one.materialId}`}
          columns={[
            {
              key: 'reason',
              title: t('depot.useOut.reason'),
              width: 130,
              render: (_, one) => reasonOf(one.reason),
            },
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
      }
    />
  );
}
