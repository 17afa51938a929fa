import { hovel } from '#modules/registry/contract/enclosure/hovel.ts';
import { Rows } from './rows.tsx';

export default function Enclosures({ id }: { readonly id: number }) {
  return (
    <Rows
      resource={hovel}
      filter={{ principalId: String(id) }}
      columns={['hovelNo', 'name', 'kind', 'area', 'capacity', 'currentCount', 'status']}
    />
  );
}
