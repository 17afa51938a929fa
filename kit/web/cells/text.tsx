import type { CellProps } from './cell-props.ts';

export const TextCell = ({ value }: CellProps<string | number>) => <span title={String(value)}>{value}</span>;

export const NamedCell = ({ value, label }: CellProps<string | number>) => (
  <span title={label ?? String(value)}>{label ?? value}</span>
);
