import { AppError, forbidden, invalid, notFound, refusal } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import type { Move } from '#kit/server/resource/write.ts';
import { today } from '#kit/server/today.ts';
import {
  type ArticleRevision,
  articleFromCase,
  articleRevision,
  type KnowledgeArticle,
  knowledgeArticle,
  myArticle,
  originDiff,
  tellableCases,
} from '#modules/cure/contract/knowledge/article.ts';
import { cleanHtml, isBlank, pictureIds, registerAdoptArticle } from '#modules/platform/server/index.ts';
import { pinyinOf } from '#modules/registry/server/index.ts';
import { unlinkArticle } from '../consult/consult.article.ts';
import { userName } from '../society/members.ts';
import { forgetReaders } from './article-reader.ts';
import { dropRevisions, handIn } from './article-revision.ts';
import { hotSql } from './article-visit-day.ts';
import { doseOutsideSql } from './dose-outside.ts';
import { draftFromCase, identityIn } from './from-case.ts';
import { adoptArticle, goLive, markOrigins, sendBack } from './knowledge-article.ts';
import { dropSalts } from './reader-salt.ts';

const last = (column: string) => `(select r.${column} from cure.article_revision r where r.article_id = t.id
  order by r.no desc limit 1)`;
const marks = {
  hotScore: hotSql,
  waiting: `(select r.status from cure.article_revision r where r.article_id = t.id
    and r.status = 'submitted' limit 1)`,
  opinion: last('opinion'),
  isMine: 'coalesce(coalesce(t.author_id, t.created_by) = kit.user_id(), false)',
};

/** Words are cleaned; pictures are those everybody may see, or none. */
async function prepared(call: Call, { title, content }: { title: string; content: string }) {
  const clean = cleanHtml(content);
  if (isBlank(clean)) throw invalid([{ field: 'content', key: 'error.field.required' }]);
  for (const id of new Set(pictureIds(clean))) {
    const [file] = await call.tx.query<{ tenant: number | null }>('select kit.public_file_tenant($1) as tenant', [id]);
    if (file?.tenant == null) throw invalid([{ field: 'content', key: 'cure.knowledgeArticle.picture' }]);
  }
  return { content: clean, pinyin: pinyinOf(title) };
}

const authorOf = async (tx: Tx, id: number) => {
  const [row] = await tx.query<{ authorId: number | null; source: string; sourceId: number | null }>(
    `select coalesce(author_id, created_by) as "authorId", source, source_id as "sourceId" from cure.knowledge_article
     where id = $1`,
    [id],
  );
  return row;
};
/** An article is its author's, or those who publish for all. */
async function refuseStranger(call: Call, id: number): Promise<void> {
  if (call.actor.actions.has('cure:baike:publish')) return;
  if ((await authorOf(call.tx, id))?.authorId !== call.actor.userId) throw forbidden();
}

async function beforeMove(call: Call, move: Move, row: KnowledgeArticle) {
  if (move.name === 'submit' || move.name === 'submitChange') {
    await refuseStranger(call, row.id);
    const own = await authorOf(call.tx, row.id);
    if (own?.source === 'fromCase' && own.sourceId) {
      const text = [row.title, row.summary, row.keywords, row.content, row.vetContent].join(' ');
      const found = await identityIn(call.tx, own.sourceId, text);
      if (found.length > 0) throw refusal('identity', 'cure.refusal.identity', { words: found.slice(0, 5).join('、') });
    }
    return undefined;
  }
  if (move.name === 'pin') return { pinnedUntil: (move.form as { until?: string | null }).until ?? null };
  if (move.name === 'show') return { publicFlag: true };
  if (move.name === 'hide') return { publicFlag: false };
  return { withdrawReason: move.remark };
}

/** R75: who wrote it does not approve it. */
async function beforeReview(call: Call, _move: Move, row: ArticleRevision) {
  const [own] = await call.tx.query<{ authorId: number | null; by: number | null }>(
    `select r.author_id as "authorId", coalesce(a.author_id, a.created_by) as by
     from cure.article_revision r join cure.knowledge_article a on a.id = r.article_id where r.id = $1`,
    [row.id],
  );
  if ([own?.authorId, own?.by].includes(call.actor.userId)) throw refusal('samePerson', 'cure.refusal.samePerson');
  return { reviewerId: call.actor.userId, reviewedAt: new Date().toISOString() };
}

export const knowledgeRoutes = (): Route[] => [
  ...serveResource(knowledgeArticle)({
    expressions: marks,
    match: {
      // R80: also by initials, and by any word for the disease.
      keyword: (value, add) => {
        const like = add(`%${value.replaceAll(/[\\%_]/g, '\\$&')}%`);
        return `(t.title ilike ${like} or t.summary ilike ${like} or t.keywords ilike ${like} or t.pinyin ilike ${like}
          or exists (select 1 from cure.cure_tag g where g.id in (t.tag_id, t.second_tag_id)
            and (g.name_zh ilike ${like} or g.name_en ilike ${like} or g.synonyms ilike ${like})))`;
      },
    },
    before: {
      add: async (call, values) => ({
        ...(await prepared(call, values)),
        authorId: call.actor.userId,
        authorName: call.actor.nickname,
      }),
      edit: async (call, values, row) => {
        await refuseStranger(call, row.id);
        return prepared(call, values);
      },
      remove: async (call, row) => {
        await refuseStranger(call, row.id);
        if (row.liveRevision !== null) throw new AppError(409, 'error.inUse', { args: { name: row.title } });
        await dropRevisions(call.tx, [row.id]);
        await inTenant(call.tx, call.actor.tenantNo, 'article', (all) => unlinkArticle(all, row.id));
      },
      transition: beforeMove,
    },
    after: {
      transition: async (call, move) => {
        if (move.name === 'submit' || move.name === 'submitChange') await handIn(call.tx, move.id, call.actor.nickname);
      },
    },
    can: (row, verb, actor) =>
      !['edit', 'remove', 'submit', 'submitChange'].includes(verb) ||
      row.isMine ||
      actor.actions.has('cure:baike:publish'),
  }),
  ...serveResource(myArticle)({
    table: 'cure.knowledge_article',
    expressions: marks,
    listed: 'coalesce(t.author_id, t.created_by) = kit.user_id()',
  }),
  ...serveResource(articleRevision)({
    expressions: {
      source: '(select a.source from cure.knowledge_article a where a.id = t.article_id)',
      liveContent: `(select r.content from cure.article_revision r join cure.knowledge_article a on a.id = r.article_id
        where a.id = t.article_id and r.no = a.live_revision and r.no <> t.no)`,
      doseOutside: doseOutsideSql('t.content'),
      reviewer: userName('t.reviewer_id'),
    },
    listed: `t.status <> 'draft'`,
    before: { transition: beforeReview },
    after: {
      transition: async (call, move, status) => {
        const [row] = await call.tx.query<{ articleId: number; no: number }>(
          'select article_id as "articleId", no from cure.article_revision where id = $1',
          [move.id],
        );
        if (!row) throw notFound();
        if (status === 'rejected') return void (await sendBack(call.tx, row.articleId));
        await goLive(call.tx, row.articleId, row.no, Boolean((move.form as { isPublic?: boolean }).isPublic));
      },
    },
  }),
  serve('cure', articleFromCase, async (call) => ({
    id: await draftFromCase(call as unknown as Call, call.body.consultId),
  })),
  serve('cure', tellableCases, async (call) => {
    const [rows] = await call.database.read<
      [{ id: number; docNo: string; species: string; signs: string; disease: string | null }]
    >(call.actor.scope, {
      text: `select c.id, c.doc_no as "docNo", c.species, c.signs,
          (select g.name_zh from cure.cure_tag g where g.id = c.diagnosis_tag_id) as disease
        from cure.consult c join cure.expert e on e.id = c.expert_id and e.user_id = kit.user_id()
        where c.status = 'closed' and c.outcome <> 'unknown' and c.share_consent <> 'none' and c.article_id is null
        order by c.closed_at desc limit 50`,
      values: [],
    });
    return rows;
  }),
  serve('cure', originDiff, async (call) => {
    const [rows] = await call.database.read<[{ title: string; own: string; originTitle: string; origin: string }]>(
      call.actor.scope,
      {
        text: `select a.title, a.content as own, s.title as "originTitle", s.content as origin
        from cure.knowledge_article a join cure.shared_article s on s.id = a.source_id
        where a.id = $1 and a.source = 'adopted'`,
        values: [call.query.id],
      },
    );
    if (!rows[0]) throw notFound();
    return rows[0];
  }),
];

export const registerKnowledge = (): void => registerAdoptArticle(adoptArticle);

/** At night: originals that changed, and readers nobody needs to tell apart any more. */
export async function knowledgeNight(tx: Tx): Promise<void> {
  await markOrigins(tx);
  await forgetReaders(tx);
  await dropSalts(tx, today());
}
