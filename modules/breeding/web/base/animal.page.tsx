import { ResourcePage } from '#kit/web/resource/resource-page.tsx';
import { usePage } from '#kit/web/shell-context.ts';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { animal } from '#modules/breeding/contract/base/base.ts';

/** 母畜档案. */
export default function AnimalPage() {
  const { openPage } = usePage();
  return (
    <ResourcePage
      resource={animal}
      isOwn={false}
      onOpen={(row) => openPage(`/improve/base/animalDetail?id=${row.id}`)}
      cells={{
        earTag: (row) => <PageLink to={`/improve/base/animalDetail?id=${row.id}`}>{row.earTag}</PageLink>,
      }}
    />
  );
}
