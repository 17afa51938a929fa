import { DetailView } from '#kit/web/resource/detail-view.tsx';
import { useResourceDetail } from '#kit/web/resource/use-resource-detail.ts';
import { Waiting } from '#kit/web/ui/states.tsx';
import { principal } from '#modules/registry/contract/principal/principal.ts';

export default function Basics({ id }: { readonly id: number }) {
  const { row } = useResourceDetail(principal, id);
  return row ? <DetailView resource={principal} row={row} /> : <Waiting />;
}
