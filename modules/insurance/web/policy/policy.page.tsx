import { ResourcePage } from '#kit/web/resource/resource-page.tsx';
import { usePage } from '#kit/web/shell-context.ts';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { insPolicy } from '#modules/insurance/contract/policy/policy.ts';

const pathOf = (id: number) => `/insuranceMgt/policyDetail?id=${id}`;

/** 保单记录. */
export default function PolicyPage() {
  const { openPage } = usePage();
  return (
    <ResourcePage
      resource={insPolicy}
      isOwn={false}
      onOpen={(row) => openPage(pathOf(row.id))}
      cells={{ docNo: (row) => <PageLink to={pathOf(row.id)}>{row.docNo}</PageLink> }}
    />
  );
}
