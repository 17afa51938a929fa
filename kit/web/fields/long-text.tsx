import { Input } from 'antd';
import { ariaOf, type FieldInputProps } from './field-props.ts';

export function LongTextField(props: FieldInputProps<string>) {
  const { id, field, value, onChange, onBlur, disabled } = props;
  return (
    <Input.TextArea
      id={id}
      value={value ?? ''}
      onChange={(event) => onChange(event.target.value)}
      onBlur={onBlur}
      disabled={disabled}
      autoSize={{ minRows: 3, maxRows: 8 }}
      showCount={field.max !== undefined}
      {...(field.max !== undefined && { maxLength: field.max })}
      {...ariaOf(props)}
    />
  );
}
