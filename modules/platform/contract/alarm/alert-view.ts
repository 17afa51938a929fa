import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema, versionSchema } from '#kit/contract/envelope.ts';
import { field } from '#kit/contract/field.ts';
import { needs } from '#kit/contract/permission.ts';
import { alarm } from './alarm.ts';

const { id, level, source, kind, subjectId, title, text, regionCode, principalId, openedAt, times, ackBy, ackAt } =
  alarm.fields;
const { closeReason, closeNote, closedAt, status } = alarm.fields;
const maybe = { derived: true, optional: true } as const;

/** What a module shows of the alarms it raised, on a list of its own. */
export const alertFields = {
  id,
  level,
  source,
  kind,
  subjectId,
  title,
  text,
  regionCode,
  principalId,
  openedAt,
  times,
  ackBy,
  ackAt,
  closeReason,
  closeNote,
  closedBy: field.text({ max: 60, ...maybe }),
  closedAt,
  /** The screen of what it speaks of. */
  linkPath: field.text({ max: 400, ...maybe }),
  isOpen: field.bool({ derived: true }),
  status,
} as const;
export const alertColumns = [
  'level',
  'kind',
  'title',
  'text',
  'regionCode',
  'openedAt',
  'status',
  'ackBy',
  'closedAt',
  'closeNote',
] as const;

const one = { id: idSchema, version: versionSchema };
const moved = z.object({ status: z.string(), version: versionSchema });

/** The three calls of such a list. `view` opens it, `handle` takes up and closes. */
export const alertCalls = (path: string, { view, handle }: { readonly view: string; readonly handle: string }) => ({
  ack: endpoint({
    method: 'POST',
    path: `${path}/ack`,
    access: needs(handle),
    action: 'transition',
    body: z.strictObject(one),
    data: moved,
  }),
  close: endpoint({
    method: 'POST',
    path: `${path}/close`,
    access: needs(handle),
    action: 'transition',
    body: z.strictObject({
      ...one,
      closeReason: z.string().min(1).max(64),
      closeNote: z.string().trim().min(2).max(500),
    }),
    data: moved,
  }),
  /** How many are open by kind: what the badge and the strip above the list say. */
  counts: endpoint({
    method: 'GET',
    path: `${path}/counts`,
    access: needs(view),
    data: z.array(z.object({ kind: z.string(), kindName: z.string(), level: z.string(), n: z.int() })),
  }),
});
export type AlertCalls = ReturnType<typeof alertCalls>;
