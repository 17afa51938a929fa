import { invalid, notFound } from '#kit/contract/errors.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import {
  adoptArticles,
  readArticle,
  sysEncyclopedia,
} from '#modules/platform/contract/reference/encyclopedia/sys-encyclopedia.ts';
import { operatorCan } from '../../common/operators-own.ts';
import { publicUrl } from '../../file/file-links.ts';
import { requirePublic } from '../../file/files.ts';
import { cleanHtml, isBlank, pictureIds, withPictures } from '../../notice/clean-html.ts';
import { dictRow, labelOf } from '../dictionaries.ts';
import { adoptOne } from './sys-encyclopedia-adoption.ts';

/** Written by the operator, read by everybody: its pictures are public ones, its words cleaned. */
async function prepared(call: Call, { content, cover }: { content: string; cover: number | null }) {
  const clean = cleanHtml(content);
  if (isBlank(clean)) throw invalid([{ field: 'content', key: 'error.field.required' }]);
  await requirePublic(call, 'cover', cover);
  for (const id of new Set(pictureIds(clean))) await requirePublic(call, 'content', id);
  return { content: clean };
}

interface Article {
  id: number;
  title: string;
  category: string;
  source: string | null;
  author: string | null;
  cover: number | null;
  content: string;
  published_at: string | null;
  views: number;
}

export const sysEncyclopediaRoutes = (): Route[] => [
  ...serveResource(sysEncyclopedia)({
    table: 'platform.sys_encyclopedia_seen',
    expressions: {
      views: 't.views::int',
      tenants: 'platform.encyclopedia_tenants(t.id)',
      adopted: 'exists (select 1 from platform.sys_encyclopedia_adoption a where a.article_id = t.id)',
    },
    before: {
      add: prepared,
      edit: prepared,
      transition: async (_call, move) =>
        move.name === 'publish' ? { publishedAt: new Date().toISOString() } : undefined,
    },
    can: operatorCan,
  }),
  serve('platform', readArticle, async ({ database, actor, params: { id }, language }) => {
    const row = await database.transaction(actor.scope, async (tx) => {
      await tx.query('select platform.encyclopedia_read($1)', [id]);
      const [found] = await tx.query<Article>(
        'select id, title, category, source, author, cover, content, published_at, views::int as views from platform.sys_encyclopedia_seen where id = $1',
        [id],
      );
      return found;
    });
    if (!row) throw notFound();
    const category = dictRow('baike_category', row.category, actor.tenantNo);
    return {
      id: row.id,
      title: row.title,
      categoryName: category ? labelOf(category, language) : row.category,
      source: row.source,
      author: row.author,
      coverUrl: row.cover === null ? null : publicUrl(row.cover),
      content: withPictures(row.content, publicUrl),
      publishedAt: row.published_at,
      views: row.views,
    };
  }),
  serve('platform', adoptArticles, async (call) => {
    let copied = 0;
    for (const id of new Set(call.body.idArr)) if (await adoptOne(call as unknown as Call, id)) copied += 1;
    call.answer.msg = call.say('platform.sysEncyclopedia.adoptedN', { n: copied });
    return { copied };
  }),
];
