import { Select } from 'antd';
import { useDict } from '#kit/web/lookups/lookups.ts';

interface Props {
  readonly id?: string;
  readonly dict: string;
  readonly value: string | null;
  readonly label: string;
  readonly only?: readonly string[];
  onChange(value: string): void;
}
export function DictSelect({ id, dict, value, label, only, onChange }: Props) {
  const { options, loading } = useDict(dict);
  return (
    <Select<string>
      {...(id && { id })}
      aria-label={label}
      value={value}
      loading={loading}
      onChange={onChange}
      options={options
        .filter((one) => !only || only.includes(one.dictValue))
        .map((one) => ({ value: one.dictValue, label: one.dictLabel }))}
      style={{ width: '100%' }}
    />
  );
}
