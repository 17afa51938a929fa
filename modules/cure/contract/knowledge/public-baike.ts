import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema } from '#kit/contract/envelope.ts';

/** Of a tenant: its own public articles. Without one, or where it has none: all that the operator published. */
const t = z.coerce.number().int().min(1).max(9999).optional();

export const baikePageSize = 12;
const perMinute = 60;

const article = z.object({
  id: idSchema,
  title: z.string(),
  category: z.string(),
  categoryName: z.string(),
  speciesName: z.string().nullable(),
  /** Name and title of who wrote it, or where it comes from. */
  source: z.string().nullable(),
  coverUrl: z.string().nullable(),
  publishedAt: z.string().nullable(),
  views: z.int(),
  hot: z.boolean(),
});
const hot = z.object({ id: idSchema, title: z.string() });

/** Published articles for readers without a login: pinned ones, then the hottest. */
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
    species: z.string().max(20).optional(),
    page: z.coerce.number().int().min(1).max(1000).default(1),
  }),
  data: z.object({
    rows: z.array(article.extend({ summary: z.string() })),
    total: z.int(),
    categories: z.array(z.object({ value: z.string(), label: z.string(), n: z.int() })),
    hot: z.array(hot),
    /** R80: the main word, where a synonym was asked for. */
    meant: z.string().nullable(),
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
  data: article.extend({
    content: z.string(),
    helpful: z.int(),
    /** Whether readers can say that it helped. */
    canVote: z.boolean(),
    related: z.array(hot),
  }),
});

export const publicBaikeHelpful = endpoint({
  method: 'POST',
  path: 'public/cure/baike/helpful',
  // Public: a reader says once a day whether an article helped.
  access: 'public',
  perMinute,
  body: z.strictObject({ t, id: idSchema, helpful: z.boolean() }),
  data: z.object({ counted: z.boolean() }),
});

export const publicNotices = endpoint({
  method: 'GET',
  path: 'public/cure/notice/list',
  // Public: announcements that are meant for everybody, until their last day.
  access: 'public',
  perMinute,
  query: z.object({ t }),
  data: z.array(
    z.object({
      id: idSchema,
      type: z.string(),
      color: z.string().nullable(),
      title: z.string(),
      content: z.string(),
      publishedAt: z.string(),
    }),
  ),
});
