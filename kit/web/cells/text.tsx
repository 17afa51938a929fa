import type { CellProps } from './cell-props.ts';

export const TextCell = ({ value }: CellProps<string | number>) => <span title={String(value)}>{value}</span>;

/** A number nobody can look up says nothing to whoever may not see what it stands for. */
export const NamedCell = ({ label }: CellProps<string | number>) => <span title={label ?? ''}>{label ?? '-'}</span>;
