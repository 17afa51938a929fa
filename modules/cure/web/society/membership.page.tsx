import { ResourcePage } from '#kit/web/resource/resource-page.tsx';
import { usePage } from '#kit/web/shell-context.ts';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { societyMember } from '#modules/cure/contract/society/member.ts';

/** 会员名册: the roll; a member opens with its fees. */
export default function MembershipPage() {
  const { openPage } = usePage();
  const to = (id: number) => `/cure/society/memberDetail?id=${id}`;
  return (
    <ResourcePage
      resource={societyMember}
      onOpen={(row) => openPage(to(row.id))}
      cells={{ memberNo: (row) => <PageLink to={to(row.id)}>{row.memberNo}</PageLink> }}
    />
  );
}
