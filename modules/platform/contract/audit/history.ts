import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema } from '#kit/contract/envelope.ts';

/** What happened to a record: values as people read them, in the language of the request. */

const changeSchema = z.object({
  field: z.string(),
  before: z.string().nullable(),
  after: z.string().nullable(),
});

export const historySchema = z.object({
  key: z.string(),
  at: z.string(),
  /** Null is the system itself. */
  who: z.string().nullable(),
  action: z.enum(['add', 'edit', 'remove', 'transition']),
  /** Of a transition: its name, and the states it led from and to. */
  name: z.string().nullable(),
  from: z.string().nullable(),
  to: z.string().nullable(),
  remark: z.string().nullable(),
  changes: z.array(changeSchema),
});
export type HistoryEntry = z.output<typeof historySchema>;

/** The newest hundred entries of one record, for whoever may open the record. */
export const listHistory = endpoint({
  method: 'GET',
  path: 'sys/history/list',
  access: 'session',
  query: z.strictObject({ entity: z.string().max(80), id: idSchema }),
  data: z.array(historySchema),
});
