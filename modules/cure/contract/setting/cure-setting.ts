import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { field } from '#kit/contract/field.ts';
import { needs } from '#kit/contract/permission.ts';
import { stamps } from '#kit/contract/presets.ts';
import { defineResource } from '#kit/contract/resource.ts';

/** 诊疗参数: what differs from the usual, by region; the nearest above a place decides. */
export const cureSetting = defineResource({
  module: 'cure',
  name: 'cureSetting',
  path: 'cure/setting',
  screen: '/cure/sys/setting',
  permission: 'cure:setting',
  actions: { list: 'edit', add: 'edit', remove: 'edit', export: 'edit' },
  scope: 'tenant',
  fields: {
    id: field.id(),
    code: field.dict('cure_parameter', { fixed: true }),
    regionCode: field.region({ fixed: true }),
    value: field.text({ max: 20 }),
    standard: field.text({ max: 20, derived: true, optional: true }),
    remark: field.longText({ max: 300, optional: true }),
    ...stamps,
  },
  title: 'value',
  list: {
    columns: ['code', 'regionCode', 'value', 'standard', 'remark', 'updatedByName', 'updatedAt'],
    filters: ['code', 'regionCode'],
    sorts: ['updatedAt'],
  },
  form: ['code', 'regionCode', 'value', 'remark'],
  operations: ['list', 'detail', 'add', 'edit', 'remove', 'export'],
});

/** Every parameter with what is usual, and by which way calls go when two browsers cannot reach each other. */
export const settingOverview = endpoint({
  method: 'GET',
  path: 'cure/setting/overview',
  access: needs('cure:setting:edit'),
  data: z.object({
    usual: z.array(z.object({ code: z.string(), usual: z.string(), changed: z.number().int() })),
    /** Servers a call is relayed by, with credentials that live a minute: the page tries one. */
    relay: z.array(z.object({ urls: z.array(z.string()), username: z.string(), credential: z.string() })),
  }),
});
