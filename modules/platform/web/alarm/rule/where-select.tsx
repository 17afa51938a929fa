import { useQueries, useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useLanguage, useT } from '#kit/web/i18n/i18n.ts';
import { lookups } from '#kit/web/lookups/lookups.ts';
import { useDebounced } from '#kit/web/ui/use-debounced.ts';

interface Props {
  readonly id: string;
  /** `regions`, or rows by their number. */
  readonly kind: string;
  readonly value: readonly number[];
  onChange(ids: number[]): void;
}

interface Choice {
  readonly value: number;
  readonly label: string;
}

async function found(kind: string, keyword: string): Promise<Choice[]> {
  if (kind !== 'regions') {
    const rows = await lookups().refOptions('registry.principal', keyword ? { keyword } : {});
    return rows.map(({ id, name }) => ({ value: id, label: name }));
  }
  const rows = keyword ? await lookups().regionSearch(keyword) : await lookups().regionChildren(undefined);
  return rows.map(({ code, fullName }) => ({ value: code, label: fullName }));
}

async function named(kind: string, id: number): Promise<Choice> {
  const label =
    kind === 'regions'
      ? (await lookups().regionPath(id)).at(-1)?.fullName
      : (await lookups().refOptions('registry.principal', { id }))[0]?.name;
  return { value: id, label: label ?? String(id) };
}

/** Several places or organisations, found by typing. */
export function WhereSelect({ id, kind, value, onChange }: Props) {
  const t = useT();
  const language = useLanguage();
  const [keyword, setKeyword] = useDebounced('');
  const choices = useQuery({
    queryKey: ['lookup', 'where', kind, keyword, language],
    queryFn: () => found(kind, keyword),
    placeholderData: (before) => before,
  });
  const chosen = useQueries({
    queries: value.map((one) => ({
      queryKey: ['lookup', 'whereName', kind, one, language],
      queryFn: () => named(kind, one),
    })),
  });
  const known = new Map(
    [...chosen.flatMap((one) => one.data ?? []), ...(choices.data ?? [])].map((one) => [one.value, one]),
  );
  return (
    <Select
      id={id}
      mode="multiple"
      value={[...value]}
      onChange={(next: number[]) => onChange(next)}
      showSearch={{ filterOption: false, onSearch: setKeyword }}
      loading={choices.isFetching}
      placeholder={t('kit.searchAndChoose')}
      options={[...known.values()]}
    />
  );
}
