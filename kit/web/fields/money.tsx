import { InputNumber } from 'antd';
import { useT } from '#kit/web/i18n/i18n.ts';
import { toCents } from '#kit/web/ui/money.ts';
import { ariaOf, type FieldInputProps } from './field-props.ts';

/** Typed in yuan with two decimals, kept in cents. */
export function MoneyField(props: FieldInputProps<number>) {
  const { id, value, onChange, onBlur, disabled } = props;
  const t = useT();
  return (
    <InputNumber<number>
      id={id}
      value={value === null || value === undefined ? null : value / 100}
      onChange={(amount) => onChange(amount === null ? null : toCents(amount))}
      onBlur={onBlur}
      disabled={disabled}
      precision={2}
      controls={false}
      formatter={(amount) => `${amount ?? ''}`.replace(/\B(?=(\d{3})+(?!\d))(?<!\.\d*)/g, ',')}
      parser={(text) => (text ?? '').replaceAll(',', '') as unknown as number}
      suffix={t('kit.yuan')}
      style={{ width: '100%' }}
      {...ariaOf(props)}
    />
  );
}
