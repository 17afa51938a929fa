import { Select } from 'antd';
import { useT } from '#kit/web/i18n/i18n.ts';
import { useRefOptions } from '#kit/web/lookups/lookups.ts';
import { useDebounced } from '#kit/web/ui/use-debounced.ts';

interface Props {
  readonly id?: string;
  /** `<module>.<noun>` that is chosen from. */
  readonly of: string;
  readonly where?: string;
  readonly value: number | null;
  readonly label: string;
  readonly disabled?: boolean;
  /** What can be chosen is kept on the device, for a form in the field. */
  readonly isKept?: boolean;
  onChange(value: number | null): void;
}

/** A row of another list, outside of a resource's own form. */
export function RefSelect({ id, of, where = '', value, label, disabled = false, isKept = false, onChange }: Props) {
  const t = useT();
  const [keyword, setKeyword] = useDebounced('');
  const { options, loading } = useRefOptions(of, keyword, value, { where, isKept });
  return (
    <Select<number>
      {...(id && { id })}
      aria-label={label}
      value={value}
      disabled={disabled}
      loading={loading}
      allowClear
      showSearch={{ filterOption: false, onSearch: setKeyword }}
      onChange={(chosen?: number) => onChange(chosen ?? null)}
      options={options.map((one) => ({ value: one.id, label: one.name }))}
      placeholder={t('kit.choose')}
      style={{ width: '100%' }}
    />
  );
}
