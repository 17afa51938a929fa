import type { Tx } from '#kit/server/db/database.ts';
import type { AdoptedArticle } from '#modules/platform/server/index.ts';
import { pinyinOf } from '#modules/registry/server/index.ts';
import { takeOver } from './article-revision.ts';

/** R81: a copy owned by the tenant, and read by everybody as its original is. */
export async function adoptArticle(tx: Tx, article: AdoptedArticle): Promise<number> {
  const [row] = await tx.query<{ id: number }>(
    `insert into cure.knowledge_article (tenant_no, title, category, species, cover, content, source, source_id,
       author_name, public_flag, pinyin, live_revision, published_at, status, created_by)
     values (kit.tenant(), $1, $2, $3, $4, $5, 'adopted', $6, $7, true, $8, 1, now(), 'published', kit.user_id())
     returning id`,
    [
      article.title,
      article.category,
      article.species ? [article.species] : [],
      article.cover,
      article.content,
      article.articleId,
      article.source,
      pinyinOf(article.title),
    ],
  );
  const id = row?.id as number;
  await takeOver(tx, id);
  return id;
}

export interface CaseDraft {
  readonly consultId: number;
  readonly title: string;
  readonly species: string;
  readonly tagId: number | null;
  readonly summary: string;
  readonly content: string;
  readonly vetContent: string;
  readonly authorExpertId: number | null;
  readonly authorId: number | null;
  readonly authorName: string;
  readonly authorTitle: string | null;
}
export async function insertCaseDraft(tx: Tx, draft: CaseDraft): Promise<number> {
  const [row] = await tx.query<{ id: number }>(
    `insert into cure.knowledge_article (tenant_no, title, category, species, tag_id, summary, content, vet_content,
       source, source_id, author_expert_id, author_id, author_name, author_title, pinyin, created_by)
     values (kit.tenant(), $1, 'disease', $2, $3, $4, $5, $6, 'fromCase', $7, $8, $12, $9, $10, $11,
       $12) returning id`,
    [
      draft.title,
      [draft.species],
      draft.tagId,
      draft.summary,
      draft.content,
      draft.vetContent,
      draft.consultId,
      draft.authorExpertId,
      draft.authorName,
      draft.authorTitle,
      pinyinOf(draft.title),
      draft.authorId,
    ],
  );
  return row?.id as number;
}

/** An approved revision is what readers have from now on. */
export const goLive = (tx: Tx, id: number, no: number, isPublic: boolean): Promise<unknown> =>
  tx.query(
    `update cure.knowledge_article set live_revision = $2, public_flag = $3,
       published_at = coalesce(published_at, now()),
       status = 'published', version = version + 1, updated_at = now() where id = $1`,
    [id, no, isPublic],
  );

/** A first text that was refused goes back to its author; one that has readers stays as it is. */
export const sendBack = (tx: Tx, id: number): Promise<unknown> =>
  tx.query(
    `update cure.knowledge_article set status = 'rejected', version = version + 1, updated_at = now()
     where id = $1 and status = 'submitted'`,
    [id],
  );

/** R81: a later change of the original is told, never taken over. */
export const markOrigins = (tx: Tx): Promise<unknown> =>
  tx.query(
    `update cure.knowledge_article a set origin_updated = true from cure.shared_article s
     where a.tenant_no = kit.tenant() and a.source = 'adopted' and s.id = a.source_id and not a.origin_updated
       and s.updated_at > a.created_at and (s.content <> a.content or s.title <> a.title)`,
    [],
  );

export const countView = (tx: Tx, id: number): Promise<unknown> =>
  tx.query('update cure.knowledge_article set views = views + 1 where id = $1', [id]);
export const countVote = (tx: Tx, id: number, helpful: boolean): Promise<unknown> =>
  tx.query(`update cure.knowledge_article set helpful = helpful + $2, unhelpful = unhelpful + 1 - $2 where id = $1`, [
    id,
    helpful ? 1 : 0,
  ]);
