import { notFound } from '#kit/contract/errors.ts';
import { audit } from '#kit/server/audit/audit.ts';
import type { Tx } from '#kit/server/db/database.ts';
import type { Call } from '#kit/server/http/call.ts';

export interface AdoptedArticle {
  readonly articleId: number;
  readonly title: string;
  readonly category: string;
  readonly species: string | null;
  readonly content: string;
  readonly cover: number | null;
  readonly source: string | null;
}

/** Puts a copy into the tenant's own knowledge base and answers its id. */
type AdoptArticle = (tx: Tx, article: AdoptedArticle) => Promise<number>;
let adopt: AdoptArticle | null = null;

/** By the module that keeps tenants' knowledge; until it does, the copy stays with the note of the adoption. */
export function registerAdoptArticle(given: AdoptArticle): void {
  adopt = given;
}

/** Tells whether a copy was made; what the tenant has already is left alone. */
export async function adoptOne(call: Call, articleId: number): Promise<boolean> {
  const [article] = await call.tx.query<AdoptedArticle>(
    `select id as "articleId", title, category, species, content, cover, source from platform.sys_encyclopedia_seen where id = $1 and status = 'published'`,
    [articleId],
  );
  if (!article) throw notFound();
  const [made] = await call.tx.query<{ id: number }>(
    `insert into platform.sys_encyclopedia_adoption (tenant_no, article_id, title, category, species, content, cover, source, adopted_by)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict (tenant_no, article_id) do nothing returning id`,
    [
      call.actor.tenantNo,
      articleId,
      article.title,
      article.category,
      article.species,
      article.content,
      article.cover,
      article.source,
      call.actor.userId,
    ],
  );
  if (!made) return false;
  if (adopt) {
    const copyId = await adopt(call.tx, article);
    await call.tx.query('update platform.sys_encyclopedia_adoption set copy_id = $2 where id = $1', [made.id, copyId]);
  }
  await audit(call.tx, call, {
    module: 'platform',
    entity: 'sysEncyclopediaAdoption',
    entityId: made.id,
    entityName: article.title,
    action: 'add',
    after: { articleId },
  });
  return true;
}
