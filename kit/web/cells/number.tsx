import { useT } from '#kit/web/i18n/i18n.ts';
import type { CellProps } from './cell-props.ts';

export function NumberCell({ field, value }: CellProps<number>) {
  const t = useT();
  const shown = field.kind === 'decimal' ? value.toFixed(field.scale ?? 2) : String(value);
  if (!field.unit) return <span>{shown}</span>;
  const unit = t.has(`kit.unit.${field.unit}`) ? t.any(`kit.unit.${field.unit}`) : field.unit;
  return <span>{`${shown} ${unit}`}</span>;
}
