import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema } from '#kit/contract/envelope.ts';

/** Of a tenant: the articles it adopted. Without one, or where it adopted none: all that the operator published. */
const t = z.coerce.number().int().min(1).max(9999).optional();

export const baikePageSize = 12;
const perMinute = 60;

const article = z.object({
  id: idSchema,
  title: z.string(),
  category: z.string(),
  categoryName: z.string(),
  speciesName: z.string().nullable(),
  source: z.string().nullable(),
  coverUrl: z.string().nullable(),
  publishedAt: z.string().nullable(),
  views: z.int(),
  hot: z.boolean(),
});

/** Published articles for readers without a login: the hot ones first, then the newest. Who wrote them is not told. */
export const publicBaikeList = endpoint({
  method: 'GET',
  path: 'public/cure/baike/list',
  // Public: readers without an account may read the published articles, sixty calls a minute.
  access: 'public',
  perMinute,
  query: z.object({
    t,
    q: z.string().trim().max(50).optional(),
    category: z.string().max(40).optional(),
    page: z.coerce.number().int().min(1).max(1000).default(1),
  }),
  data: z.object({
    rows: z.array(article.extend({ summary: z.string() })),
    total: z.int(),
    categories: z.array(z.object({ value: z.string(), label: z.string(), n: z.int() })),
  }),
});

export const publicBaikeArticle = endpoint({
  method: 'GET',
  path: 'public/cure/baike/:id',
  // Public: readers without an account may read a published article, sixty calls a minute.
  access: 'public',
  perMinute,
  params: z.object({ id: idSchema }),
  query: z.object({ t }),
  data: article.extend({ content: z.string() }),
});
