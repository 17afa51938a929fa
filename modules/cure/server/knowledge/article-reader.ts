import { createHash } from 'node:crypto';
import type { Tx } from '#kit/server/db/database.ts';
import { today } from '#kit/server/today.ts';
import { countDay } from './article-visit-day.ts';
import { countView, countVote } from './knowledge-article.ts';
import { saltOf } from './reader-salt.ts';

/** R78: a reader counts once a day and article; what is kept is a digest whose salt is thrown away with the day. */
const digest = async (tx: Tx, address: string) =>
  createHash('sha256')
    .update(`${await saltOf(tx, today())} ${address}`)
    .digest('hex')
    .slice(0, 40);

export async function readBy(tx: Tx, articleId: number, address: string): Promise<void> {
  const [first] = await tx.query(
    `insert into cure.article_reader (tenant_no, article_id, day, reader_hash) values (kit.tenant(), $1, $2, $3)
     on conflict do nothing returning 1 as one`,
    [articleId, today(), await digest(tx, address)],
  );
  if (!first) return;
  await countView(tx, articleId);
  await countDay(tx, articleId, today(), 'views');
}

export async function voteBy(tx: Tx, articleId: number, address: string, helpful: boolean): Promise<boolean> {
  const hash = await digest(tx, address);
  await tx.query(
    `insert into cure.article_reader (tenant_no, article_id, day, reader_hash) values (kit.tenant(), $1, $2, $3)
     on conflict do nothing`,
    [articleId, today(), hash],
  );
  const [first] = await tx.query(
    `update cure.article_reader set voted = true where tenant_no = kit.tenant() and article_id = $1 and day = $2
       and reader_hash = $3 and not voted returning 1 as one`,
    [articleId, today(), hash],
  );
  if (!first) return false;
  await countVote(tx, articleId, helpful);
  await countDay(tx, articleId, today(), helpful ? 'helpful' : 'unhelpful');
  return true;
}

export const forgetReaders = (tx: Tx): Promise<unknown> =>
  tx.query('delete from cure.article_reader where tenant_no = kit.tenant() and day < $1', [today()]);
