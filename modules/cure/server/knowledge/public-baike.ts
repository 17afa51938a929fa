import sanitize from 'sanitize-html';
import type { Language } from '#kit/contract/envelope.ts';
import { notFound } from '#kit/contract/errors.ts';
import type { Database, Tx } from '#kit/server/db/database.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import { type Route, serve } from '#kit/server/http/call.ts';
import { lookups } from '#kit/server/resource/lookups.ts';
import {
  baikePageSize,
  publicBaikeArticle,
  publicBaikeHelpful,
  publicBaikeList,
  publicNotices,
} from '#modules/cure/contract/knowledge/public-baike.ts';
import { publicUrl, withPictures } from '#modules/platform/server/index.ts';
import { readBy, voteBy } from './article-reader.ts';
import { hotSql } from './article-visit-day.ts';

const shared = `select id, title, category, case when species is null then '{}' else array[species] end as species,
    coalesce(tags, '') as words, null::text as summary, cover, content, source, hot, views::int as views, published_at,
    0::float8 as score, false as pinned, '' as pinyin, 0 as helpful
  from cure.shared_article`;

/** R77: approved, meant for everybody, and of the approved text never the part for vets. */
const own = `select t.id, r.title, r.category, r.species, concat_ws(' ', r.keywords, g.name_zh, g.name_en, g.synonyms,
      h.name_zh, h.synonyms) as words, r.summary, r.cover, r.content,
    concat_ws(' · ', t.author_name, t.author_title) as source, ${hotSql} >= 30 as hot, t.views, t.published_at,
    ${hotSql} as score, coalesce(t.pinned_until >= current_date, false) as pinned, t.pinyin, t.helpful
  from cure.knowledge_article t join cure.article_revision r on r.article_id = t.id and r.no = t.live_revision
    left join cure.cure_tag g on g.id = r.tag_id left join cure.cure_tag h on h.id = r.second_tag_id
  where t.tenant_no = kit.tenant() and t.status = 'published' and t.public_flag`;

const columns = `id, title, category, species, summary, cover, content, nullif(source, '') as source, hot, views, helpful,
  to_char(published_at at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as "publishedAt"`;
const order = 'order by pinned desc, hot desc, score desc, published_at desc nulls last, id desc';

interface Row {
  id: number;
  title: string;
  category: string;
  species: string[];
  summary: string | null;
  cover: number | null;
  content: string;
  source: string | null;
  hot: boolean;
  views: number;
  helpful: number;
  publishedAt: string | null;
}

async function sourceFor(tx: Tx): Promise<{ sql: string; isOwn: boolean }> {
  if (tx.scope.tenantNo === 0) return { sql: shared, isOwn: false };
  const [any] = await tx.query(`${own} limit 1`, []);
  return any ? { sql: own, isOwn: true } : { sql: shared, isOwn: false };
}

/** In the cell where the tenant is; the gate asks the next one on 404. */
async function readHere<T>(database: Database, t: number | undefined, read: (tx: Tx) => Promise<T>): Promise<T> {
  const scope = systemScope(t ?? 0, 'publicBaike');
  const [[row]] = await database.read<[{ isHere: boolean }]>(scope, {
    text: 'select kit.is_here($1) as "isHere"',
    values: [scope.tenantNo],
  });
  if (!row?.isHere) throw notFound();
  return database.transaction(scope, read);
}

const labelIn = (tenantNo: number, language: Language) => (dict: string, value: string) =>
  lookups().dictLabel(dict, value, tenantNo, language) ?? value;

const shownOf = (
  { cover, species, content: _, summary: __, helpful: ___, ...row }: Row,
  label: ReturnType<typeof labelIn>,
) => ({
  ...row,
  categoryName: label('baike_category', row.category),
  speciesName: species.length === 0 ? null : species.map((one) => label('species', one)).join('、'),
  coverUrl: cover === null ? null : publicUrl(cover),
});

const summaryLength = 90;

/** The first words of the text, without its headings. */
function summaryOf(html: string): string {
  const words = sanitize(html, {
    allowedTags: [],
    allowedAttributes: {},
    nonTextTags: ['h2', 'h3', 'h4', 'style', 'script', 'textarea', 'option'],
    parser: { decodeEntities: true },
  })
    .replaceAll(/&(amp|lt|gt|quot|nbsp);/g, (_, name: string) => entities[name] ?? ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return words.length > summaryLength ? `${words.slice(0, summaryLength)}…` : words;
}
const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' };

/** R80: the main word of a synonym that was asked for. */
async function meantBy(tx: Tx, q: string | undefined): Promise<string | null> {
  if (!q) return null;
  const [row] = await tx.query<{ name: string }>(
    `select name_zh as name from cure.cure_tag where tenant_no = kit.tenant() and status = 'enabled'
       and $1 = any (regexp_split_to_array(coalesce(synonyms, ''), '[、,，; ]+')) and name_zh <> $1 limit 1`,
    [q],
  );
  return row?.name ?? null;
}

const typeName: Readonly<Record<Language, string>> = {
  zh_CN: 'y.name_zh',
  zh_TW: 'coalesce(y.name_tw, y.name_zh)',
  en: 'y.name_en',
};

export const publicBaikeRoutes = (): Route[] => [
  serve('cure', publicBaikeList, async ({ database, language, query: { t, q, category, species, page } }) =>
    readHere(database, t, async (tx) => {
      const label = labelIn(tx.scope.tenantNo, language);
      const { sql } = await sourceFor(tx);
      const pattern = q ? `%${q.replaceAll(/[\\%_]/g, '\\$&')}%` : null;
      const matching = `from (${sql}) s where ($1::text is null or title ilike $1 or words ilike $1 or content ilike $1
        or summary ilike $1 or pinyin ilike $1) and ($2::text is null or $2 = any (species))`;
      const counts = await tx.query<{ category: string; n: number }>(
        `select category, count(*)::int as n ${matching} group by 1 order by 2 desc, 1`,
        [pattern, species ?? null],
      );
      const rows = await tx.query<Row>(
        `select ${columns} ${matching} and ($3::text is null or category = $3)
         ${order} limit ${baikePageSize} offset $4`,
        [pattern, species ?? null, category ?? null, (page - 1) * baikePageSize],
      );
      const hot = await tx.query<{ id: number; title: string }>(
        `select id, title from (${sql}) s ${order} limit 10`,
        [],
      );
      return {
        rows: rows.map((row) => ({ ...shownOf(row, label), summary: row.summary ?? summaryOf(row.content) })),
        total: counts.reduce((sum, one) => sum + (category && one.category !== category ? 0 : one.n), 0),
        categories: counts.map((one) => ({
          value: one.category,
          label: label('baike_category', one.category),
          n: one.n,
        })),
        hot,
        meant: await meantBy(tx, q),
      };
    }),
  ),
  serve('cure', publicBaikeArticle, async ({ database, language, ip, params: { id }, query: { t } }) =>
    readHere(database, t, async (tx) => {
      const { sql, isOwn } = await sourceFor(tx);
      // Articles of the operator are written at home; other cells hold copies.
      if (!isOwn) await tx.query('select platform.encyclopedia_read($1) where kit.is_here(0)', [id]);
      const [row] = await tx.query<Row>(`select ${columns} from (${sql}) s where id = $1`, [id]);
      if (!row) throw notFound();
      if (isOwn) await readBy(tx, id, ip);
      const related = await tx.query<{ id: number; title: string }>(
        `select id, title from (${sql}) s where id <> $1 and category = $2 ${order} limit 5`,
        [id, row.category],
      );
      return {
        ...shownOf(row, labelIn(tx.scope.tenantNo, language)),
        content: withPictures(row.content, publicUrl),
        helpful: row.helpful,
        canVote: isOwn,
        related,
      };
    }),
  ),
  serve('cure', publicBaikeHelpful, async ({ database, ip, body: { t, id, helpful } }) =>
    readHere(database, t, async (tx) => {
      const { sql, isOwn } = await sourceFor(tx);
      const [row] = await tx.query(`select 1 from (${sql}) s where id = $1`, [id]);
      if (!row || !isOwn) throw notFound();
      return { counted: await voteBy(tx, id, ip, helpful) };
    }),
  ),
  serve('cure', publicNotices, async ({ database, language, query: { t } }) =>
    readHere(database, t, (tx) =>
      tx.query<{ id: number; type: string; color: string | null; title: string; content: string; publishedAt: string }>(
        `select n.id, ${typeName[language]} as type,
           y.color, n.title, n.content, to_char(n.published_at at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as "publishedAt"
         from cure.cure_notice n join cure.cure_notice_type y on y.id = n.type_id
         where n.tenant_no = kit.tenant() and n.status = 'published' and n.public_flag
           and (n.valid_to is null or n.valid_to >= current_date) order by n.published_at desc limit 10`,
        [],
      ),
    ),
  ),
];
