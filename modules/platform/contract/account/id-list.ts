import { z } from 'zod';
import { type Field, field } from '#kit/contract/field.ts';

const id = z.number().int().positive().max(Number.MAX_SAFE_INTEGER);
const words = z.string().trim().min(1).max(500);

/**
 * Ids of several rows. A spreadsheet has no ids: there it is a text of names or codes, which the server of the noun looks up.
 */
export function idList(
  options: { readonly optional?: boolean; readonly derived?: boolean } = {},
): Field<number[] | string | null> {
  const list = z.union([z.array(id).max(200), words]);
  return {
    ...field.json(),
    optional: options.optional ?? false,
    derived: options.derived ?? false,
    schema: options.optional ? list.nullish().transform((value) => value ?? null) : list,
  } as Field<number[] | string | null>;
}

/** The id of a row whose being there the server of the noun checks itself; in a spreadsheet its name. */
export function idOrName(): Field<number, 'id'>;
export function idOrName(options: { readonly optional: true }): Field<number | null, 'id'>;
export function idOrName(options: { readonly optional?: boolean } = {}): Field {
  const either = z.union([id, z.string().trim().min(1).max(100)]);
  const optional = options.optional ?? false;
  return {
    ...field.id(),
    derived: false,
    optional,
    schema: optional ? either.nullish().transform((value) => value ?? null) : either,
  };
}
