import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema } from '#kit/contract/envelope.ts';

/** A list as somebody likes it, under a name: the filter, the order and the columns. */

const name = z.string().max(60);
const columns = z.array(name).max(100);

const viewContent = z.strictObject({
  filters: z.record(name, z.string().max(2000)),
  sort: z.string().max(100).nullable(),
  columns: z
    .strictObject({
      order: columns.optional(),
      hidden: columns.optional(),
      fixed: z.record(name, z.enum(['start', 'end']).nullable()).optional(),
    })
    .optional(),
});

export const savedViewSchema = z.object({
  id: z.number(),
  name: z.string(),
  content: viewContent,
  shared: z.boolean(),
  /** The caller's list opens with it; of the caller's own views only. */
  isDefault: z.boolean(),
  isOwn: z.boolean(),
  ownerName: z.string(),
});
export type SavedView = z.output<typeof savedViewSchema>;

const list = z.string().max(80);

/** The caller's own, and those shared inside the caller's organisation. */
export const listSavedViews = endpoint({
  method: 'GET',
  path: 'sys/savedView/list',
  access: 'session',
  query: z.strictObject({ list }),
  data: z.array(savedViewSchema),
});

/** A view of the same name is replaced. */
export const saveSavedView = endpoint({
  method: 'POST',
  path: 'sys/savedView/save',
  access: 'session',
  body: z.strictObject({
    list,
    name: z.string().trim().min(1).max(40),
    content: viewContent,
    shared: z.boolean(),
    isDefault: z.boolean(),
  }),
  data: z.object({ id: idSchema }),
  action: 'add',
});

/** Left out stays as it is. */
export const markSavedView = endpoint({
  method: 'POST',
  path: 'sys/savedView/mark',
  access: 'session',
  body: z.strictObject({ id: idSchema, isDefault: z.boolean().optional(), shared: z.boolean().optional() }),
  data: z.null(),
  action: 'edit',
});

export const removeSavedView = endpoint({
  method: 'POST',
  path: 'sys/savedView/remove',
  access: 'session',
  body: z.strictObject({ id: idSchema }),
  data: z.null(),
  action: 'remove',
});
