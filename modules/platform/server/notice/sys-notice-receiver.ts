import { notFound, refusal } from '#kit/contract/errors.ts';
import { audit } from '#kit/server/audit/audit.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import * as contract from '#modules/platform/contract/notice/messages.ts';
import { asHtml, read, type Texts } from '../common/localized-text.ts';
import { linkTo } from '../file/file-links.ts';
import type { Receiver } from './audience.ts';
import { withPictures } from './clean-html.ts';
import { pushNotice } from './push-notice.ts';

interface Row extends contract.Notice {
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

/** The same with the place each of them has now: boards count by it, whatever becomes of people later. */
export async function deliverAt(tx: Tx, noticeId: number, receivers: readonly Receiver[]): Promise<number[]> {
  const rows = await tx.query<{ id: number }>('select platform.deliver_notice_at($1, $2, $3, $4) as id', [
    noticeId,
    receivers.map((one) => one.id),
    receivers.map((one) => one.principalId),
    receivers.map((one) => one.regionCode),
  ]);
  return rows.map((row) => row.id);
}

/** A page of those who have a notice, by id. */
export async function receiversOf(tx: Tx, noticeId: number, after: number): Promise<number[]> {
  const rows = await tx.query<{ id: number }>('select platform.notice_users($1, $2, 5000) as id', [noticeId, after]);
  return rows.map((row) => row.id);
}

const columns = `n.id as "noticeId", r.id as "noticeReceiverId", n.title, n.content, n.notice_date as "noticeDate", n.animal_number as "animalNumber", n.icon, n.type, n.level,
  r.is_read as "isRead", r.read_time as "readTime", n.need_receipt as "needReceipt", n.receipt_before as "receiptBefore", r.receipt_time as "receiptTime",
  n.link_path as "linkPath", n.sender, n.texts`;
const from = `platform.sys_notice_receiver r join platform.sys_notice n on n.id = r.notice_id and n.status <> 'withdrawn'`;
/** Still to be dealt with: not read, or read but without the receipt it asks for. */
const waits = '(r.is_read = 0 or (n.need_receipt and r.receipt_time is null))';
const where = `r.user_id = $1 and ($2::smallint is null or (${waits}) = ($2 = 0)) and ($3::bigint is null or r.farm_id is null or r.farm_id = $3)
  and ($4::text is null or n.type = $4) and ($5::text is null or n.level = $5)
  and ($6::text is null or n.title ilike $6 or n.content ilike $6 or n.animal_number ilike $6 or n.texts::text ilike $6)
  and ($7::date is null or n.notice_date >= $7) and ($8::date is null or n.notice_date < $8::date + 1)`;

function shown<R extends Row>({ texts, ...row }: R, call: Pick<Call, 'say'>): Omit<R, 'texts'> {
  return {
    ...row,
    title: read(texts, 'title', row.title, call.say),
    content: read(texts, 'content', row.content, (key, args) => asHtml(call.say(key, args))),
  };
}

/** Marks as read what is the caller's own; the same person's other browsers take it off the bell as well. */
async function markRead(
  tx: Tx,
  which: string,
  values: readonly unknown[],
): Promise<{ updated: number; receiptsDue: number }> {
  const { userId } = tx.scope;
  const rows = await tx.query(
    `update platform.sys_notice_receiver r set is_read = 1, read_time = now() where r.user_id = $1 and r.is_read = 0 and ${which} returning r.id`,
    [userId, ...values],
  );
  const [due] = await tx.query<{ n: number }>(
    `select count(*)::int as n from ${from} where r.user_id = $1 and n.need_receipt and r.receipt_time is null and ${which}`,
    [userId, ...values],
  );
  if (rows.length > 0 && userId !== null) await pushNotice(tx, 'read', [userId], {});
  return { updated: rows.length, receiptsDue: due?.n ?? 0 };
}

type Opened = Row & Pick<contract.OpenedNotice, 'receiptText'> & { status: string; attachments: number[] };

async function open(call: Call<typeof contract.openNotice>): Promise<contract.OpenedNotice> {
  const { body, actor } = call;
  const [column, id] = 'noticeId' in body ? ['r.notice_id', body.noticeId] : ['r.id', body.noticeReceiverId];
  return call.database.transaction(actor.scope, async (tx) => {
    const [row] = await tx.query<Opened>(
      `select ${columns}, r.receipt_text as "receiptText", n.status, n.attachments
       from platform.sys_notice_receiver r join platform.sys_notice n on n.id = r.notice_id where r.user_id = $1 and ${column} = $2`,
      [actor.userId, id],
    );
    if (!row) throw notFound();
    if (row.status === 'withdrawn') throw refusal('notice.withdrawn', 'platform.sysNotice.withdrawnNotice');
    await markRead(tx, 'r.id = $2', [row.noticeReceiverId]);
    const { status: _, attachments, ...notice } = row;
    const files = await filesOf(tx, row.noticeId);
    // Only what hangs on this very notice gets a link, whatever number its text names.
    const urlOf = (fileId: number) => (files.has(fileId) ? linkTo(actor, fileId) : undefined);
    const whole = shown(notice, call);
    return {
      ...whole,
      isRead: 1 as const,
      content: withPictures(whole.content, urlOf),
      attachments: attachments.flatMap((fileId) => {
        const file = files.get(fileId);
        return file ? [{ fileId, fileName: file.fileName, size: file.size, url: linkTo(actor, fileId) }] : [];
      }),
    };
  });
}

async function filesOf(tx: Tx, noticeId: number): Promise<Map<number, { fileName: string; size: number }>> {
  const rows = await tx.query<{ id: number; fileName: string; size: number }>(
    'select f.id, f.file_name as "fileName", f.size from kit.files_of($1, $2) f',
    ['platform.sysNotice', noticeId],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

export const noticeRoutes = (): Route[] => [
  serve('platform', contract.listNotices, async (call) => {
    const { page, pageSize, isRead, farmId, type, level, keyword, dateFrom, dateTo } = call.body;
    const like = keyword ? `%${keyword.replace(/[\\%_]/g, '\\$&')}%` : null;
    const values = [
      call.actor.userId,
      isRead ?? null,
      farmId ?? null,
      type ?? null,
      level ?? null,
      like,
      dateFrom ?? null,
      dateTo ?? null,
    ];
    const [list, [count], unread] = await call.database.read<[Row, { n: number }, { type: string; n: number }]>(
      call.actor.scope,
      {
        text: `select ${columns} from ${from} where ${where} order by n.notice_date desc, n.id desc limit $9 offset $10`,
        values: [...values, pageSize, (page - 1) * pageSize],
      },
      { text: `select count(*)::int as n from ${from} where ${where}`, values },
      {
        text: `select n.type, count(*)::int as n from ${from} where r.user_id = $1 and ${waits} group by n.type`,
        values: [call.actor.userId],
      },
    );
    const counts = Object.fromEntries(
      contract.noticeTypes.map((one) => [one, unread.find((row) => row.type === one)?.n ?? 0]),
    ) as Record<contract.NoticeType, number>;
    return { list: list.map((row) => shown(row, call)), total: count?.n ?? 0, unread: counts };
  }),
  serve('platform', contract.readNotices, async (call) =>
    // Reading one's own notices is no change anybody audits; ids of others' rows are invisible and so skipped.
    call.database.transaction(call.actor.scope, (tx) => markRead(tx, 'r.id = any ($2)', [call.body.idArr])),
  ),
  serve('platform', contract.readAllNotices, async (call) =>
    call.database.transaction(call.actor.scope, (tx) =>
      markRead(
        tx,
        'exists (select 1 from platform.sys_notice n where n.id = r.notice_id and ($2::text is null or n.type = $2))',
        [call.body.type ?? null],
      ),
    ),
  ),
  serve('platform', contract.openNotice, open),
  serve('platform', contract.receiptNotice, async (call) => {
    const { noticeReceiverId, receiptText } = call.body;
    const [row] = await call.tx.query<{
      noticeId: number;
      title: string;
      needed: boolean;
      status: string;
      done: boolean;
    }>(
      `select n.id as "noticeId", n.title, n.need_receipt as needed, n.status, r.receipt_time is not null as done
       from platform.sys_notice_receiver r join platform.sys_notice n on n.id = r.notice_id where r.id = $1 and r.user_id = $2`,
      [noticeReceiverId, call.actor.userId],
    );
    if (!row) throw notFound();
    if (row.status === 'withdrawn') throw refusal('notice.withdrawn', 'platform.sysNotice.withdrawnNotice');
    if (!row.needed) throw refusal('notice.noReceipt', 'platform.sysNotice.noReceipt');
    // The first receipt counts; said again it changes nothing.
    if (row.done) return null;
    await call.tx.query(
      `update platform.sys_notice_receiver set receipt_time = now(), receipt_text = $3, is_read = 1, read_time = coalesce(read_time, now())
       where id = $1 and user_id = $2 and receipt_time is null`,
      [noticeReceiverId, call.actor.userId, receiptText || null],
    );
    await pushNotice(call.tx, 'read', [call.actor.userId], {});
    await audit(call.tx, call, {
      module: 'platform',
      entity: 'sysNotice',
      entityId: row.noticeId,
      entityName: row.title,
      action: 'receipt',
      params: { receiptText },
    });
    call.answer.msg = call.say('ok.done');
    return null;
  }),
];
