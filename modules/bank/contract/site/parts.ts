import { z } from 'zod';
import { field } from '#kit/contract/field.ts';

export const derived = { derived: true } as const;
export const maybe = { derived: true, optional: true } as const;
/** A row of another table, opened by its number and named by a column beside it: the reader need not see that table. */
export const rowOf = <const O extends { optional?: boolean }>(options?: O) => ({
  ...field.int({ derived: true, ...options } as O & { derived: true }),
  kind: 'id' as const,
});
export const place = z.strictObject({
  longitude: z.number().min(-180).max(180),
  latitude: z.number().min(-90).max(90),
});

/** R17, R39: as near as this somebody is at the site. */
export const atSiteMetres = 500;
/** R35: from here on a scan was made outside. */
export const outsideMetres = 300;
/** So far away nobody counts this herd: the scan is not taken. */
export const elsewhereMetres = 2_000;
