import { useQuery } from '@tanstack/react-query';
import { call } from '#kit/web/api/client.ts';
import { useLanguage } from '#kit/web/i18n/i18n.ts';
import { useResourceDetail } from '#kit/web/resource/use-resource-detail.ts';
import { Failed, Waiting } from '#kit/web/ui/states.tsx';
import { immunityCard } from '#modules/prevention/contract/livestock/immunity.ts';
import { animal } from '#modules/registry/contract/animal/animal.ts';
import { ImmunityCards } from './immunity-cards.tsx';

/** On the registry's page of an animal: what it is protected against, and until when. */
export default function AnimalImmunity({ id }: { readonly id: number }) {
  const language = useLanguage();
  const { row } = useResourceDetail(animal, id);
  const earTag = row ? String(row.earTag) : '';
  const { data, error, refetch } = useQuery({
    queryKey: ['prevention.immunity', earTag, language],
    queryFn: () => call(immunityCard, { params: { earTag }, quiet: true }),
    enabled: earTag !== '',
  });
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  return data ? <ImmunityCards cards={data.cards} /> : <Waiting />;
}
