import { ResourcePage } from '#kit/web/resource/resource-page.tsx';
import { usePage } from '#kit/web/shell-context.ts';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { holder } from '#modules/breeding/contract/base/base.ts';

/** 改良主体. */
export default function PrincipalPage() {
  const { openPage } = usePage();
  return (
    <ResourcePage
      resource={holder}
      isOwn={false}
      onOpen={(row) => openPage(`/improve/base/householdDetail?id=${row.id}`)}
      cells={{
        principalUnitName: (row) => (
          <PageLink to={`/improve/base/householdDetail?id=${row.id}`}>{row.principalUnitName}</PageLink>
        ),
      }}
    />
  );
}
