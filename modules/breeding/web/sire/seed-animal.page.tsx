import { ResourcePage } from '#kit/web/resource/resource-page.tsx';
import { usePage } from '#kit/web/shell-context.ts';
import { PageLink } from '#kit/web/ui/page-link.tsx';
import { seedAnimal } from '#modules/breeding/contract/sire/seed-animal.ts';

/** 种畜管理. */
export default function SeedAnimalPage() {
  const { openPage } = usePage();
  return (
    <ResourcePage
      resource={seedAnimal}
      onOpen={(row) => openPage(`/ant/breed/seedAnimalDetail?id=${row.id}`)}
      cells={{
        sireCode: (row) => <PageLink to={`/ant/breed/seedAnimalDetail?id=${row.id}`}>{row.sireCode}</PageLink>,
      }}
      form={{ initial: { species: 'cattle', useKinds: ['frozenAi'], heiferSafe: false } }}
    />
  );
}
