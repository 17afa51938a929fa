import type { Tx } from '#kit/server/db/database.ts';

export const countDay = (
  tx: Tx,
  articleId: number,
  day: string,
  what: 'views' | 'helpful' | 'unhelpful',
): Promise<unknown> =>
  tx.query(
    `insert into cure.article_visit_day as d (tenant_no, article_id, day, ${what}) values (kit.tenant(), $1, $2, 1)
     on conflict (tenant_no, article_id, day) do update set ${what} = d.${what} + 1`,
    [articleId, day],
  );

/** R79: fourteen days of readers, each day counting 0.85 of the one after it; over the article `t`. */
export const hotSql = `coalesce((select round(sum((v.views + 5 * v.helpful - 3 * v.unhelpful)
    * power(0.85, current_date - v.day)), 1) from cure.article_visit_day v
  where v.tenant_no = t.tenant_no and v.article_id = t.id and v.day > current_date - 14), 0)::float8`;
