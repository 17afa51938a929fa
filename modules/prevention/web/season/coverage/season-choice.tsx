import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useLanguage, useT } from '#kit/web/i18n/i18n.ts';
import { lookups } from '#kit/web/lookups/lookups.ts';

interface Props {
  readonly value: number | null;
  onChange(id: number | null): void;
}

/** Which season is looked at. */
export function SeasonChoice({ value, onChange }: Props) {
  const t = useT();
  const language = useLanguage();
  const { data } = useQuery({
    queryKey: ['lookup', 'ref', 'prevention.preventionSeason', '', language],
    queryFn: () => lookups().refOptions('prevention.preventionSeason', {}),
    staleTime: 30_000,
  });
  return (
    <Select<number>
      aria-label={t('prevention.preventionSeason._title')}
      value={value}
      style={{ minWidth: 220 }}
      options={(data ?? []).map((one) => ({ value: one.id, label: one.name }))}
      onChange={(id) => onChange(id)}
    />
  );
}
