import type { Field } from '#kit/contract/field.ts';
import type { CellView } from './cell-props.ts';
import { CodeCell } from './code.tsx';
import { cellViews } from './registry.ts';

interface Props {
  readonly name: string;
  readonly field: Field;
  readonly row: Readonly<Record<string, unknown>>;
}

const isEmpty = (value: unknown) =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

/** By convention of naming: a text field called so is something people copy. */
export const isCode = (name: string, field: Field) => field.kind === 'text' && /(Code|No|Number|Tag)$/.test(name);

/** One value of a row, drawn by its kind; nothing is drawn as "-". */
export function Cell({ name, field, row }: Props) {
  const value = row[name];
  if (isEmpty(value)) return <span>-</span>;
  const View: CellView = isCode(name, field) ? CodeCell : cellViews[field.kind];
  return <View field={field} value={value} label={(row[`${name}Name`] as string | null | undefined) ?? null} />;
}
