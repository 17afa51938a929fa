import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema } from '#kit/contract/envelope.ts';
import { field } from '#kit/contract/field.ts';
import { needs } from '#kit/contract/permission.ts';
import { stamps } from '#kit/contract/presets.ts';
import { defineResource, type RowOf } from '#kit/contract/resource.ts';

/** 品类规则: what a category of goods asks of who sells and who buys it. */
export const categoryRule = defineResource({
  module: 'commerce',
  name: 'categoryRule',
  path: 'selectionLib/categoryRule',
  screen: '/selectionLib/categoryRule',
  permission: 'selection:rule',
  actions: { list: 'edit', add: 'edit', remove: 'edit', export: 'edit' },
  scope: 'tenant',
  fields: {
    id: field.id(),
    categoryId: field.ref('platform.sysCommoditySecondary', { fixed: true, where: { status: 'enabled' } }),
    parentName: field.text({ max: 40, derived: true, optional: true }),
    materialKind: field.dict('material_kind', { optional: true }),
    requiredDocKinds: field.dicts('document_kind'),
    coldChain: field.bool(),
    sellable: field.bool(),
    twoOperators: field.bool(),
    buyerTypes: field.dicts('principal_type'),
    buyerConfig: field.text({ max: 60, optional: true, pattern: /^[a-z][a-z_]*$/ }),
    afterSaleDays: field.int({ min: 0, max: 365, unit: 'day' }),
    serviceNote: field.text({ max: 200, optional: true }),
    /** What a change of the rule would touch. */
    commodities: field.int({ derived: true }),
    products: field.int({ derived: true }),
    ...stamps,
  },
  title: 'parentName',
  list: {
    columns: [
      'parentName',
      'categoryId',
      'materialKind',
      'requiredDocKinds',
      'coldChain',
      'sellable',
      'twoOperators',
      'buyerTypes',
      'buyerConfig',
      'afterSaleDays',
      'commodities',
      'products',
    ],
    filters: ['categoryId', 'sellable', 'coldChain', 'twoOperators', 'materialKind'],
    sorts: ['afterSaleDays'],
    sort: 'id',
  },
  form: [
    'categoryId',
    'materialKind',
    'requiredDocKinds',
    'coldChain',
    'sellable',
    'twoOperators',
    'buyerTypes',
    'buyerConfig',
    'afterSaleDays',
    'serviceNote',
  ],
  operations: ['list', 'detail', 'add', 'edit', 'remove', 'export'],
});
export type CategoryRule = RowOf<typeof categoryRule>;

/** What a change would touch: goods whose supplier lacks a paper that is asked for from now on. */
export const ruleImpact = endpoint({
  method: 'GET',
  path: 'selectionLib/categoryRule/impact',
  access: needs('selection:rule:edit'),
  query: z.strictObject({ categoryId: z.coerce.number().int().positive(), docKinds: z.string().max(500).optional() }),
  data: z.object({
    commodities: z.number(),
    products: z.number(),
    lacking: z.array(z.object({ supplierId: idSchema, supplier: z.string(), products: z.number() })),
  }),
});
