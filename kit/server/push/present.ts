import type { Database } from '../db/database.ts';
import { systemScope } from '../db/scope.ts';

/** A stream whose process died was never closed: it ended when it was last seen, within this. */
const silence = '60 seconds';

/**
 * Who of these users had a stream open at any moment between two times. Streams are remembered for thirty days.
 *
 * @example
 * const there = await present(database, tenantNo, { userIds: onDuty, from: rang, to: answered });
 */
export async function present(
  database: Database,
  tenantNo: number,
  { userIds, from, to }: { userIds: readonly number[]; from: Date; to: Date },
): Promise<Set<number>> {
  const [rows] = await database.read<[{ user_id: number }]>(systemScope(tenantNo, 'present'), {
    text: `select distinct user_id from kit.push_stream where user_id = any ($1::bigint[]) and opened_at <= $3::timestamptz
      and coalesce(closed_at, seen_at + interval '${silence}') >= $2::timestamptz`,
    values: [userIds, from, to],
  });
  return new Set(rows.map((row) => row.user_id));
}
