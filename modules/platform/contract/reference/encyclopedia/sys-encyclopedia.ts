import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema } from '#kit/contract/envelope.ts';
import { field } from '#kit/contract/field.ts';
import { needs } from '#kit/contract/permission.ts';
import { defineResource, type RowOf } from '#kit/contract/resource.ts';

/** Articles the operator writes for all tenants. */
export const sysEncyclopedia = defineResource({
  module: 'platform',
  name: 'sysEncyclopedia',
  path: 'sys/encyclopedia',
  screen: '/tenant/encyclopedia',
  permission: 'sys:encyclopedia',
  actions: { add: 'edit', remove: 'edit' },
  scope: 'global',
  fields: {
    id: field.id(),
    cover: field.int({ min: 1, optional: true }),
    title: field.text({ max: 100 }),
    category: field.dict('baike_category'),
    species: field.dict('species', { optional: true }),
    tags: field.text({ max: 100, optional: true }),
    content: field.longText({ max: 60_000 }),
    source: field.text({ max: 80, optional: true }),
    author: field.text({ max: 40, optional: true }),
    hot: field.bool(),
    views: field.int({ derived: true }),
    /** Tenants that took it. */
    tenants: field.int({ derived: true }),
    /** Taken by the caller's tenant. */
    adopted: field.bool({ derived: true }),
    publishedAt: field.dateTime({ derived: true, optional: true }),
    status: field.state('sys_encyclopedia_status', 'draft', 'published', 'withdrawn'),
  },
  title: 'title',
  list: {
    columns: ['cover', 'title', 'category', 'species', 'source', 'views', 'hot', 'tenants', 'adopted', 'status'],
    filters: ['category', 'species', 'status', 'adopted', 'hot'],
    search: ['title', 'tags'],
    sorts: ['views', 'publishedAt'],
  },
  form: ['title', 'category', 'species', 'tags', 'cover', 'content', 'source', 'author', 'hot'],
  operations: ['list', 'detail', 'add', 'edit', 'remove'],
  editableIn: ['draft', 'withdrawn'],
  transitions: {
    publish: { from: ['draft', 'withdrawn'], to: 'published' },
    withdraw: { from: ['published'], to: 'withdrawn', permission: 'publish', remark: true, danger: true },
  },
});
export type SysEncyclopedia = RowOf<typeof sysEncyclopedia>;

/** An article as its readers see it, pictures and all; counts a reader. */
export const readArticle = endpoint({
  method: 'GET',
  path: 'sys/encyclopedia/read/:id',
  access: needs('sys:encyclopedia:list'),
  params: z.object({ id: idSchema }),
  data: z.object({
    id: idSchema,
    title: z.string(),
    categoryName: z.string(),
    source: z.string().nullable(),
    author: z.string().nullable(),
    coverUrl: z.string().nullable(),
    content: z.string(),
    publishedAt: z.string().nullable(),
    views: z.number(),
  }),
});

/** Makes copies that belong to the caller's tenant from then on; what was taken before is left as it is. */
export const adoptArticles = endpoint({
  method: 'POST',
  path: 'sys/encyclopedia/adopt',
  access: needs('sys:encyclopedia:adopt'),
  body: z.strictObject({ idArr: z.array(idSchema).min(1).max(100) }),
  data: z.object({ copied: z.number() }),
  action: 'add',
});
