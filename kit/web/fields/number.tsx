import { InputNumber } from 'antd';
import { useT } from '#kit/web/i18n/i18n.ts';
import { ariaOf, type FieldInputProps } from './field-props.ts';

/** `int` and `decimal`. Limits are not given to the input: it would silently change what was typed instead of saying so. */
export function NumberField(props: FieldInputProps<number>) {
  const { id, field, value, onChange, onBlur, disabled } = props;
  const t = useT();
  const unit = field.unit && t.has(`kit.unit.${field.unit}`) ? t.any(`kit.unit.${field.unit}`) : field.unit;
  return (
    <InputNumber<number>
      id={id}
      value={value ?? null}
      onChange={onChange}
      onBlur={onBlur}
      disabled={disabled}
      precision={field.kind === 'int' ? 0 : (field.scale ?? 2)}
      suffix={unit}
      style={{ width: '100%' }}
      {...ariaOf(props)}
    />
  );
}
