import type { Tx } from '#kit/server/db/database.ts';
import { publish } from '#kit/server/events/outbox.ts';

// As many names as one event carries well.
const perEvent = 500;

/** Open browsers of these people hear that something about a notice is new. */
export async function pushNotice(tx: Tx, kind: string, userIds: readonly number[], data: object): Promise<void> {
  for (let at = 0; at < userIds.length; at += perEvent)
    await publish(tx, 'notices', { kind, audience: { userIds: userIds.slice(at, at + perEvent) }, data });
}
