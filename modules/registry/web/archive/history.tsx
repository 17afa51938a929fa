import { HistoryView } from '#kit/web/history/history-view.tsx';
import { principal } from '#modules/registry/contract/principal/principal.ts';

export default function History({ id }: { readonly id: number }) {
  return <HistoryView resource={principal} id={id} />;
}
