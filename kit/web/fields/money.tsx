import { InputNumber } from 'antd';
import { useT } from '#kit/web/i18n/i18n.ts';
import { moneyText, toCents } from '#kit/web/ui/money.ts';
import { ariaOf, type FieldInputProps } from './field-props.ts';

const thousands = /\B(?=(\d{3})+(?!\d))(?<!\.\d*)/g;

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
      formatter={(amount, { userTyping }) => {
        const text = `${amount ?? ''}`;
        // Decimals are filled in when the amount is finished.
        return userTyping || text === '' ? text.replace(thousands, ',') : moneyText(toCents(Number(text)));
      }}
      parser={(text) => (text ?? '').replaceAll(',', '') as unknown as number}
      suffix={t('kit.yuan')}
      style={{ width: '100%' }}
      {...ariaOf(props)}
    />
  );
}
