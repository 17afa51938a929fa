import type { Tx } from '#kit/server/db/database.ts';
import { publish } from '#kit/server/events/outbox.ts';
import { type Route, serve } from '#kit/server/http/call.ts';
import { listNotices, type Notice, readNotices } from '#modules/platform/contract/messages.ts';
import { asHtml, read, type Texts } from './words.ts';

interface Row extends Notice {
  texts: Texts;
}

/** Gives a notice to people, each once; answers those who got it now. */
export async function deliverNotice(
  tx: Tx,
  noticeId: number,
  userIds: readonly number[],
  farmId: number | null,
): Promise<number[]> {
  const rows = await tx.query<{ id: number }>('select platform.deliver_notice($1, $2, $3) as id', [
    noticeId,
    userIds,
    farmId,
  ]);
  return rows.map((row) => row.id);
}

const types = ['notice', 'warning', 'reminder', 'system'] as const;

export const noticeRoutes = (): Route[] => [
  serve('platform', listNotices, async (call) => {
    const { page, pageSize, isRead, farmId, type } = call.body;
    const where = `r.user_id = $1 and ($2::smallint is null or r.is_read = $2) and ($3::bigint is null or r.farm_id is null or r.farm_id = $3) and ($4::text is null or n.type = $4)`;
    const values = [call.actor.userId, isRead ?? null, farmId ?? null, type ?? null];
    const from = 'platform.sys_notice_receiver r join platform.sys_notice n on n.id = r.notice_id';
    const [list, [count], unread] = await call.database.read<[Row, { n: number }, { type: string; n: number }]>(
      call.actor.scope,
      {
        text: `select n.id as "noticeId", r.id as "noticeReceiverId", n.title, n.content, n.notice_date as "noticeDate", n.animal_number as "animalNumber", n.icon, n.type, n.level,
                 r.is_read as "isRead", n.link_path as "linkPath", n.texts
               from ${from} where ${where} order by n.notice_date desc, n.id desc limit $5 offset $6`,
        values: [...values, pageSize, (page - 1) * pageSize],
      },
      { text: `select count(*)::int as n from ${from} where ${where}`, values },
      {
        text: `select n.type, count(*)::int as n from ${from} where r.user_id = $1 and r.is_read = 0 group by n.type`,
        values: [call.actor.userId],
      },
    );
    const counts = Object.fromEntries(
      types.map((one) => [one, unread.find((row) => row.type === one)?.n ?? 0]),
    ) as Record<(typeof types)[number], number>;
    const shown = list.map(({ texts, ...row }) => ({
      ...row,
      title: read(texts, 'title', row.title, call.say),
      content: read(texts, 'content', row.content, (key, args) => asHtml(call.say(key, args))),
    }));
    return { list: shown, total: count?.n ?? 0, unread: counts };
  }),
  serve('platform', readNotices, async (call) =>
    // Reading one's own notices is no change anybody audits; ids of others' rows are invisible and so skipped.
    call.database.transaction(call.actor.scope, async (tx) => {
      const rows = await tx.query(
        'update platform.sys_notice_receiver set is_read = 1, read_time = now() where id = any ($1) and user_id = $2 and is_read = 0 returning id',
        [call.body.idArr, call.actor.userId],
      );
      // The same person's other browsers take them off the bell as well.
      if (rows.length > 0)
        await publish(tx, 'notices', { kind: 'read', audience: { userIds: [call.actor.userId] }, data: {} });
      return { updated: rows.length };
    }),
  ),
];
