import type { Tx } from '#kit/server/db/database.ts';

/** How far the sheet has come; kept on the paper so that the list need not count. */
export async function sumStocktake(
  tx: Tx,
  id: number,
): Promise<{ version: number; total: number; counted: number; diffs: number }> {
  const [row] = await tx.query<{ version: number; total: number; counted: number; diffs: number }>(
    `update depot.stocktake s set line_count = x.total, counted_count = x.counted, diff_count = x.diffs, updated_at = now()
     from (select count(*)::int as total, count(l.counted_qty)::int as counted,
             (count(*) filter (where coalesce(l.recount_qty, l.counted_qty) <> l.book_qty))::int as diffs
           from depot.stocktake_line l where l.stocktake_id = $1) x
     where s.id = $1 returning s.version, x.total, x.counted, x.diffs`,
    [id],
  );
  return row ?? { version: 0, total: 0, counted: 0, diffs: 0 };
}
