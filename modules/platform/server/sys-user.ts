import type { Tx } from '#kit/server/db/database.ts';
import { publish } from '#kit/server/events/outbox.ts';

const perEvent = 500;

/** The rights of these users, or of everybody of these principals, have changed: caches let go of them and open pages load them again. */
export async function raisePermVersion(
  tx: Tx,
  who: { readonly userIds: readonly number[] } | { readonly principalIds: readonly number[] },
): Promise<number> {
  const [column, ids] =
    'userIds' in who ? (['id', who.userIds] as const) : (['principal_id', who.principalIds] as const);
  const rows = await tx.query<{ id: number }>(
    `update platform.sys_user set perm_version = perm_version + 1 where ${column} = any ($1) returning id`,
    [ids],
  );
  for (let at = 0; at < rows.length; at += perEvent) {
    const userIds = rows.slice(at, at + perEvent).map((row) => row.id);
    await publish(tx, 'perm', { kind: 'changed', audience: { userIds } });
  }
  return rows.length;
}
