import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema } from '#kit/contract/envelope.ts';
import { type Field, field } from '#kit/contract/field.ts';
import { isRegionCode } from '#kit/contract/region.ts';
import { defineResource, type RowOf } from '#kit/contract/resource.ts';

const regions = z.array(z.number().int().refine(isRegionCode, { error: 'error.field.region' })).max(50);

/** 服务信息: what a unit offers, where, and for how much. */
export const serviceInfo = defineResource({
  module: 'registry',
  name: 'serviceInfo',
  path: 'pri/service/info',
  screen: '/pri/serviceInfo',
  permission: 'pri:service',
  actions: { add: 'edit', remove: 'edit', export: 'list' },
  scope: 'jurisdiction',
  fields: {
    id: field.id(),
    principalId: field.ref('registry.principal', { fixed: true }),
    regionCode: field.region({ derived: true }),
    title: field.text({ max: 60 }),
    serviceKind: field.dict('service_kind'),
    price: field.decimal({ scale: 2, min: 0, max: 99_999_999, optional: true }),
    priceUnit: field.text({ max: 20, optional: true }),
    serviceRegions: { ...field.json(), schema: regions } as unknown as Field<number[]>,
    regionNames: field.text({ max: 2000, derived: true, optional: true }),
    // A line of the unit: a person's own number is nobody else's business.
    phone: field.text({ max: 20, pattern: /^(0\d{2,3}-?\d{7,8}|400-?\d{3}-?\d{4})$/ }),
    intro: field.longText({ max: 2000, optional: true }),
    validTo: field.date(),
    status: field.state('service_info_status', 'draft', 'published', 'withdrawn'),
    createdAt: field.dateTime({ derived: true }),
  },
  title: 'title',
  list: {
    columns: ['title', 'serviceKind', 'principalId', 'price', 'priceUnit', 'regionNames', 'phone', 'validTo', 'status'],
    filters: ['serviceKind', 'principalId', 'status', 'regionCode', 'validTo'],
    search: ['title', 'intro'],
    sorts: ['validTo', 'price', 'createdAt'],
  },
  form: ['principalId', 'title', 'serviceKind', 'price', 'priceUnit', 'phone', 'validTo', 'serviceRegions', 'intro'],
  detail: [
    'principalId',
    'regionCode',
    'serviceKind',
    'price',
    'priceUnit',
    'phone',
    'validTo',
    'createdAt',
    'regionNames',
    'intro',
  ],
  operations: ['list', 'detail', 'add', 'edit', 'remove', 'export'],
  editableIn: ['draft', 'withdrawn'],
  transitions: {
    publish: { from: ['draft', 'withdrawn'], to: 'published' },
    withdraw: { from: ['published'], to: 'withdrawn', permission: 'edit', danger: true },
  },
});
export type ServiceInfo = RowOf<typeof serviceInfo>;

/** Published services offered where somebody is, of whatever unit of the tenant. */
export const serviceOffers = endpoint({
  method: 'GET',
  path: 'pri/service/info/offers',
  access: 'session',
  query: z.object({ regionCode: z.coerce.number().int().positive(), serviceKind: z.string().max(40).optional() }),
  data: z.array(
    z.object({
      id: idSchema,
      title: z.string(),
      serviceKind: z.string(),
      price: z.number().nullable(),
      priceUnit: z.string().nullable(),
      phone: z.string(),
      unitName: z.string(),
      validTo: z.string(),
    }),
  ),
});
