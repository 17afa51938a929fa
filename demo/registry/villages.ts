import type { Tx } from '#kit/server/db/database.ts';
import { counties } from '../places.ts';

/** Villages of the story townships first, then of the further ones, then of all others, until enough townships are filled. */
export async function villagesWithStock(
  tx: Tx,
  townships: number,
): Promise<{ code: number; center: readonly [number, number] }[]> {
  const rows = await tx.query<{ code: number; parent_code: number }>(
    "select code, parent_code from platform.sys_region where level = 5 and status = 'active' and code >= 150500000000 and code < 150600000000 order by code",
  );
  const wanted = [
    ...counties.map((county) => county.story.code),
    ...counties.flatMap((county) => county.further.map((town) => town.code)),
  ];
  for (const row of rows) if (!wanted.includes(row.parent_code)) wanted.push(row.parent_code);
  const filled = new Set(wanted.slice(0, townships));
  const story = new Set(counties.flatMap((county) => county.story.villages));
  const centerOf = (code: number) =>
    counties.find((county) => Math.floor(code / 1e6) === county.code / 1e6)?.center ?? ([122.24, 43.65] as const);
  return rows
    .filter((row) => (townships <= 8 ? story.has(row.code) : filled.has(row.parent_code)))
    .map((row) => ({ code: row.code, center: centerOf(row.code) }));
}
