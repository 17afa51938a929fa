import { useT } from '#kit/web/i18n/i18n.ts';
import { useJoined } from '#kit/web/i18n/use-joined.ts';
import { numberText } from '../components/quantity.tsx';

export function useUnit(): (unit: string) => string {
  const t = useT();
  return (unit) => t.any(`depot.unit.${unit}`);
}

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
      {joined(parts.map(([n = '', name = '']) => `${numberText(Number(n))} ${unit(name)}`))}
    </span>
  );
}

export const yuan = (amount: number | null | undefined): string =>
  amount === null || amount === undefined
    ? '-'
    : `¥${amount.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`;
