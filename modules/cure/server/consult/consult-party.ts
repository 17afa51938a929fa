import type { Tx } from '#kit/server/db/database.ts';
import { registerDue, setDue } from '#kit/server/due/due.ts';
import { notify } from '#modules/platform/server/index.ts';

/** Persons, not units: R6. */
export const addParty = (tx: Tx, consultId: number, userId: number, role: string): Promise<unknown> =>
  tx.query(
    `insert into cure.consult_party (tenant_no, consult_id, user_id, role) values (kit.tenant(), $1, $2, $3)
     on conflict (tenant_no, consult_id, user_id) do update set role = excluded.role, to_on = null`,
    [consultId, userId, role],
  );

export const readUpTo = (tx: Tx, consultId: number, userId: number, seq: number): Promise<unknown> =>
  tx.query(
    `update cure.consult_party set last_read_seq = greatest(last_read_seq, $3),
       unread_from = case when unread_from > $3 then unread_from end
     where tenant_no = kit.tenant() and consult_id = $1 and user_id = $2`,
    [consultId, userId, seq],
  );

/** Those who begin to have something unread with this message. */
const markUnread = (tx: Tx, consultId: number, seq: number, senderId: number): Promise<{ userId: number }[]> =>
  tx.query<{ userId: number }>(
    `update cure.consult_party set unread_from = $2 where tenant_no = kit.tenant() and consult_id = $1
       and user_id <> $3 and to_on is null and unread_from is null returning user_id as "userId"`,
    [consultId, seq, senderId],
  );

const unreadFor = 'cure.unread';
const patience = 5 * 60_000;

/** R20: who has read nothing for five minutes is told once, until they read. */
export async function awaitReaders(tx: Tx, consultId: number, seq: number, senderId: number): Promise<void> {
  const at = new Date(Date.now() + patience);
  for (const { userId } of await markUnread(tx, consultId, seq, senderId))
    await setDue(tx, unreadFor, `${consultId}:${userId}`, at);
}

export function registerUnreadClock(): void {
  registerDue(unreadFor, async (tx, { ref }) => {
    const [consultId, userId] = ref.split(':').map(Number);
    const [row] = await tx.query<{ docNo: string; n: number }>(
      `select c.doc_no as "docNo", (select count(*)::int from cure.consult_message m where m.tenant_no = c.tenant_no
         and m.consult_id = c.id and m.seq >= p.unread_from and m.sender_id <> p.user_id and m.recalled_at is null) as n
       from cure.consult_party p join cure.consult c on c.tenant_no = p.tenant_no and c.id = p.consult_id
       where p.tenant_no = kit.tenant() and p.consult_id = $1 and p.user_id = $2 and p.unread_from is not null
         and p.to_on is null and c.status not in ('closed', 'cancelled')`,
      [consultId, userId],
    );
    if (!row || row.n === 0) return;
    await notify(tx, {
      userIds: [userId as number],
      type: 'reminder',
      title: { key: 'cure.consult.noticeUnread', args: { docNo: row.docNo, n: row.n } },
      content: '',
      linkPath: `/cure/consult/detail?id=${consultId}`,
    });
  });
}
