import { AppError, invalid, notFound, refusal } from '#kit/contract/errors.ts';
import type { FormOf } from '#kit/contract/resource.ts';
import { linkFiles } from '#kit/server/files/files.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import type { Move } from '#kit/server/resource/write.ts';
import { audienceCount } from '#modules/platform/contract/notice/notice-content.ts';
import { attachmentBytes, type SysNotice, sysNotice } from '#modules/platform/contract/notice/sys-notice.ts';
import { directory } from '../account/directory.ts';
import { paramOf } from '../reference/params.ts';
import { regionName } from '../reference/region/regions.ts';
import { closeTask, openTask } from '../task/tasks.ts';
import { carryOf, type NoticeAudience, type Receiver, receiversAfter } from './audience.ts';
import { cleanHtml, isBlank, pictureIds } from './clean-html.ts';
import { publishNotice } from './publish-notice.ts';
import { pushNotice } from './push-notice.ts';
import { receiversOf } from './sys-notice-receiver.ts';

type Form = FormOf<typeof sysNotice>;
const entity = 'platform.sysNotice';
const rate = (part: string, only = 'true') =>
  `(case when t.status in ('published', 'withdrawn') and ${only} then
     (select round(100.0 * c.${part} / nullif(c.receivers, 0), 1)::float8 from platform.notice_counts(t.id) c) end)`;

/** What is written is cleaned before it is kept: whoever reads it later need not trust who wrote it. */
async function written(call: Call, values: Form): Promise<Record<string, unknown>> {
  const content = cleanHtml(values.content);
  if (isBlank(content)) throw invalid([{ field: 'content', key: 'error.field.required' }]);
  const sizes = await call.tx.query<{ size: number }>(
    'select f.size from unnest($1::bigint[]) wanted, kit.file_facts($2, wanted) f',
    [values.attachments, call.actor.tenantNo],
  );
  if (sizes.some((one) => one.size > attachmentBytes))
    throw new AppError(413, 'error.tooLarge', { args: { n: attachmentBytes / 1024 / 1024 } });
  return { content };
}

async function linkAll(call: Call, id: number, values: Form): Promise<void> {
  await linkFiles(call.tx, [...values.attachments, ...pictureIds(cleanHtml(values.content))], entity, id);
}

/** Publishing with a time still to come is scheduling; and where the tenant wants a second pair of eyes, nothing goes out of a draft. */
async function beforeMove(call: Call, move: Move, row: SysNotice): Promise<Record<string, unknown> | undefined> {
  const now = new Date();
  const approves = ['approve', 'approveLater'].includes(move.name);
  const reviewed = approves || ['publish', 'schedule'].includes(move.name);
  if (reviewed && (await paramOf(call.database, 'notice.reviewNeeded', call.actor.tenantNo))) {
    if (!approves) throw refusal('notice.reviewNeeded', 'platform.sysNotice.reviewNeeded');
    await refuseOwnReview(call, move.id);
  }
  const later = { publish: 'schedule', approve: 'approveLater' }[move.name];
  if (later && row.scheduledAt && new Date(row.scheduledAt) > now) {
    move.name = later;
    move.form = { scheduledAt: row.scheduledAt };
  }
  if (move.name === 'schedule' || move.name === 'approveLater') {
    const at = new Date(String(move.form?.scheduledAt));
    if (!(at > now)) throw invalid([{ field: 'scheduledAt', key: 'platform.sysNotice.past' }]);
    refuseDeadline(row, at);
    return { publishedBy: call.actor.userId };
  }
  if (['publish', 'approve', 'fire'].includes(move.name)) {
    if (move.name !== 'fire') refuseDeadline(row, now);
    const at = now.toISOString();
    return { publishedAt: at, noticeDate: at, publishedBy: call.actor.userId };
  }
  return move.name === 'unschedule' ? { scheduledAt: null } : undefined;
}

/** The second pair of eyes is not the author's. */
async function refuseOwnReview({ tx, actor }: Call, id: number): Promise<void> {
  const own = await tx.query('select 1 from platform.sys_notice_written n where n.id = $1 and n.created_by = $2', [
    id,
    actor.userId,
  ]);
  if (own.length > 0) throw refusal('notice.ownReview', 'platform.sysApproval.ownAsking');
}

function refuseDeadline({ needReceipt, receiptBefore }: SysNotice, from: Date): void {
  if (needReceipt && receiptBefore && new Date(receiptBefore) <= from)
    throw refusal('notice.deadlinePast', 'platform.sysNotice.deadlinePast');
}

/** What must happen with the step, in its transaction: people get it, lose it, or are asked to look at it. */
async function afterMove(call: Call, move: Move, status: string): Promise<void> {
  if (status === 'published') await publishNotice(call, move.id);
  if (move.name === 'withdraw') {
    for (let after = 0; ; ) {
      const users = await receiversOf(call.tx, move.id, after);
      await pushNotice(call.tx, 'withdrawn', users, { noticeId: move.id });
      if (users.length === 0) break;
      after = users.at(-1) ?? after;
    }
  }
  if (move.name === 'submit') await askForReview(call, move.id);
  if (['approve', 'approveLater', 'reject'].includes(move.name)) await closeTask(call.tx, entity, move.id);
}

async function askForReview(call: Call, id: number): Promise<void> {
  const [row] = await call.tx.query<{ title: string; principalId: number }>(
    'select n.title, n.principal_id as "principalId" from platform.sys_notice_written n where n.id = $1',
    [id],
  );
  if (!row) return;
  const [place] = await directory().places(call.tx, { ids: [row.principalId], whole: true });
  await openTask(call.tx, {
    taskType: 'review',
    taskName: { key: 'platform.sysNotice.taskReview', args: { title: row.title } },
    entity,
    entityId: id,
    linkPath: '/anm/notice/content?status=pendingReview',
    permission: 'sys:notice:content:approve',
    regionCode: place?.regionCode ?? 0,
    principalId: row.principalId,
  });
}

/** One line per county, or per township where there is only one county. */
function byRegion(receivers: readonly Receiver[]) {
  const grouped = (width: number) => {
    const groups = new Map<number, number>();
    for (const { regionCode } of receivers) {
      const code = Math.floor(regionCode / width) * width;
      groups.set(code, (groups.get(code) ?? 0) + 1);
    }
    return groups;
  };
  const counties = grouped(1e6);
  const groups = counties.size > 1 ? counties : grouped(1e3);
  return [...groups]
    .sort((one, other) => other[1] - one[1])
    .map(([regionCode, users]) => ({ regionCode, regionName: regionName(regionCode) ?? String(regionCode), users }));
}

export const noticeContentRoutes = (): Route[] => [
  serve('platform', audienceCount, async (call) => {
    const { actor, database } = call;
    const audience: NoticeAudience = call.body.audience;
    const receivers = await database.transaction(actor.scope, (tx) =>
      receiversAfter(tx, audience, carryOf(actor), { limit: Number.POSITIVE_INFINITY }),
    );
    const principals = new Set(receivers.map((one) => one.principalId)).size;
    return { users: receivers.length, principals, byRegion: byRegion(receivers) };
  }),
  ...serveResource(sysNotice)({
    table: 'platform.sys_notice_written',
    expressions: {
      readRate: rate('read'),
      receiptRate: rate('receipted', 't.need_receipt'),
      authorName: '(select u.nickname from platform.sys_user u where u.id = t.created_by)',
    },
    before: {
      add: async (call, values) => {
        const { principalId } = call.actor;
        const [number] = await call.tx.query<{ no: string }>("select kit.doc_no('NT') as no");
        const [place] = await directory().places(call.tx, { ids: [principalId], whole: true });
        if (!place) throw notFound();
        const more = await written(call, values);
        return { ...more, docNo: number?.no, principalId, sender: place.name, status: 'draft' };
      },
      edit: (call, values) => written(call, values),
      transition: (call, move, row) => beforeMove(call, move, row as SysNotice),
    },
    after: { add: linkAll, edit: linkAll, transition: afterMove },
  }),
];
