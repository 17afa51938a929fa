import { Select } from 'antd';
import { useT } from '#kit/web/i18n/i18n.ts';
import { useRefOptions } from '#kit/web/lookups/lookups.ts';
import { useDebounced } from '#kit/web/ui/use-debounced.ts';
import { ariaOf, type FieldInputProps } from './field-props.ts';

export function RefField(props: FieldInputProps<number>) {
  const { id, field, value, onChange, onBlur, disabled } = props;
  const t = useT();
  const [keyword, setKeyword] = useDebounced('');
  const { options, loading } = useRefOptions(field.ref ?? '', keyword, value);
  return (
    <Select<number>
      id={id}
      value={value ?? null}
      onChange={(chosen?: number) => onChange(chosen ?? null)}
      onBlur={onBlur}
      disabled={disabled}
      options={options.map((one) => ({ value: one.id, label: one.name }))}
      loading={loading}
      showSearch={{ filterOption: false, onSearch: setKeyword }}
      allowClear
      placeholder={t('kit.searchAndChoose')}
      style={{ width: '100%' }}
      {...ariaOf(props)}
    />
  );
}
