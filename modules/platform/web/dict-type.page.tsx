import { useLanguage } from '#kit/web/i18n/i18n.ts';
import { resourcePage } from '#kit/web/resource/resource-page.tsx';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { type SysDictType, sysDictType } from '#modules/platform/contract/sys-dict-type.ts';

export default resourcePage(sysDictType, {
  cells: {
    dictName: (row) => <DictName row={row} />,
    rowCount: (row) => (
      <PageLink to={`/system/dictData?dictCode=${encodeURIComponent(row.dictCode)}`}>{row.rowCount}</PageLink>
    ),
  },
});

function DictName({ row }: { readonly row: SysDictType }) {
  const names = { zh_CN: row.dictName, zh_TW: row.dictNameTw, en: row.dictNameEn };
  return <span>{names[useLanguage()] || row.dictName}</span>;
}
