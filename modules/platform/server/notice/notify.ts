import type { Tx } from '#kit/server/db/database.ts';
import { type NoticeAudience, receiversAfter } from './audience.ts';
import { pushNotice } from './push-notice.ts';
import { insertNotice, type NoticeInput } from './sys-notice.ts';
import { deliverNotice } from './sys-notice-receiver.ts';

export interface Notification extends NoticeInput {
  readonly userIds?: readonly number[];
  readonly audience?: NoticeAudience;
  /** The farm it concerns, for people who look after several. */
  readonly farmId?: number | null;
}

/**
 * Tells people, in the caller's transaction: each of them once, those in use only, and open browsers hear of it after the
 * commit. Answers the notice's id, or null when there is nobody to tell.
 *
 * @example
 * await notify(tx, { userIds: [asker], type: 'reminder', title: { key: 'pri.notice.approved', args: { name } }, content: '', linkPath });
 */
export async function notify(tx: Tx, notification: Notification): Promise<number | null> {
  const { userIds, audience, farmId, ...notice } = notification;
  const users = userIds ?? (await usersOf(tx, audience ?? {}));
  if (users.length === 0) return null;
  const id = await insertNotice(tx, notice);
  const told = await deliverNotice(tx, id, users, farmId ?? null);
  await pushNotice(tx, 'new', told, { noticeId: id, type: notice.type, level: notice.level ?? 'normal' });
  return id;
}

const usersOf = async (tx: Tx, audience: NoticeAudience) =>
  (await receiversAfter(tx, audience, {}, { limit: Number.POSITIVE_INFINITY })).map((one) => one.id);
