import type { FieldError } from '#kit/contract/errors.ts';
import type { Field } from '#kit/contract/field.ts';
import type { AnyResource } from '#kit/contract/resource.ts';
import type { Tx } from '../db/database.ts';
import { unknownRef } from '../near/misread.ts';
import { mapOf } from '../resource/columns.ts';

/** People write names where records are meant: each becomes the one record of that name the importer can see. Numbers stay what they are. */
export async function refsByName(
  tx: Tx,
  resource: AnyResource,
  values: Record<string, unknown>,
): Promise<FieldError[]> {
  const errors: FieldError[] = [];
  for (const [name, value] of Object.entries(values)) {
    const one = resource.fields[name] as Field;
    const map = one.kind === 'ref' && typeof value === 'string' ? mapOf(one.ref ?? '') : undefined;
    if (!map) continue;
    const found = await tx.query<{ id: number }>(
      `select t.id from ${map.table} t where ${map.sql(map.resource.title)} = $1${map.listed} limit 2`,
      [value],
    );
    if (found.length === 1) values[name] = found[0]?.id;
    else
      errors.push(
        found.length === 0 ? await unknownRef(tx, name, map, value as string) : { field: name, key: 'sheet.sameName' },
      );
  }
  return errors;
}
