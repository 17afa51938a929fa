import { call } from '#kit/web/api/client.ts';
import { useT } from '#kit/web/i18n/i18n.ts';
import { resourceKey } from '#kit/web/resource/resource-calls.ts';
import { usePage } from '#kit/web/shell-context.ts';
import { MonthTotals } from '#kit/web/ui/month-totals.tsx';
import { useOut, useOutTotals } from '#modules/depot/contract/use-out.ts';
import { numberText } from './components/quantity.tsx';
import { useWords } from './doc/doc-trail.tsx';
import { docKinds } from './doc/kinds.ts';
import { PaperList } from './doc/paper-list.tsx';
import { useUnit, yuan } from './doc/quantities.tsx';

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
          label={t.any('depot.docPage.totals')}
          title={t.any('depot.docPage.totalsTitle')}
          queryKey={resourceKey(useOut)}
          load={(query) => call(useOutTotals, { query, quiet: true })}
          keyOf={(one) => `${one.reason}${one.materialId}`}
          columns={[
            {
              key: 'reason',
              title: t.any('depot.useOut.reason'),
              width: 130,
              render: (_, one) => reasonOf(one.reason),
            },
            {
              key: 'material',
              title: t.any('depot.docForm.material'),
              render: (_, one) => <span data-record>{one.materialName}</span>,
            },
            {
              key: 'qty',
              title: t.any('depot.docForm.qty'),
              width: 140,
              align: 'right',
              render: (_, one) => `${numberText(one.qty)} ${unit(one.baseUnit, one.qty)}`,
            },
            {
              key: 'amount',
              title: t.any('depot.docForm.amount'),
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
