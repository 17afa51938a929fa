import type { Tx } from '#kit/server/db/database.ts';

/** R76: a case becomes one article. */
export const linkArticle = (tx: Tx, consultId: number, articleId: number): Promise<unknown> =>
  tx.query('update cure.consult set article_id = $2 where id = $1', [consultId, articleId]);

/** A draft that is thrown away leaves the case free to be told again. */
export const unlinkArticle = (tx: Tx, articleId: number): Promise<unknown> =>
  tx.query('update cure.consult set article_id = null where tenant_no = kit.tenant() and article_id = $1', [articleId]);
