import { InputNumber } from 'antd';
import { useUnitWords } from '#kit/web/i18n/use-unit-words.ts';
import { ariaOf, type FieldInputProps } from './field-props.ts';

/** `int` and `decimal`. Limits are not given to the input: it would silently change what was typed instead of saying so. */
export function NumberField(props: FieldInputProps<number>) {
  const { id, field, value, onChange, onBlur, disabled } = props;
  const unit = useUnitWords();
  return (
    <InputNumber<number>
      id={id}
      value={value ?? null}
      onChange={onChange}
      onBlur={onBlur}
      disabled={disabled}
      precision={field.kind === 'int' ? 0 : (field.scale ?? 2)}
      suffix={field.unit && unit(field.unit, value ?? undefined)}
      style={{ width: '100%' }}
      {...ariaOf(props)}
    />
  );
}
