import { useLanguage } from '#kit/web/i18n/i18n.ts';
import { ResourcePage } from '#kit/web/resource/resource-page.tsx';
import { usePage, useSession } from '#kit/web/shell-context.ts';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { sysCommoditySecondary } from '#modules/platform/contract/sys-commodity-secondary.ts';

export default function CommoditySecondaryPage() {
  const language = useLanguage();
  const { search } = usePage();
  const isOperator = useSession().user.tenantNo === 0;
  return (
    <ResourcePage
      resource={sysCommoditySecondary}
      isOwn={isOperator}
      cells={{
        name: (row) => <span>{{ zh_CN: row.name, zh_TW: row.nameTw, en: row.nameEn }[language] || row.name}</span>,
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
