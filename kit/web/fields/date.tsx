import { DatePicker } from 'antd';
import dayjs from 'dayjs';
import type { KeyboardEvent } from 'react';
import { dateFormat, fromWire, timeFormat, toWire } from '#kit/web/ui/times.ts';
import { ariaOf, type FieldInputProps } from './field-props.ts';

/** Enter takes the date; it must not send the form as well. */
const keepForm = { onKeyDown: (event: KeyboardEvent) => event.key === 'Enter' && event.preventDefault() };

export function DateField(props: FieldInputProps<string>) {
  const { id, value, onChange, onBlur, disabled } = props;
  return (
    <DatePicker
      id={id}
      value={value ? dayjs(value, dateFormat) : null}
      onChange={(date) => onChange(date ? date.format(dateFormat) : null)}
      onBlur={onBlur}
      disabled={disabled}
      format={dateFormat}
      {...keepForm}
      style={{ width: '100%' }}
      {...ariaOf(props)}
    />
  );
}

export function DateTimeField(props: FieldInputProps<string>) {
  const { id, value, onChange, onBlur, disabled } = props;
  return (
    <DatePicker
      id={id}
      showTime
      value={value ? fromWire(value) : null}
      onChange={(time) => onChange(time ? toWire(time) : null)}
      onBlur={onBlur}
      disabled={disabled}
      format={timeFormat}
      {...keepForm}
      style={{ width: '100%' }}
      {...ariaOf(props)}
    />
  );
}
