import { Input } from 'antd';
import { ariaOf, type FieldInputProps } from './field-props.ts';

export function TextField(props: FieldInputProps<string>) {
  const { id, field, value, onChange, onBlur, disabled } = props;
  return (
    <Input
      id={id}
      value={value ?? ''}
      onChange={(event) => onChange(event.target.value)}
      onBlur={onBlur}
      disabled={disabled}
      allowClear
      autoComplete="off"
      {...(field.max !== undefined && { maxLength: field.max })}
      {...ariaOf(props)}
    />
  );
}
