import { InputNumber, Space } from 'antd';
import { useT } from '#kit/web/i18n/i18n.ts';
import { later } from './later.tsx';

/** Lowest and highest, as texts; empty is open. */
export type Range = readonly [from: string, to: string];

export interface RangeProps {
  readonly id: string;
  readonly value: Range;
  onChange(range: Range): void;
}

/** The calendar is heavy and most lists are searched without it. */
export const DateRange = later<RangeProps>(async () => (await import('./date-range.tsx')).DateRangePicker);

export function NumberRange({ id, value: [from, to], onChange }: RangeProps) {
  const t = useT();
  const input = (inputId: string, text: string, hint: string, set: (text: string) => void) => (
    <InputNumber
      id={inputId}
      value={text ? Number(text) : null}
      onChange={(number) => set(String(number ?? ''))}
      placeholder={hint}
      aria-label={hint}
      style={{ width: '50%' }}
    />
  );
  return (
    <Space.Compact block>
      {input(id, from, t('kit.from'), (text) => onChange([text, to]))}
      {input(`${id}-to`, to, t('kit.to'), (text) => onChange([from, text]))}
    </Space.Compact>
  );
}
