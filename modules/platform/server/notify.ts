import type { Tx } from '#kit/server/db/database.ts';
import { publish } from '#kit/server/events/outbox.ts';
import { directory } from './directory.ts';
import { insertNotice, type NoticeInput } from './sys-notice.ts';
import { deliverNotice } from './sys-notice-receiver.ts';

/** Kinds are joined by "and", what stands inside one by "or". */
export interface NoticeAudience {
  readonly all?: boolean;
  readonly userIds?: readonly number[];
  readonly principalIds?: readonly number[];
  readonly roleCodes?: readonly string[];
  readonly regionCodes?: readonly number[];
  readonly principalTypes?: readonly string[];
}

export interface Notification extends NoticeInput {
  readonly userIds?: readonly number[];
  readonly audience?: NoticeAudience;
  /** The farm it concerns, for people who look after several. */
  readonly farmId?: number | null;
}

// As many names as one event carries well.
const perEvent = 500;

/**
 * Tells people, in the caller's transaction: each of them once, those in use only, and open browsers hear of it after the
 * commit. Answers the notice's id, or null when there is nobody to tell.
 *
 * @example
 * await notify(tx, { userIds: [asker], type: 'reminder', title: { key: 'pri.notice.approved', args: { name } }, content: '', linkPath });
 */
export async function notify(tx: Tx, notification: Notification): Promise<number | null> {
  const { userIds, audience, farmId, ...notice } = notification;
  const users = userIds ?? (audience ? await usersOf(tx, audience) : []);
  if (users.length === 0) return null;
  const id = await insertNotice(tx, notice);
  const told = await deliverNotice(tx, id, users, farmId ?? null);
  for (let at = 0; at < told.length; at += perEvent) {
    await publish(tx, 'notices', {
      kind: 'new',
      audience: { userIds: told.slice(at, at + perEvent) },
      data: { noticeId: id, type: notice.type, level: notice.level ?? 'normal' },
    });
  }
  return id;
}

async function usersOf(tx: Tx, audience: NoticeAudience): Promise<number[]> {
  const { all, userIds, roleCodes, regionCodes, principalTypes } = audience;
  const byPlace = regionCodes || principalTypes;
  if (!all && !userIds && !roleCodes && !byPlace && !audience.principalIds) return [];
  const placed = byPlace
    ? await directory().find(tx, { ...(regionCodes && { regionCodes }), ...(principalTypes && { principalTypes }) })
    : null;
  const rows = await tx.query<{ id: number }>(
    `select u.id from platform.sys_user u where u.status = 'active'
       and ($1::bigint[] is null or u.id = any ($1))
       and ($2::bigint[] is null or u.principal_id = any ($2))
       and ($3::bigint[] is null or u.principal_id = any ($3))
       and ($4::text[] is null or exists (
         select 1 from platform.sys_user_role ur join platform.sys_role r on r.id = ur.role_id
         where ur.tenant_no = u.tenant_no and ur.user_id = u.id and r.role_code = any ($4) and r.status = 'enabled'
           and (ur.valid_until is null or ur.valid_until > now())))
     order by u.id`,
    [userIds ?? null, audience.principalIds ?? null, placed, roleCodes ?? null],
  );
  return rows.map((row) => row.id);
}
