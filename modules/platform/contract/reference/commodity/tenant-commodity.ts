import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema } from '#kit/contract/envelope.ts';
import { type Field, field } from '#kit/contract/field.ts';
import { needs } from '#kit/contract/permission.ts';
import { defineResource, type RowOf } from '#kit/contract/resource.ts';

export const maxPhotos = 9;
const photoIds = z
  .array(z.number().int().positive().max(Number.MAX_SAFE_INTEGER))
  .max(maxPhotos)
  .nullish()
  .transform((value) => value ?? []);

/** Standard products of a tenant, which suppliers' offers refer to. */
export const tenantCommodity = defineResource({
  module: 'platform',
  name: 'tenantCommodity',
  path: 'sys/commodity',
  screen: '/tenant/commodityLibrary',
  permission: 'sys:commodity',
  actions: { add: 'edit', remove: 'edit', export: 'list' },
  scope: 'tenant',
  fields: {
    id: field.id(),
    photos: { ...field.json({ optional: true }), schema: photoIds } as unknown as Field<number[]>,
    commodityCode: field.text({ max: 30, pattern: /^[A-Za-z0-9-]+$/, fixed: true }),
    commodityName: field.text({ max: 80 }),
    categoryId: field.ref('platform.sysCommoditySecondary'),
    brand: field.text({ max: 40, optional: true }),
    spec: field.text({ max: 60 }),
    unit: field.dict('unit'),
    manufacturer: field.text({ max: 80, optional: true }),
    licenceKind: field.dict('licence_kind', { derived: true }),
    licenceNo: field.text({ max: 60, optional: true }),
    /** Its category asks for a licence and there is none. */
    licenceMissing: field.bool({ derived: true }),
    storageCondition: field.dict('storage_condition', { optional: true }),
    shelfLifeDays: field.int({ min: 1, max: 36_500, optional: true }),
    restricted: field.bool(),
    detail: field.longText({ max: 4000, optional: true }),
    status: field.state('tenant_commodity_status', 'draft', 'onShelf', 'offShelf'),
  },
  title: 'commodityName',
  list: {
    columns: [
      'photos',
      'commodityCode',
      'commodityName',
      'categoryId',
      'spec',
      'unit',
      'manufacturer',
      'licenceNo',
      'restricted',
      'status',
    ],
    filters: ['categoryId', 'manufacturer', 'status', 'licenceMissing', 'restricted'],
    search: ['commodityName', 'commodityCode', 'brand', 'licenceNo'],
    sorts: ['commodityCode', 'commodityName'],
    sort: 'commodityCode',
  },
  form: [
    'commodityCode',
    'commodityName',
    'categoryId',
    'brand',
    'spec',
    'unit',
    'manufacturer',
    'licenceNo',
    'storageCondition',
    'shelfLifeDays',
    'restricted',
    'detail',
    'photos',
  ],
  operations: ['list', 'detail', 'add', 'edit', 'remove', 'export', 'import'],
  transitions: {
    putOn: { from: ['draft', 'offShelf'], to: 'onShelf', permission: 'shelf' },
    takeOff: { from: ['onShelf'], to: 'offShelf', permission: 'shelf', danger: true },
  },
});
export type TenantCommodity = RowOf<typeof tenantCommodity>;

/** What suppliers and the selection library may choose from: on the shelf and never what the government issues (R117). */
export const commodityChoices = endpoint({
  method: 'GET',
  path: 'sys/commodity/choices',
  access: needs('sys:commodity:list', 'supplier:commodity:list', 'selection:commodity:review'),
  query: z.strictObject({
    keyword: z.string().trim().max(50).optional(),
    categoryId: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER).optional(),
  }),
  data: z.array(
    z.object({
      id: idSchema,
      commodityCode: z.string(),
      commodityName: z.string(),
      spec: z.string(),
      unit: z.string(),
    }),
  ),
});
