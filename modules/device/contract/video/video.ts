import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema } from '#kit/contract/envelope.ts';
import { field } from '#kit/contract/field.ts';
import { needs } from '#kit/contract/permission.ts';
import { defineResource, type RowOf } from '#kit/contract/resource.ts';

/** 视频通道. Where its picture comes from stays on the server. */
export const videoChannel = defineResource({
  module: 'device',
  name: 'videoChannel',
  path: 'anm/device/videoChannel',
  screen: '/anm/device/videoSet',
  permission: 'device:videoSet',
  actions: { add: 'edit', remove: 'edit', export: 'list' },
  scope: 'jurisdiction',
  fields: {
    id: field.id(),
    name: field.text({ max: 60 }),
    deviceId: field.ref('device.device', { fixed: true, where: { kind: 'camera' } }),
    channelNo: field.int({ min: 1, max: 64, fixed: true }),
    principalId: field.ref('registry.principal', { derived: true }),
    regionCode: field.region({ derived: true, optional: true }),
    hovelId: field.ref('registry.hovel', { optional: true }),
    siteText: field.text({ max: 60, optional: true }),
    provider: field.dict('video_provider'),
    hasSource: field.bool({ derived: true }),
    hasReplay: field.bool(),
    storeDays: field.int({ min: 0, max: 365 }),
    aiCount: field.bool(),
    shareScope: field.dict('device_share'),
    orderNum: field.int({ min: 0, max: 10_000 }),
    lastPictureAt: field.dateTime({ derived: true, optional: true }),
    status: field.state('video_channel_status', 'active', 'stopped'),
    updatedAt: field.dateTime({ derived: true }),
  },
  title: 'name',
  list: {
    columns: [
      'name',
      'deviceId',
      'channelNo',
      'principalId',
      'provider',
      'hasSource',
      'lastPictureAt',
      'storeDays',
      'aiCount',
      'shareScope',
      'status',
    ],
    filters: ['regionCode', 'principalId', 'provider', 'shareScope', 'status'],
    search: ['name', 'siteText'],
    sorts: ['orderNum', 'name'],
    sort: 'orderNum',
  },
  form: [
    'name',
    'deviceId',
    'channelNo',
    'hovelId',
    'siteText',
    'provider',
    'hasReplay',
    'storeDays',
    'aiCount',
    'shareScope',
    'orderNum',
  ],
  operations: ['list', 'detail', 'add', 'edit', 'export'],
  editableIn: ['active'],
  transitions: {
    stop: { from: ['active'], to: 'stopped', permission: 'edit', remark: true, danger: true },
    resume: { from: ['stopped'], to: 'active', permission: 'edit' },
  },
});
export type VideoChannel = RowOf<typeof videoChannel>;

/** Where the picture comes from: taken, encrypted, and never told again. */
export const setVideoSource = endpoint({
  method: 'POST',
  path: 'anm/device/videoChannel/source',
  access: needs('device:videoSet:edit'),
  action: 'edit',
  secret: true,
  body: z.strictObject({ id: idSchema, source: z.string().trim().min(3).max(300) }),
  data: z.object({ live: z.boolean() }),
});

/** Links without a login, for a while. */
export const videoLink = defineResource({
  module: 'device',
  name: 'videoLink',
  path: 'anm/device/videoLink',
  screen: '/anm/device/videoLog',
  permission: 'device:video',
  actions: { list: 'share', detail: 'share', export: 'share' },
  scope: 'parties',
  fields: {
    id: field.id(),
    keyTail: field.text({ max: 8, derived: true }),
    page: field.dict('video_link_page', { derived: true }),
    channelNames: field.text({ max: 400, derived: true, optional: true }),
    purpose: field.text({ max: 120, derived: true }),
    forName: field.text({ max: 60, derived: true, optional: true }),
    expireAt: field.dateTime({ derived: true }),
    maxOpens: field.int({ derived: true }),
    opens: field.int({ derived: true }),
    expired: field.bool({ derived: true }),
    createdByName: field.text({ max: 60, derived: true, optional: true }),
    createdAt: field.dateTime({ derived: true }),
    status: field.state('video_link_status', 'active', 'revoked'),
  },
  title: 'purpose',
  list: {
    columns: [
      'keyTail',
      'page',
      'channelNames',
      'purpose',
      'forName',
      'createdByName',
      'createdAt',
      'expireAt',
      'opens',
      'expired',
      'status',
    ],
    filters: ['page', 'expired', 'createdAt', 'status'],
    search: ['purpose', 'forName'],
    sorts: ['createdAt', 'expireAt'],
  },
  form: [],
  operations: ['list', 'detail', 'export'],
  transitions: { revoke: { from: ['active'], to: 'revoked', permission: 'share', danger: true } },
});

/** Who looked at which camera. */
export const videoView = defineResource({
  module: 'device',
  name: 'videoView',
  path: 'anm/device/videoView',
  screen: '/anm/device/videoLog',
  permission: 'device:videoLog',
  actions: { export: 'list' },
  scope: 'jurisdiction',
  fields: {
    id: field.id(),
    channelId: field.ref('device.videoChannel', { derived: true }),
    principalId: field.ref('registry.principal', { derived: true }),
    regionCode: field.region({ derived: true, optional: true }),
    viewerName: field.text({ max: 60, derived: true, optional: true }),
    viewerUnit: field.text({ max: 80, derived: true, optional: true }),
    byLink: field.bool({ derived: true }),
    kind: field.dict('video_link_kind', { derived: true }),
    startedAt: field.dateTime({ derived: true }),
    seconds: field.int({ derived: true }),
    ip: field.text({ max: 60, derived: true, optional: true }),
  },
  title: 'viewerName',
  list: {
    columns: ['viewerName', 'viewerUnit', 'channelId', 'principalId', 'startedAt', 'byLink', 'kind', 'seconds', 'ip'],
    filters: ['regionCode', 'principalId', 'channelId', 'byLink', 'kind', 'startedAt'],
    sorts: ['startedAt', 'seconds'],
  },
  form: [],
  operations: ['list', 'detail', 'export'],
});

const node = z.object({
  id: idSchema,
  name: z.string(),
  holder: z.string(),
  holderId: idSchema,
  place: z.string().nullable(),
  online: z.boolean(),
  hasReplay: z.boolean(),
  mayPlay: z.boolean(),
});
export type ChannelNode = z.output<typeof node>;
export const videoTree = endpoint({
  method: 'GET',
  path: 'anm/device/video/tree',
  access: needs('device:video:list'),
  data: z.array(node),
});

/** R52: an address signed for this session and channel, good for two minutes; the page asks again while it plays. */
export const playVideo = endpoint({
  method: 'POST',
  path: 'anm/device/video/play',
  access: needs('device:video:live'),
  body: z.strictObject({
    channelId: idSchema,
    seconds: z.int().min(0).max(86_400).default(0),
    viewId: idSchema.optional(),
  }),
  data: z.object({ url: z.string(), expireAt: z.string(), viewId: idSchema, watermark: z.string() }),
});

export const addVideoLink = endpoint({
  method: 'POST',
  path: 'anm/device/videoLink/add',
  access: needs('device:video:share'),
  action: 'share',
  secret: true,
  body: z.strictObject({
    page: z.enum(['playVedio', 'simple']),
    channelIds: z.array(idSchema).min(1).max(9),
    minutes: z.int().min(5).max(10_080).default(30),
    purpose: z.string().trim().min(2).max(120),
    forName: z.string().trim().max(60).optional(),
  }),
  data: z.object({ path: z.string(), expireAt: z.string() }),
});

/** R57: unknown, expired, revoked and used-up keys all answer the same. */
export const openVideoLink = endpoint({
  method: 'GET',
  path: 'public/video/link',
  // Public: whoever was given the link looks without a login.
  access: 'public',
  query: z.strictObject({ k: z.string().max(64), again: z.enum(['1']).optional() }),
  data: z.object({
    page: z.string(),
    expireAt: z.string(),
    watermark: z.string(),
    channels: z.array(z.object({ name: z.string(), url: z.string().nullable() })),
  }),
  perMinute: 30,
});

export const resources = [videoChannel, videoLink, videoView];
export const endpoints = [setVideoSource, videoTree, playVideo, addVideoLink, openVideoLink];
