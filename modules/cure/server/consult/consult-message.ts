import type { Tx } from '#kit/server/db/database.ts';
import { publish } from '#kit/server/events/outbox.ts';
import { consultOf, nextSeq } from './consult.ts';
import { awaitReaders } from './consult-party.ts';

export interface Said {
  readonly kind: string;
  readonly body: string;
  readonly fileId?: number | null;
  readonly refId?: number | null;
  readonly actor?: number | null;
  readonly role?: string;
  readonly clientKey?: string | null;
}

/** The next message of a talk; open pages of those who take part hear of it after the commit. */
export async function sayIn(tx: Tx, consultId: number, said: Said): Promise<{ seq: number; at: string }> {
  const seq = await nextSeq(tx, consultId);
  const [row] = await tx.query<{ at: string }>(
    `insert into cure.consult_message (tenant_no, consult_id, seq, sender_id, sender, role, kind, body, file_id,
      ref_id, client_key)
     values (kit.tenant(), $1, $2, $3, coalesce((select u.name from cure.user_seen u where u.id = $3), ''), $4, $5,
       $6, $7, $8, $9) returning at`,
    [
      consultId,
      seq,
      said.actor ?? null,
      said.role ?? '',
      said.kind,
      said.body,
      said.fileId ?? null,
      said.refId ?? null,
      said.clientKey ?? null,
    ],
  );
  await tellTalk(tx, consultId, 'message', { seq });
  if (said.actor && said.kind !== 'system') await awaitReaders(tx, consultId, seq, said.actor);
  return { seq, at: row?.at ?? '' };
}

export async function saidBefore(tx: Tx, consultId: number, clientKey: string) {
  const [row] = await tx.query<{ seq: number; at: string }>(
    'select seq, at from cure.consult_message where tenant_no = kit.tenant() and consult_id = $1 and client_key = $2',
    [consultId, clientKey],
  );
  return row ?? null;
}

/** R18: within two minutes, and only one's own. */
export const takeBack = (tx: Tx, consultId: number, seq: number, userId: number): Promise<unknown[]> =>
  tx.query(
    `update cure.consult_message set recalled_at = now(), body = '', file_id = null
      where tenant_no = kit.tenant() and consult_id = $1 and seq = $2
       and sender_id = $3 and recalled_at is null and at > now() - interval '2 minutes' returning seq`,
    [consultId, seq, userId],
  );

/** Only persons who take part: the event carries ids, never what was said. */
export async function tellTalk(
  tx: Tx,
  consultId: number,
  kind: string,
  more: Record<string, unknown> = {},
): Promise<void> {
  const row = await consultOf(tx, consultId);
  if (!row) return;
  await publish(tx, 'consult', {
    kind,
    audience: { userIds: row.userIds },
    data: { consultId, status: row.status, ...more },
  });
}
