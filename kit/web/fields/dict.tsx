import { Select } from 'antd';
import { useT } from '#kit/web/i18n/i18n.ts';
import { useDict } from '#kit/web/lookups/lookups.ts';
import { ariaOf, type FieldInputProps } from './field-props.ts';

/** One value of a dictionary: `dict` and `state`. */
export function DictField(props: FieldInputProps<string>) {
  const { value, onChange } = props;
  return (
    <Select<string>
      {...useDictSelect(props)}
      value={value || null}
      onChange={(chosen?: string) => onChange(chosen ?? null)}
    />
  );
}

export function DictsField(props: FieldInputProps<string[]>) {
  const { value, onChange } = props;
  return (
    <Select<string[]>
      {...useDictSelect(props)}
      mode="multiple"
      maxTagCount="responsive"
      value={value ?? []}
      onChange={(chosen) => onChange(chosen.length > 0 ? chosen : null)}
    />
  );
}

function useDictSelect(props: FieldInputProps<string> | FieldInputProps<string[]>) {
  const t = useT();
  const { options, loading } = useDict(props.field.dict);
  return {
    id: props.id,
    options: options.map((one) => ({ value: one.dictValue, label: one.dictLabel })),
    loading,
    onBlur: props.onBlur,
    disabled: props.disabled,
    allowClear: true,
    showSearch: { optionFilterProp: 'label' },
    placeholder: t('kit.choose'),
    style: { width: '100%' },
    ...ariaOf(props as FieldInputProps),
  };
}
