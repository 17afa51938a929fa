import { DatePicker } from 'antd';
import dayjs from 'dayjs';
import { useT } from '#kit/web/i18n/i18n.ts';
import type { RangeProps } from './range-inputs.tsx';
import { dateFormat } from './times.ts';

export function DateRangePicker({ id, value, onChange }: RangeProps) {
  const t = useT();
  const [from, to] = value.map((text) => (text ? dayjs(text, dateFormat) : null));
  return (
    <DatePicker.RangePicker
      id={{ start: id, end: `${id}-to` }}
      value={[from ?? null, to ?? null]}
      onChange={(range) => onChange([range?.[0]?.format(dateFormat) ?? '', range?.[1]?.format(dateFormat) ?? ''])}
      allowEmpty={[true, true]}
      format={dateFormat}
      placeholder={[t('kit.firstDay'), t('kit.lastDay')]}
      style={{ width: '100%' }}
    />
  );
}
