import { ResourcePage } from '#kit/web/resource/resource-page.tsx';
import { usePage, useSession } from '#kit/web/shell-context.ts';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { sysCommoditySecondary } from '#modules/platform/contract/reference/commodity/sys-commodity-secondary.ts';
import { OwnName } from '../../common/own-name.tsx';

export default function CommoditySecondaryPage() {
  const { search } = usePage();
  const isOperator = useSession().user.tenantNo === 0;
  return (
    <ResourcePage
      resource={sysCommoditySecondary}
      isOwn={isOperator}
      cells={{
        name: (row) => <OwnName zh={row.name} tw={row.nameTw} en={row.nameEn} />,
        commodities: (row) => (
          <PageLink to={`/tenant/commodityLibrary?categoryId=${row.id}`}>{row.commodities}</PageLink>
        ),
      }}
      form={{
        initial: { parentId: Number(search.get('parentId')) || null, licenceKind: 'none', orderNum: 100 },
      }}
    />
  );
}
