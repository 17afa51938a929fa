import type { Tx } from '#kit/server/db/database.ts';

/** What the platform's notice became of it. */
export const noteSent = (tx: Tx, id: number, noticeId: number | null): Promise<unknown> =>
  tx.query(`update cure.cure_notice set notice_id = $2, receivers = cure.notice_receivers($2) where id = $1`, [
    id,
    noticeId,
  ]);

/** R83: past its last day a notice is over. */
export const endNotices = (tx: Tx, on: string): Promise<unknown> =>
  tx.query(
    `update cure.cure_notice set status = 'ended', version = version + 1, updated_at = now()
     where tenant_no = kit.tenant() and status = 'published' and valid_to < $1`,
    [on],
  );
