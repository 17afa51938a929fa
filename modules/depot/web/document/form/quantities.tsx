import { useJoined } from '#kit/web/i18n/use-joined.ts';
import { type UnitWords, useUnitWords } from '#kit/web/i18n/use-unit-words.ts';
import { numberText } from '../../common/quantity.tsx';

export const useUnit = (): UnitWords => useUnitWords('depot.unit');

/** What the lines of a paper add up to, unit by unit (`4000 dose, 12 mL`). */
export function Totals({ text }: { readonly text: unknown }) {
  const unit = useUnit();
  const joined = useJoined();
  const parts = String(text ?? '')
    .split(', ')
    .filter(Boolean)
    .map((part) => part.split(' '));
  if (parts.length === 0) return <span>-</span>;
  return (
    <span style={{ fontVariantNumeric: 'tabular-nums' }}>
      {joined(parts.map(([n = '', name = '']) => `${numberText(Number(n))} ${unit(name, Number(n))}`))}
    </span>
  );
}

export const yuan = (amount: number | null | undefined): string =>
  amount === null || amount === undefined
    ? '-'
    : `¥${amount.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`;
