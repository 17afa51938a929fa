import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema, versionSchema } from '#kit/contract/envelope.ts';
import { field } from '#kit/contract/field.ts';
import { needs } from '#kit/contract/permission.ts';
import { enableDisable, enabledStatus } from '#kit/contract/presets.ts';
import { defineResource, type RowOf } from '#kit/contract/resource.ts';

const may = 'ant:setting:video';

/** 视频点位: a camera's place, and whether the large screens show it. The picture itself is the device module's. */
export const videoSpot = defineResource({
  module: 'prevention',
  name: 'videoSpot',
  path: 'ant/videoSpot',
  screen: '/ant/sysSet/videoSet',
  permission: 'ant:setting',
  actions: { list: 'video', detail: 'video', add: 'video', edit: 'video', remove: 'video', export: 'video' },
  scope: 'jurisdiction',
  fields: {
    id: field.id(),
    name: field.text({ max: 60 }),
    principalId: field.ref('registry.principal'),
    regionCode: field.region({ derived: true }),
    channelId: field.text({ max: 60, pattern: /^[\w:.-]+$/ }),
    location: field.point({ optional: true }),
    onScreen: field.bool({ derived: true }),
    orderNum: field.int({ derived: true }),
    status: enabledStatus,
    updatedAt: field.dateTime({ derived: true }),
  },
  title: 'name',
  list: {
    columns: ['orderNum', 'name', 'principalId', 'regionCode', 'channelId', 'onScreen', 'status', 'location'],
    filters: ['regionCode', 'principalId', 'onScreen', 'status'],
    search: ['name', 'channelId'],
    sorts: ['orderNum'],
    sort: 'orderNum',
  },
  form: ['name', 'principalId', 'channelId', 'location'],
  operations: ['list', 'detail', 'add', 'edit', 'remove', 'export'],
  editableIn: ['enabled'],
  transitions: enableDisable({ permission: 'video' }),
});
export type VideoSpot = RowOf<typeof videoSpot>;

/** The order in which screens show them. */
export const orderVideoSpots = endpoint({
  method: 'POST',
  path: 'ant/videoSpot/order',
  access: needs(may),
  action: 'edit',
  body: z.strictObject({ idArr: z.array(idSchema).min(1).max(500) }),
  data: z.object({ moved: z.int() }),
});

export const showVideoSpot = endpoint({
  method: 'POST',
  path: 'ant/videoSpot/onScreen',
  access: needs(may),
  action: 'edit',
  body: z.strictObject({ id: idSchema, version: versionSchema, onScreen: z.boolean() }),
  data: z.object({ version: versionSchema }),
});

/** A link to the live picture; null while nobody serves pictures. Who looks at the large screens plays what they show. */
export const playVideoSpot = endpoint({
  method: 'GET',
  path: 'ant/videoSpot/play',
  access: needs(may, 'screen:farm'),
  query: z.strictObject({ id: z.coerce.number().int().positive() }),
  data: z.object({ channelId: z.string(), url: z.string().nullable() }),
});

export const resources = [videoSpot];
export const endpoints = [orderVideoSpots, showVideoSpot, playVideoSpot];
