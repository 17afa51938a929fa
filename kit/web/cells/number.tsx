import { useUnitWords } from '#kit/web/i18n/use-unit-words.ts';
import type { CellProps } from './cell-props.ts';

export function NumberCell({ field, value }: CellProps<number>) {
  const unit = useUnitWords();
  const shown = field.kind === 'decimal' ? value.toFixed(field.scale ?? 2) : String(value);
  if (!field.unit) return <span>{shown}</span>;
  return <span>{field.unit === '%' ? `${shown}%` : `${shown} ${unit(field.unit, value)}`}</span>;
}
