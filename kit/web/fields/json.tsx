import { Input } from 'antd';
import type { FieldInputProps } from './field-props.ts';

/** Shown, never typed: what has a shape of its own gets a form of its own. */
export function JsonField({ id, value }: FieldInputProps) {
  return (
    <Input.TextArea
      id={id}
      value={value === null || value === undefined ? '' : JSON.stringify(value, null, 2)}
      readOnly
      autoSize={{ minRows: 3, maxRows: 12 }}
      style={{ fontFamily: 'monospace' }}
    />
  );
}
