import { Progress } from 'antd';
import { ListPage } from '#kit/web/resource/list-page.tsx';
import { usePage } from '#kit/web/shell-context.ts';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { principal } from '#modules/registry/contract/principal.ts';
import { StatusTabs } from './principal/status-tabs.tsx';

const formPath = '/pri/principal/add';

/** The list; its form is long enough to be a screen of its own, and so is what is known of one. */
export default function PrincipalPage() {
  const { openPage } = usePage();
  return (
    <>
      <StatusTabs />
      <ListPage
        resource={principal}
        onForm={({ id }) => openPage(id ? `${formPath}?id=${id}` : formPath)}
        cells={{
          principalUnitName: (row) => <PageLink to={`/pri/mainFile?id=${row.id}`}>{row.principalUnitName}</PageLink>,
          completeness: (row) => <Progress percent={row.completeness} size="small" steps={5} />,
        }}
      />
    </>
  );
}
