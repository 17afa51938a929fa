import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { call } from '#kit/web/api/client.ts';
import { useT } from '#kit/web/i18n/i18n.ts';
import { type Store, storesFor } from '#modules/depot/contract/document/doc-view.ts';

export function useStores(): { stores: readonly Store[]; loading: boolean } {
  const { data, isPending } = useQuery({
    queryKey: ['depot.stores'],
    queryFn: () => call(storesFor, { query: {}, quiet: true }),
    staleTime: 60_000,
  });
  return { stores: data ?? [], loading: isPending };
}

interface Props {
  readonly id: string;
  readonly stores: readonly Store[];
  readonly value: number | null;
  readonly loading: boolean;
  onChange(id: number | null): void;
}

export const storeLabel = (store: Store): string =>
  store.own ? store.name : `${store.name}${store.unitName ? ` · ${store.unitName}` : ''}`;

export function StoreChoice({ id, stores, value, loading, onChange }: Props) {
  const t = useT();
  return (
    <Select<number>
      id={id}
      value={value}
      loading={loading}
      onChange={(chosen?: number) => onChange(chosen ?? null)}
      options={stores.map((store) => ({ value: store.id, label: storeLabel(store) }))}
      showSearch={{ optionFilterProp: 'label' }}
      placeholder={t('kit.choose')}
      style={{ width: '100%' }}
    />
  );
}
