import type { Tx } from '#kit/server/db/database.ts';

/** The text as it stands is handed in as the next revision; what was handed in before and not decided gives way. */
export async function handIn(tx: Tx, articleId: number, authorName: string): Promise<number> {
  await tx.query(`delete from cure.article_revision where article_id = $1 and status in ('draft', 'submitted')`, [
    articleId,
  ]);
  const [row] = await tx.query<{ no: number }>(
    `insert into cure.article_revision (tenant_no, article_id, no, title, category, species, tag_id, second_tag_id,
       keywords, summary, cover, content, vet_content, author_id, author_name, submitted_at, created_by, status)
     select a.tenant_no, a.id,
       1 + coalesce((select max(r.no) from cure.article_revision r where r.article_id = a.id), 0),
       a.title, a.category, a.species, a.tag_id, a.second_tag_id, a.keywords, a.summary, a.cover, a.content,
       a.vet_content, kit.user_id(), $2, now(), kit.user_id(), 'submitted'
     from cure.knowledge_article a where a.tenant_no = kit.tenant() and a.id = $1 returning no`,
    [articleId, authorName],
  );
  return row?.no as number;
}

/** A text that needs no review here: the operator's own. */
export const takeOver = (tx: Tx, articleId: number): Promise<unknown> =>
  tx.query(
    `insert into cure.article_revision (tenant_no, article_id, no, title, category, species, cover, content,
       author_name, submitted_at, reviewed_at, status)
     select a.tenant_no, a.id, 1, a.title, a.category, a.species, a.cover, a.content, a.author_name, now(), now(),
       'published'
     from cure.knowledge_article a where a.tenant_no = kit.tenant() and a.id = $1`,
    [articleId],
  );

/** Of an article that was never published: its revisions go with it. */
export const dropRevisions = (tx: Tx, articleIds: readonly number[]): Promise<unknown> =>
  tx.query('delete from cure.article_revision where article_id = any ($1)', [articleIds]);
