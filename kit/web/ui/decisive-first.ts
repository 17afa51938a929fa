import type { AnyResource } from '#kit/contract/resource.ts';

/** Columns that must be in sight on a small notebook: what the record is, how it stands, and the first that say something of it. */
export const decisive = 4;

/** The columns as they are declared, with the state moved beside the title: it must not wait behind the edge of the window. */
export function decisiveFirst({ title, stateField, list }: AnyResource): readonly string[] {
  const columns: readonly string[] = list.columns;
  const at = stateField ? columns.indexOf(stateField) : -1;
  const head = columns.indexOf(title ?? '') + 1 || 1;
  if (at < decisive || at < head) return columns;
  return [...columns.slice(0, head), columns[at] as string, ...columns.slice(head).filter((one) => one !== stateField)];
}
