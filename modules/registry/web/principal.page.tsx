import { ListPage } from '#kit/web/resource/list-page.tsx';
import { usePage } from '#kit/web/shell-context.ts';
import { principal } from '#modules/registry/contract/principal.ts';

const formPath = '/pri/principal/add';

/** The list; its form is long enough to be a screen of its own. */
export default function PrincipalPage() {
  const { openPage } = usePage();
  return <ListPage resource={principal} onForm={({ id }) => openPage(id ? `${formPath}?id=${id}` : formPath)} />;
}
