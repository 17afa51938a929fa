import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema } from '#kit/contract/envelope.ts';
import { needs } from '#kit/contract/permission.ts';

/** The common tree of goods as this tenant has it: what is shown, under which name, in which order. */
const own = {
  categoryId: idSchema,
  alias: z.string().trim().max(40).nullable(),
  visible: z.boolean(),
  orderNum: z.number().int().min(0).max(99_999),
};

const leaf = z.object({ ...own, code: z.string(), name: z.string(), commodities: z.number() });
export const categoryNode = leaf.extend({ children: z.array(leaf) });
export type CategoryLeaf = z.output<typeof leaf>;
export type CategoryNode = z.output<typeof categoryNode>;

export const tenantCategories = endpoint({
  method: 'GET',
  path: 'sys/tenantCategory/tree',
  access: needs('sys:category:list'),
  data: z.array(categoryNode),
});

export const saveTenantCategories = endpoint({
  method: 'POST',
  path: 'sys/tenantCategory/save',
  access: needs('sys:category:edit'),
  body: z.strictObject({ items: z.array(z.strictObject(own)).min(1).max(500) }),
  data: z.object({ saved: z.number() }),
  action: 'edit',
});
