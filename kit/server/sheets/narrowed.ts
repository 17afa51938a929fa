import { selectFields, type TableMap } from '../resource/columns.ts';

/** What is read and shown of a table where few of its fields are wanted of very many rows, and nothing is done with them. */
export function narrowed({ resource, sql }: TableMap, names: readonly string[]): Pick<TableMap, 'resource' | 'select'> {
  const fields = Object.fromEntries(['id', ...names].map((name) => [name, resource.fields[name]]));
  const select = ['t.version', ...selectFields(fields, sql)].join(', ');
  return { resource: { ...resource, fields, operations: [], transitions: {} }, select };
}
