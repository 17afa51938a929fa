import { animal } from '#modules/registry/contract/animal.ts';
import { Rows } from './rows.tsx';

export default function Animals({ id }: { readonly id: number }) {
  return (
    <Rows
      resource={animal}
      filter={{ principalId: String(id), status: 'inStock' }}
      columns={['earTag', 'species', 'breedLabel', 'sex', 'stage', 'ageMonths', 'penId', 'status']}
    />
  );
}
