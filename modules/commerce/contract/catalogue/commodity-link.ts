import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema } from '#kit/contract/envelope.ts';
import { field } from '#kit/contract/field.ts';
import { needs } from '#kit/contract/permission.ts';
import { stamps } from '#kit/contract/presets.ts';
import { defineResource, type RowOf } from '#kit/contract/resource.ts';

const derived = { derived: true } as const;
const maybe = { derived: true, optional: true } as const;

/** 商品关联: which material of the depot a pack is, and how much of it. */
export const commodityLink = defineResource({
  module: 'commerce',
  name: 'commodityLink',
  path: 'suppliers/commodityRelated',
  screen: '/suppliers/commodityRelated',
  permission: 'supplier:link',
  actions: { list: 'edit', export: 'edit' },
  scope: 'jurisdiction',
  fields: {
    id: field.id(),
    supplierId: field.ref('registry.principal', derived),
    title: field.text({ max: 60, ...maybe }),
    spec: field.text({ max: 60, ...maybe }),
    unit: field.dict('unit', maybe),
    skuNo: field.text({ max: 12, ...maybe }),
    materialId: field.ref('depot.material', { optional: true, where: { sharing: 'shared', status: 'active' } }),
    factor: field.decimal({ optional: true, scale: 3, min: 0.001, max: 10_000_000 }),
    /** "1 箱 = 2000 头份". */
    words: field.text({ max: 80, ...maybe }),
    checkedBy: field.text({ max: 40, ...maybe }),
    status: field.state('commodity_link_status', 'open', 'linked', 'checked'),
    ...stamps,
  },
  title: 'title',
  list: {
    columns: ['title', 'spec', 'materialId', 'words', 'factor', 'checkedBy', 'unit', 'skuNo', 'supplierId', 'status'],
    filters: ['status', 'supplierId', 'materialId'],
    search: ['title', 'skuNo'],
    sorts: ['factor'],
  },
  form: ['materialId', 'factor'],
  operations: ['list', 'detail', 'edit', 'export'],
  transitions: {
    unlink: { from: ['linked', 'checked'], to: 'open', permission: 'edit', danger: true },
    check: { from: ['linked'], to: 'checked', permission: 'check' },
  },
});
export type CommodityLink = RowOf<typeof commodityLink>;

/** D9: bar code and approval number propose, people decide. */
export const suggestLink = endpoint({
  method: 'GET',
  path: 'suppliers/commodityRelated/suggest',
  access: needs('supplier:link:edit'),
  query: z.strictObject({ id: z.coerce.number().int().positive() }),
  data: z.array(
    z.object({ materialId: idSchema, name: z.string(), spec: z.string(), baseUnit: z.string(), score: z.number() }),
  ),
});
