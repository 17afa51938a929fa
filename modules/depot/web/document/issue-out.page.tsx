import { call } from '#kit/web/api/client.ts';
import { useT } from '#kit/web/i18n/i18n.ts';
import { resourceKey } from '#kit/web/resource/resource-calls.ts';
import { MonthTotals } from '#kit/web/ui/month-totals.tsx';
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
  const unit = useUnit();
  return (
    <PaperList
      kind={docKinds.issueOut}
      tabs={tabs}
      initial={{ purpose: 'daily' }}
      buttons={
        <MonthTotals
          label={t('depot.docPage.totals')}
          title={t('depot.docPage.issueTotals')}
          queryKey={resourceKey(issueOut)}
          load={(query) => call(issueTotals, { query, quiet: true })}
          keyOf={(one) => `${one.toDepotName}${one.baseUnit}`}
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
      }
    />
  );
}
