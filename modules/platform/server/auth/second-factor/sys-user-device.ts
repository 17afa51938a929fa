import type { Tx } from '#kit/server/db/database.ts';

/** From now on they are devices like any other; their sessions are ended by the caller. */
export async function forgetDevices(tx: Tx, ids: readonly number[]): Promise<void> {
  await tx.query('delete from platform.sys_user_device where id = any ($1)', [ids]);
}
