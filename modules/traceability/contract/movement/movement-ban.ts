import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema } from '#kit/contract/envelope.ts';
import { field } from '#kit/contract/field.ts';
import { needs } from '#kit/contract/permission.ts';
import { stamps } from '#kit/contract/presets.ts';
import { defineResource, type RowOf } from '#kit/contract/resource.ts';

/** 调运管控: where animals may not go into or out of, from a minute on. */
export const movementBan = defineResource({
  module: 'traceability',
  name: 'movementBan',
  path: 'trace/ban',
  screen: '/traceability/livestockRegistration/movementBan',
  permission: 'trace:ban',
  actions: { add: 'edit', remove: 'edit', export: 'list' },
  scope: 'jurisdiction',
  fields: {
    id: field.id(),
    regionCode: field.region(),
    species: field.dicts('species'),
    direction: field.dict('movement_ban_direction'),
    purposes: field.dicts('move_purpose', { optional: true }),
    fromAt: field.dateTime(),
    toAt: field.dateTime({ optional: true }),
    reason: field.text({ max: 200 }),
    paperNo: field.text({ max: 60, optional: true }),
    exceptions: field.longText({ max: 500, optional: true }),
    status: field.state('movement_ban_status', 'draft', 'active', 'lifted'),
    ...stamps,
  },
  title: 'reason',
  list: {
    columns: ['paperNo', 'reason', 'regionCode', 'species', 'direction', 'purposes', 'fromAt', 'toAt', 'status'],
    filters: ['regionCode', 'species', 'direction', 'fromAt', 'status'],
    search: ['paperNo', 'reason'],
    sorts: ['fromAt', 'updatedAt'],
  },
  form: ['regionCode', 'species', 'direction', 'purposes', 'fromAt', 'toAt', 'reason', 'paperNo', 'exceptions'],
  operations: ['list', 'detail', 'add', 'edit', 'remove', 'export'],
  editableIn: ['draft'],
  transitions: {
    order: { from: ['draft'], to: 'active', permission: 'edit', danger: true },
    lift: { from: ['active'], to: 'lifted', permission: 'edit', remark: true },
  },
});
export type MovementBan = RowOf<typeof movementBan>;

const hits = z.object({
  declarations: z.array(z.object({ id: idSchema, docNo: z.string(), holder: z.string(), heads: z.number().int() })),
  certificates: z.array(
    z.object({ id: idSchema, officialNo: z.string(), holder: z.string(), heads: z.number().int() }),
  ),
  movements: z.array(
    z.object({ id: idSchema, docNo: z.string(), plateNo: z.string().nullable(), heads: z.number().int() }),
  ),
  holders: z.number().int(),
});
export type BanHits = z.output<typeof hits>;

/** What a ban would hit if it were ordered now. */
export const previewBan = endpoint({
  method: 'POST',
  path: 'trace/ban/preview',
  access: needs('trace:ban:edit'),
  body: z.strictObject({
    regionCode: z.number().int(),
    species: z.array(z.string().max(40)).min(1).max(10),
    direction: z.enum(['in', 'out', 'both']),
  }),
  data: hits,
});
