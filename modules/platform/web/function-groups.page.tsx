import { useLanguage } from '#kit/web/i18n/i18n.ts';
import { resourcePage } from '#kit/web/resource/resource-page.tsx';
import { type SysFunctionGroup, sysFunctionGroup } from '#modules/platform/contract/sys-function.ts';

export default resourcePage(sysFunctionGroup, { cells: { groupName: (row) => <GroupName row={row} /> } });

function GroupName({ row }: { readonly row: SysFunctionGroup }) {
  const language = useLanguage();
  return (
    <span>{{ zh_CN: row.groupName, zh_TW: row.groupNameTw, en: row.groupNameEn }[language] || row.groupName}</span>
  );
}
