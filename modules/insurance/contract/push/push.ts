import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema } from '#kit/contract/envelope.ts';
import { field } from '#kit/contract/field.ts';
import { needs } from '#kit/contract/permission.ts';
import { stamps } from '#kit/contract/presets.ts';
import { defineResource, type RowOf } from '#kit/contract/resource.ts';
import { derived, maybe, rowOf } from '../row-of.ts';

/** 三方配置: where an insurer's own system hears of policies and claims. */
export const insEndpoint = defineResource({
  module: 'insurance',
  name: 'insEndpoint',
  path: 'insuranceMgt/endpoint',
  screen: '/insuranceMgt/thirdPartyConfig',
  permission: 'ins:endpoint',
  actions: { list: 'edit', add: 'edit', export: 'edit' },
  scope: 'parties',
  fields: {
    id: field.id(),
    name: field.text({ max: 60 }),
    baseUrl: field.text({ max: 300, pattern: /^https:\/\/[^\s@]+$/ }),
    kinds: field.dicts('ins_push_kind'),
    lastOkAt: field.dateTime(maybe),
    waiting: field.int(derived),
    dead: field.int(derived),
    remark: field.longText({ max: 300, optional: true }),
    status: field.state('ins_endpoint_status', 'on', 'paused'),
    ...stamps,
  },
  title: 'name',
  list: {
    columns: ['name', 'baseUrl', 'kinds', 'waiting', 'dead', 'lastOkAt', 'status'],
    filters: ['name', 'kinds', 'status'],
    search: ['name'],
    sorts: ['lastOkAt'],
  },
  form: ['name', 'baseUrl', 'kinds', 'remark'],
  operations: ['list', 'detail', 'add', 'edit', 'export'],
  transitions: {
    pause: { from: ['on'], to: 'paused', permission: 'edit' },
    resume: { from: ['paused'], to: 'on', permission: 'edit' },
  },
});
export type InsEndpoint = RowOf<typeof insEndpoint>;

/** A new key, told once; from then on the old one signs nothing. */
export const renewSecret = endpoint({
  method: 'POST',
  path: 'insuranceMgt/endpoint/secret',
  access: needs('ins:endpoint:edit'),
  body: z.strictObject({ id: idSchema }),
  data: z.object({ secret: z.string() }),
  action: 'edit',
  secret: true,
});

/** 保险推送: each message with what became of it (R59). */
export const insPush = defineResource({
  module: 'insurance',
  name: 'insPush',
  path: 'insuranceMgt/push',
  screen: '/insuranceMgt/insurancePush',
  permission: 'ins:push',
  actions: { export: 'list' },
  scope: 'parties',
  fields: {
    id: field.id(),
    createdAt: field.dateTime(derived),
    endpointId: field.ref('insurance.insEndpoint', derived),
    kind: field.dict('ins_push_kind', derived),
    docNo: field.text({ max: 24, ...derived }),
    deliveryId: rowOf(),
    seq: field.int(maybe),
    attempts: field.int(maybe),
    httpStatus: field.int(maybe),
    fault: field.text({ max: 500, ...maybe }),
    payloadHash: field.text({ max: 64, ...derived }),
    payload: field.json(derived),
    sentAt: field.dateTime(maybe),
    remark: field.text({ max: 500, ...maybe }),
    status: field.state('ins_push_status', 'waiting', 'sent', 'dead', 'skipped'),
  },
  title: 'docNo',
  list: {
    columns: ['createdAt', 'endpointId', 'kind', 'docNo', 'seq', 'attempts', 'httpStatus', 'fault', 'sentAt', 'status'],
    filters: ['endpointId', 'kind', 'docNo', 'status', 'createdAt'],
    search: ['docNo'],
    sorts: ['createdAt', 'sentAt'],
  },
  form: [],
  operations: ['list', 'detail', 'export'],
  transitions: {
    replay: { from: ['dead'], to: 'waiting' },
    skip: { from: ['dead'], to: 'skipped', permission: 'replay', remark: true, danger: true },
  },
});
export type InsPush = RowOf<typeof insPush>;

export const pushes = { resources: [insEndpoint, insPush], endpoints: [renewSecret] };
