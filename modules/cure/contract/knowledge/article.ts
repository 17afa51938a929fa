import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { idSchema } from '#kit/contract/envelope.ts';
import { field } from '#kit/contract/field.ts';
import { needs } from '#kit/contract/permission.ts';
import { stamps } from '#kit/contract/presets.ts';
import { defineResource, type RowOf } from '#kit/contract/resource.ts';

const derived = { derived: true } as const;
const maybe = { derived: true, optional: true } as const;

const words = {
  title: field.text({ min: 4, max: 60 }),
  category: field.dict('baike_category'),
  species: field.dicts('species'),
  tagId: field.ref('cure.cureTag', { optional: true, where: { status: 'enabled' } }),
  secondTagId: field.ref('cure.cureTag', { optional: true, where: { status: 'enabled' } }),
  keywords: field.text({ max: 100, optional: true }),
  summary: field.text({ max: 200, optional: true }),
  content: field.longText({ max: 60_000 }),
  /** Doses and whatever else only vets read. */
  vetContent: field.longText({ max: 20_000, optional: true }),
} as const;
const marks = {
  source: field.dict('knowledge_article_source', derived),
  authorName: field.text({ max: 40, ...maybe }),
  views: field.int(derived),
  helpful: field.int(derived),
  unhelpful: field.int(derived),
  /** 14 days of readers, the newest counting most. */
  hotScore: field.decimal({ scale: 1, ...derived }),
  liveRevision: field.int(maybe),
  /** How a text under review stands. */
  waiting: field.dict('article_revision_status', maybe),
  opinion: field.text({ max: 500, ...maybe }),
  isMine: field.bool(derived),
  publishedAt: field.dateTime(maybe),
} as const;
const state = field.state('knowledge_article_status', 'draft', 'submitted', 'published', 'rejected', 'withdrawn');
const writing = [
  'title',
  'category',
  'species',
  'tagId',
  'secondTagId',
  'keywords',
  'summary',
  'content',
  'vetContent',
] as const;

/** 知识百科. The row is what is being written; readers see the revision that was approved. */
export const knowledgeArticle = defineResource({
  module: 'cure',
  name: 'knowledgeArticle',
  path: 'cure/baike',
  screen: '/cure/knowledge/baike',
  permission: 'cure:baike',
  actions: { add: 'write', edit: 'write', remove: 'write', export: 'list' },
  scope: 'tenant',
  fields: {
    id: field.id(),
    ...words,
    ...marks,
    publicFlag: field.bool(derived),
    pinnedUntil: field.date(maybe),
    originUpdated: field.bool(derived),
    status: state,
    ...stamps,
  },
  title: 'title',
  list: {
    columns: [
      'title',
      'category',
      'tagId',
      'authorName',
      'source',
      'views',
      'helpful',
      'hotScore',
      'publicFlag',
      'waiting',
      'originUpdated',
      'status',
    ],
    filters: ['status', 'category', 'species', 'tagId', 'source', 'publicFlag', 'originUpdated'],
    search: ['title', 'summary', 'keywords'],
    sorts: ['views', 'hotScore', 'publishedAt'],
  },
  form: writing,
  operations: ['list', 'detail', 'add', 'edit', 'remove', 'export'],
  editableIn: ['draft', 'rejected', 'withdrawn', 'published'],
  transitions: {
    submit: { from: ['draft', 'rejected', 'withdrawn'], to: 'submitted', permission: 'write' },
    submitChange: { from: ['published'], to: 'published', permission: 'write' },
    pin: {
      from: ['published'],
      to: 'published',
      permission: 'publish',
      form: { until: field.date({ optional: true }) },
    },
    show: { from: ['published'], to: 'published', permission: 'publish' },
    hide: { from: ['published'], to: 'published', permission: 'publish', danger: true },
    withdraw: { from: ['published'], to: 'withdrawn', permission: 'publish', remark: true, danger: true },
  },
});
export type KnowledgeArticle = RowOf<typeof knowledgeArticle>;

/** 我的百科: the caller's own. */
export const myArticle = defineResource({
  module: 'cure',
  name: 'myArticle',
  path: 'cure/myBaike',
  screen: '/cure/expert/baike',
  permission: 'cure:baike',
  actions: { list: 'write', export: 'write' },
  scope: 'tenant',
  fields: { id: field.id(), ...words, ...marks, status: state, ...stamps },
  title: 'title',
  list: {
    columns: ['title', 'category', 'source', 'views', 'helpful', 'waiting', 'opinion', 'updatedAt', 'status'],
    filters: ['status', 'category', 'source'],
    search: ['title'],
    sorts: ['updatedAt'],
    sort: '-updatedAt',
  },
  form: [],
  detail: [...writing, 'opinion'],
  operations: ['list', 'detail', 'export'],
});

/** 百科审核: a text as it was handed in, beside the one readers have. */
export const articleRevision = defineResource({
  module: 'cure',
  name: 'articleRevision',
  path: 'cure/revision',
  screen: '/cure/society/baike',
  permission: 'cure:baike',
  actions: { list: 'review', export: 'review' },
  scope: 'tenant',
  fields: {
    id: field.id(),
    articleId: field.ref('cure.knowledgeArticle', derived),
    no: field.int(derived),
    title: field.text({ max: 60, ...derived }),
    category: field.dict('baike_category', derived),
    source: field.dict('knowledge_article_source', derived),
    tagId: field.ref('cure.cureTag', maybe),
    summary: field.text({ max: 200, ...maybe }),
    content: field.longText({ max: 60_000, ...derived }),
    vetContent: field.longText({ max: 20_000, ...maybe }),
    /** What readers have now. */
    liveContent: field.longText({ max: 60_000, ...maybe }),
    /** R77: a dose where everybody reads it. */
    doseOutside: field.bool(derived),
    authorName: field.text({ max: 40, ...maybe }),
    submittedAt: field.dateTime(maybe),
    reviewer: field.text({ max: 40, ...maybe }),
    reviewedAt: field.dateTime(maybe),
    opinion: field.text({ max: 500, ...maybe }),
    status: field.state('article_revision_status', 'draft', 'submitted', 'published', 'rejected'),
  },
  title: 'title',
  list: {
    columns: [
      'title',
      'no',
      'category',
      'source',
      'authorName',
      'submittedAt',
      'doseOutside',
      'reviewer',
      'opinion',
      'status',
    ],
    filters: ['status', 'category', 'articleId', 'submittedAt'],
    search: ['title'],
    sorts: ['submittedAt'],
    sort: '-submittedAt',
  },
  form: [],
  detail: [
    'title',
    'no',
    'authorName',
    'submittedAt',
    'category',
    'tagId',
    'summary',
    'content',
    'vetContent',
    'liveContent',
    'opinion',
  ],
  operations: ['list', 'detail', 'export'],
  transitions: {
    publish: {
      from: ['submitted'],
      to: 'published',
      permission: 'review',
      form: { opinion: field.text({ max: 500, optional: true }), isPublic: field.bool() },
    },
    reject: {
      from: ['submitted'],
      to: 'rejected',
      permission: 'review',
      form: { opinion: field.text({ max: 500 }) },
      danger: true,
    },
  },
});
export type ArticleRevision = RowOf<typeof articleRevision>;

/** R76: a draft out of a closed case, with nobody in it. */
export const articleFromCase = endpoint({
  method: 'POST',
  path: 'cure/baike/fromConsult',
  access: needs('cure:baike:write'),
  body: z.strictObject({ consultId: idSchema }),
  data: z.object({ id: idSchema }),
  action: 'add',
});

/** Closed cases of the caller whose holder lets them be told. */
export const tellableCases = endpoint({
  method: 'GET',
  path: 'cure/baike/cases',
  access: needs('cure:baike:write'),
  data: z.array(
    z.object({
      id: idSchema,
      docNo: z.string(),
      species: z.string(),
      signs: z.string(),
      disease: z.string().nullable(),
    }),
  ),
});

/** R81: what the shared original says now, beside the copy. */
export const originDiff = endpoint({
  method: 'GET',
  path: 'cure/baike/originDiff',
  access: needs('cure:baike:list'),
  query: z.strictObject({ id: z.coerce.number().int().positive() }),
  data: z.object({ title: z.string(), own: z.string(), originTitle: z.string(), origin: z.string() }),
});
