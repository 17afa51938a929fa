import { call } from '#kit/web/api/client.ts';
import { useT } from '#kit/web/i18n/i18n.ts';
import { resourceKey } from '#kit/web/resource/resource-calls.ts';
import { MonthTotals } from '#kit/web/ui/month-totals.tsx';
import { issueOut, issueTotals } from '#modules/depot/contract/issue-out.ts';
import { numberText } from './components/quantity.tsx';
import { docKinds } from './doc/kinds.ts';
import { PaperList } from './doc/paper-list.tsx';
import { useUnit } from './doc/quantities.tsx';

const tabs = [
  { key: 'toPick', filter: { status: 'draft,picked' } },
  { key: 'transit', filter: { status: 'dispatched,refused' } },
  { key: 'short', filter: { isShort: 'true' } },
  { key: 'done', filter: { status: 'received' } },
];

/** 物资发放. */
export default function IssueOutPage() {
  const t = useT();
  const unit = useUnit();
  return (
    <PaperList
      kind={docKinds.issueOut}
      tabs={tabs}
      initial={{ purpose: 'daily' }}
      buttons={
        <MonthTotals
          label={t.any('depot.docPage.totals')}
          title={t.any('depot.docPage.issueTotals')}
          queryKey={resourceKey(issueOut)}
          load={(query) => call(issueTotals, { query, quiet: true })}
          keyOf={(one) => `${one.toDepotName}${one.baseUnit}`}
          columns={[
            {
              key: 'to',
              title: t.any('depot.issueOut.toDepotName'),
              render: (_, one) => <span data-record>{one.toDepotName}</span>,
            },
            {
              key: 'qty',
              title: t.any('depot.docForm.qty'),
              width: 180,
              align: 'right',
              render: (_, one) => `${numberText(one.qty)} ${unit(one.baseUnit, one.qty)}`,
            },
          ]}
        />
      }
    />
  );
}
