import { useMayOpen } from '#kit/web/guard/guard.tsx';
import { useT } from '#kit/web/i18n/i18n.ts';
import { ResourcePage } from '#kit/web/resource/resource-page.tsx';
import { usePage, useSession } from '#kit/web/shell-context.ts';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { purveyor } from '#modules/depot/contract/goods/purveyor.ts';
import { Until } from './until.tsx';

/** Who things come from, and whether their papers still hold. */
export default function PurveyorPage() {
  const t = useT();
  const { openPage } = usePage();
  const { user } = useSession();
  const has = useMayOpen();
  const receipts = (id: number) => `/pri/depot/storage?purveyorId=${id}`;
  return (
    <ResourcePage
      resource={purveyor}
      cells={{
        licenceUntil: (row) => <Until day={row.licenceUntil} />,
        receiptCount: (row) =>
          row.receiptCount > 0 && has('/pri/depot/storage') ? (
            <PageLink to={receipts(row.id)}>{row.receiptCount}</PageLink>
          ) : (
            <span>{row.receiptCount}</span>
          ),
        amount: (row) => (
          <span>{row.amount === null ? '-' : row.amount.toLocaleString('en', { minimumFractionDigits: 2 })}</span>
        ),
      }}
      actions={(row) =>
        has('/pri/depot/storage')
          ? [{ key: 'receipts', label: t('depot.purveyorPage.receipts'), run: () => openPage(receipts(row.id)) }]
          : []
      }
      form={{
        width: 960,
        initial: { principalId: user.principalId, kinds: [], licences: [] },
      }}
    />
  );
}
