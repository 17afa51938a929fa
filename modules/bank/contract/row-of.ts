import { field } from '#kit/contract/field.ts';

/** A row that is opened by its number and never named. */
export const rowOf = <const O extends { optional?: boolean }>(options?: O) => ({
  ...field.int({ derived: true, ...options } as O & { derived: true }),
  kind: 'id' as const,
});
export const derived = { derived: true } as const;
export const maybe = { derived: true, optional: true } as const;
