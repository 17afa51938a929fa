import { PageLink } from '#kit/web/ui/page-link.tsx';
import { animal } from '#modules/registry/contract/animal/animal.ts';
import { BreedName } from '../animal/names.tsx';
import { EarTag } from '../animal/tag/ear-tag.tsx';
import { Rows } from './rows.tsx';

export default function Animals({ id }: { readonly id: number }) {
  return (
    <Rows
      resource={animal}
      filter={{ principalId: String(id), status: 'inStock' }}
      columns={['earTag', 'species', 'breedLabel', 'sex', 'stage', 'ageMonths', 'penId', 'status']}
      cells={{
        earTag: (row) => (
          <PageLink to={`/pri/animal/detail?id=${row.id}`}>
            <EarTag tag={row.earTag} />
          </PageLink>
        ),
        breedLabel: (row) => <BreedName species={row.species} breed={row.breed} />,
      }}
    />
  );
}
