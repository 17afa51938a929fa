import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useLanguage, useT } from '#kit/web/i18n/i18n.ts';
import { useDebounced } from '#kit/web/ui/use-debounced.ts';

export interface Choice {
  readonly value: number;
  readonly label: string;
}

interface Props {
  readonly id: string;
  /** Of what; keeps the answers of several apart. */
  readonly of: string;
  readonly value: readonly number[];
  onChange(value: number[]): void;
  search(keyword: string): Promise<readonly Choice[]>;
  byIds(ids: readonly number[]): Promise<readonly Choice[]>;
  readonly isSingle?: boolean;
}

/** Several rows found by typing; those chosen before keep their names. */
export function SearchMany({ id, of, value, onChange, search, byIds, isSingle = false }: Props) {
  const t = useT();
  const language = useLanguage();
  const [keyword, setKeyword] = useDebounced('');
  const found = useQuery({
    queryKey: ['lookup', 'many', of, keyword, language],
    queryFn: () => search(keyword),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  });
  const chosen = useQuery({
    queryKey: ['lookup', 'manyNames', of, value, language],
    queryFn: () => byIds(value),
    enabled: value.length > 0,
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  });
  const options = new Map([...(found.data ?? []), ...(chosen.data ?? [])].map((one) => [one.value, one]));
  const common = {
    id,
    options: [...options.values()],
    loading: found.isFetching,
    showSearch: { filterOption: false as const, onSearch: setKeyword },
    allowClear: true,
    placeholder: t('kit.searchAndChoose'),
    style: { width: '100%' },
  };
  if (isSingle)
    return (
      <Select<number>
        {...common}
        value={value[0] ?? null}
        onChange={(one?: number) => onChange(one === undefined ? [] : [one])}
      />
    );
  return <Select<number[]> {...common} mode="multiple" value={[...value]} onChange={onChange} />;
}
