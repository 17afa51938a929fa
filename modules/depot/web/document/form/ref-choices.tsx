import { Select } from 'antd';
import { useT } from '#kit/web/i18n/i18n.ts';
import { useRefOptions } from '#kit/web/lookups/lookups.ts';
import { useDebounced } from '#kit/web/ui/use-debounced.ts';

interface Many {
  readonly id: string;
  readonly of: string;
  readonly value: readonly number[];
  onChange(value: number[]): void;
}

export function RefChoices({ id, of, value, onChange }: Many) {
  const t = useT();
  const [keyword, setKeyword] = useDebounced('');
  const { options, loading } = useRefOptions(of, keyword, value[0]);
  return (
    <Select<number[]>
      id={id}
      mode="multiple"
      value={[...value]}
      onChange={onChange}
      options={options.map((one) => ({ value: one.id, label: one.name }))}
      loading={loading}
      showSearch={{ filterOption: false, onSearch: setKeyword }}
      placeholder={t('kit.searchAndChoose')}
      style={{ width: '100%' }}
    />
  );
}
