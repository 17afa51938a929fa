import type { Statement } from './database.ts';

const hints = [50, 200, 1_000, 10_000];

/**
 * A literal limit for the planner, at least `rows`: a limit given as a parameter tells it nothing, and it would plan to read a tenth
 * of the table. There are few of them, because each makes another statement text.
 */
export const rowsHint = (rows: number): number => hints.find((one) => rows <= one) ?? 1_000_000_000;

/** One page of an ordered query. Page size and offset are parameters, so that all pages share one statement text. */
export function paged<Row>(
  query: Statement<Row>,
  { pageNum, pageSize }: { readonly pageNum: number; readonly pageSize: number },
): Statement<Row> {
  const values = [...query.values, pageSize, (pageNum - 1) * pageSize];
  return {
    text: `select * from (${query.text} limit $${values.length - 1} offset $${values.length}) page limit ${rowsHint(pageSize)}`,
    values,
  };
}
