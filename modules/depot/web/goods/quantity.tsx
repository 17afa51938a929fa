import { Typography } from 'antd';
import { useUnitWords } from '#kit/web/i18n/use-unit-words.ts';
import { inPacks, type Measured } from '#modules/depot/contract/goods/quantity.ts';

export const plainNumber = (qty: number): string => qty.toLocaleString('en-US', { maximumFractionDigits: 3 });

/** R5: a quantity as people say it, in base units and in packs. */
export function useQuantity() {
  const unitOf = useUnitWords('depot.unit');
  return {
    unitOf,
    inUnits: (goods: Pick<Measured, 'baseUnit'>, qty: number) => `${plainNumber(qty)} ${unitOf(goods.baseUnit, qty)}`,
    packsOf: (goods: Measured, qty: number) =>
      inPacks(goods, qty)
        .map(({ unit, n }) => `${plainNumber(n)} ${unitOf(unit, n)}`)
        .join(' '),
  };
}

interface Props {
  readonly goods: Measured;
  readonly qty: number | null | undefined;
  readonly strong?: boolean;
}

/** In base units, and below it the same in packs where that says something else. */
export function Quantity({ goods, qty, strong = false }: Props) {
  const { inUnits, packsOf } = useQuantity();
  if (qty === null || qty === undefined) return <span>-</span>;
  const units = inUnits(goods, qty);
  const packs = packsOf(goods, Math.abs(qty));
  return (
    <span style={{ display: 'inline-flex', flexDirection: 'column', lineHeight: 1.35 }}>
      <Typography.Text strong={strong} style={{ whiteSpace: 'nowrap' }}>
        {units}
      </Typography.Text>
      {qty > 0 && packs !== units && (
        <Typography.Text type="secondary" style={{ fontSize: 12, whiteSpace: 'nowrap' }}>
          {packs}
        </Typography.Text>
      )}
    </span>
  );
}
