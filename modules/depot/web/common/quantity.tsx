import { Typography } from 'antd';
import { useUnitWords } from '#kit/web/i18n/use-unit-words.ts';
import { inPacks, type Pack } from '#modules/depot/contract/goods/quantity.ts';

interface Props {
  readonly qty: number | null | undefined;
  /** What it is a quantity of; without packs it is shown in base units alone. */
  readonly of: { readonly baseUnit: string; readonly packs?: unknown };
  /** The packs below, where there is little room beside. */
  readonly isStacked?: boolean;
}

/** A number as people write it, without a tail of noughts. */
export const numberText = (n: number): string => n.toLocaleString('en', { maximumFractionDigits: 3 });

/** R5: so many base units, and beside it the same in packs. */
export function Quantity({ qty, of, isStacked = false }: Props) {
  const unit = useUnitWords('depot.unit');
  if (qty === null || qty === undefined) return <span>-</span>;
  const packs = Array.isArray(of.packs) ? (of.packs as Pack[]) : [];
  const parts = inPacks({ baseUnit: of.baseUnit, decimals: 3, packs }, qty);
  const isPlain = parts.every((part) => part.unit === of.baseUnit);
  return (
    <span style={{ whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' }}>
      {numberText(qty)} {unit(of.baseUnit, qty)}
      {!isPlain && (
        <Typography.Text
          type="secondary"
          style={{ fontSize: 12, ...(isStacked ? { display: 'block' } : { marginInlineStart: 6 }) }}
        >
          {parts.map((part) => `${numberText(part.n)} ${unit(part.unit, part.n)}`).join(' ')}
        </Typography.Text>
      )}
    </span>
  );
}
