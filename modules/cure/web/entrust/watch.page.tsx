import { ResourcePage } from '#kit/web/resource/resource-page.tsx';
import { usePage } from '#kit/web/shell-context.ts';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { entrustWatch } from '#modules/cure/contract/entrust/contract.ts';

/** 托管监督: what the society witnesses; disputes are settled at the bill. */
export default function WatchPage() {
  const { openPage } = usePage();
  return (
    <ResourcePage
      resource={entrustWatch}
      onOpen={(row) => openPage(`/cure/entrust/detail?id=${row.id}`)}
      cells={{
        disputed: (row) =>
          row.disputed ? (
            <PageLink to={`/cure/entrust/bill?contractId=${row.id}&status=disputed`}>✔</PageLink>
          ) : (
            <span>-</span>
          ),
      }}
    />
  );
}
