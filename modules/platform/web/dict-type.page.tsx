import { resourcePage } from '#kit/web/resource/resource-page.tsx';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { sysDictType } from '#modules/platform/contract/sys-dict-type.ts';

export default resourcePage(sysDictType, {
  cells: {
    rowCount: (row) => (
      <PageLink to={`/system/dictData?dictCode=${encodeURIComponent(row.dictCode)}`}>{row.rowCount}</PageLink>
    ),
  },
});
