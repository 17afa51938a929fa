import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema } from '#kit/contract/envelope.ts';
import { field } from '#kit/contract/field.ts';
import { needs } from '#kit/contract/permission.ts';
import { enableDisable, enabledStatus } from '#kit/contract/presets.ts';
import { defineResource } from '#kit/contract/resource.ts';

/** 接入方: a maker's cloud or a farm's own system that hands over readings. */
export const deviceProvider = defineResource({
  module: 'device',
  name: 'deviceProvider',
  path: 'anm/device/provider',
  screen: '/anm/device/provider',
  permission: 'device:provider',
  actions: { add: 'edit', remove: 'edit', export: 'list' },
  scope: 'parties',
  fields: {
    id: field.id(),
    code: field.text({ max: 32, pattern: /^[a-z][a-z0-9-]{1,31}$/, fixed: true }),
    name: field.text({ max: 60 }),
    principalId: field.ref('registry.principal', { fixed: true }),
    mode: field.dict('device_provider_mode'),
    baseUrl: field.text({ max: 200, optional: true }),
    appId: field.text({ max: 80, optional: true }),
    ipAllow: field.text({ max: 400, optional: true }),
    hasSecret: field.bool({ derived: true }),
    lastOkAt: field.dateTime({ derived: true, optional: true }),
    failCount: field.int({ derived: true }),
    status: enabledStatus,
    updatedAt: field.dateTime({ derived: true }),
  },
  title: 'name',
  list: {
    columns: ['code', 'name', 'principalId', 'mode', 'hasSecret', 'lastOkAt', 'failCount', 'status'],
    filters: ['mode', 'status'],
    search: ['code', 'name'],
    sorts: ['code', 'lastOkAt'],
  },
  form: ['code', 'name', 'principalId', 'mode', 'baseUrl', 'appId', 'ipAllow'],
  operations: ['list', 'detail', 'add', 'edit', 'remove', 'export'],
  editableIn: ['enabled'],
  transitions: enableDisable(),
});

/** The secret is told once and kept encrypted; the one before ends with it. */
export const newSecret = endpoint({
  method: 'POST',
  path: 'anm/device/provider/secret',
  access: needs('device:provider:edit'),
  action: 'edit',
  secret: true,
  body: z.strictObject({ id: idSchema }),
  data: z.object({ secret: z.string(), path: z.string() }),
});

/** R3 of a provider: X-Sign = HMAC-SHA256(secret, time + nonce + body), within 300 s, each nonce once. */
export const providerPush = endpoint({
  method: 'POST',
  path: 'iot/ingest/:tenantNo/:code',
  // Public: a maker's cloud has no session; it proves itself by its signature.
  access: 'public',
  params: z.object({ tenantNo: z.coerce.number().int().positive(), code: z.string().max(32) }),
  body: z.strictObject({
    time: z.int(),
    nonce: z.string().min(8).max(64),
    sign: z.string().length(64),
    messages: z.string().max(500_000),
  }),
  data: z.object({ accepted: z.int(), refused: z.array(z.object({ n: z.int(), reason: z.string() })) }),
  perMinute: 600,
});

export const resources = [deviceProvider];
export const endpoints = [newSecret, providerPush];
