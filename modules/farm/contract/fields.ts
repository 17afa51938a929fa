import { field } from '#kit/contract/field.ts';

export const derived = { derived: true } as const;
export const maybe = { derived: true, optional: true } as const;
/** A row of another noun: filtered by and linked, never resolved. */
export const rowOf = () => ({ ...field.int(maybe), kind: 'id' as const });
export const kg = (options: object = {}) => field.decimal({ scale: 2, unit: 'kg', ...maybe, ...options });
