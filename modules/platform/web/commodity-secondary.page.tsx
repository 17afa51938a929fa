import { useLanguage } from '#kit/web/i18n/i18n.ts';
import { usePage } from '#kit/web/shell-context.ts';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { sysCommoditySecondary } from '#modules/platform/contract/sys-commodity-secondary.ts';
import { PlainFields } from './reference/own-fields.tsx';
import { RecordList } from './reference/record-list.tsx';

export default function CommoditySecondaryPage() {
  const language = useLanguage();
  const { search } = usePage();
  return (
    <RecordList
      resource={sysCommoditySecondary}
      isOperators
      cells={{
        name: (row) => <span>{{ zh_CN: row.name, zh_TW: row.nameTw, en: row.nameEn }[language] || row.name}</span>,
        commodities: (row) => (
          <PageLink to={`/tenant/commodityLibrary?categoryId=${row.id}`}>{row.commodities}</PageLink>
        ),
      }}
      initial={() => ({ parentId: Number(search.get('parentId')) || null, licenceKind: 'none', orderNum: 100 })}
      body={(form, formId) => <PlainFields form={form} formId={formId} but={[]} />}
    />
  );
}
