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
  publicBaikeList,
} from '#modules/platform/contract/reference/encyclopedia/public-baike.ts';
import { publicUrl } from '../../file/file-links.ts';
import { withPictures } from '../../notice/clean-html.ts';

const shared = `select id, title, category, species, tags, cover, content, source, hot, views, published_at
  from platform.sys_encyclopedia where status = 'published'`;

/** The tenant's copies; what the operator withdrew is shown by nobody. */
const adopted = `select e.id, a.title, a.category, a.species, e.tags, a.cover, a.content, a.source, e.hot, e.views, e.published_at
  from platform.sys_encyclopedia_adoption a join platform.sys_encyclopedia e on e.id = a.article_id
  where a.tenant_no = kit.tenant() and e.status = 'published'`;

const columns = `id, title, category, species, cover, content, source, hot, views::int as views, to_char(published_at at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as "publishedAt"`;

interface Row {
  id: number;
  title: string;
  category: string;
  species: string | null;
  cover: number | null;
  content: string;
  source: string | null;
  hot: boolean;
  views: number;
  publishedAt: string | null;
}

async function sourceFor(tx: Tx): Promise<string> {
  if (tx.scope.tenantNo === 0) return shared;
  const [own] = await tx.query(`${adopted} limit 1`, []);
  return own ? adopted : shared;
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

const shownOf = ({ cover, species, content: _, ...row }: Row, label: ReturnType<typeof labelIn>) => ({
  ...row,
  categoryName: label('baike_category', row.category),
  speciesName: species === null ? null : label('species', species),
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

export const publicBaikeRoutes = (): Route[] => [
  serve('platform', publicBaikeList, async ({ database, language, query: { t, q, category, page } }) =>
    readHere(database, t, async (tx) => {
      const label = labelIn(tx.scope.tenantNo, language);
      const source = await sourceFor(tx);
      const pattern = q ? `%${q.replaceAll(/[\\%_]/g, '\\$&')}%` : null;
      const matching = `from (${source}) s where ($1::text is null or title ilike $1 or tags ilike $1 or content ilike $1)`;
      const counts = await tx.query<{ category: string; n: number }>(
        `select category, count(*)::int as n ${matching} group by 1 order by 2 desc, 1`,
        [pattern],
      );
      const rows = await tx.query<Row>(
        `select ${columns} ${matching} and ($2::text is null or category = $2)
         order by hot desc, published_at desc nulls last, id desc limit ${baikePageSize} offset $3`,
        [pattern, category ?? null, (page - 1) * baikePageSize],
      );
      return {
        rows: rows.map((row) => ({ ...shownOf(row, label), summary: summaryOf(row.content) })),
        total: counts.reduce((sum, one) => sum + (category && one.category !== category ? 0 : one.n), 0),
        categories: counts.map((one) => ({
          value: one.category,
          label: label('baike_category', one.category),
          n: one.n,
        })),
      };
    }),
  ),
  serve('platform', publicBaikeArticle, async ({ database, language, params: { id }, query: { t } }) =>
    readHere(database, t, async (tx) => {
      // Articles are written at home; other cells hold copies.
      await tx.query('select platform.encyclopedia_read($1) where kit.is_here(0)', [id]);
      const find = (source: string) => tx.query<Row>(`select ${columns} from (${source}) s where id = $1`, [id]);
      // A link to a shared article opens for everybody, whichever tenant's list it was passed on from.
      const [row] = [...(tx.scope.tenantNo === 0 ? [] : await find(adopted)), ...(await find(shared))];
      if (!row) throw notFound();
      return {
        ...shownOf(row, labelIn(tx.scope.tenantNo, language)),
        content: withPictures(row.content, publicUrl),
      };
    }),
  ),
];
