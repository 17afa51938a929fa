import { InputNumber, Space } from 'antd';
import { useT } from '#kit/web/i18n/i18n.ts';
import type { RangeProps } from './range-inputs.tsx';

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
