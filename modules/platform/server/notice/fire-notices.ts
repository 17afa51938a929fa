import type { AnyEndpoint } from '#kit/contract/endpoint.ts';
import { defaultLanguage } from '#kit/contract/envelope.ts';
import { endpointsOf } from '#kit/contract/resource.ts';
import { auditSystem } from '#kit/server/audit/audit.ts';
import type { Actor } from '#kit/server/auth/actor.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { makeScope, systemScope } from '#kit/server/db/scope.ts';
import type { Call } from '#kit/server/http/call.ts';
import type { ClockParts } from '#kit/server/module.ts';
import { moveRow } from '#kit/server/resource/write.ts';
import { sysNotice } from '#modules/platform/contract/notice/sys-notice.ts';
import { notify } from './notify.ts';
import { publishNotice } from './publish-notice.ts';
import { backToDraft } from './sys-notice.ts';

const nobody = makeScope({ tenantNo: -1, userId: null });

/** Publishes what is due, as whoever scheduled it would; answers how many. */
export async function fireNotices(
  parts: ClockParts,
  actorOf: (userId: number) => Promise<Actor | null>,
): Promise<number> {
  const [due] = await parts.database.read<[{ tenant_no: number; id: number; user_id: number }]>(nobody, {
    text: 'select tenant_no, id, user_id from platform.due_notices()',
    values: [],
  });
  let fired = 0;
  for (const { tenant_no: tenantNo, id, user_id: userId } of due) {
    try {
      const actor = await actorOf(userId);
      if (actor) await parts.database.transaction(actor.scope, (tx) => fire(parts, actor, tx, id));
      else await parts.database.transaction(systemScope(tenantNo, 'notices'), (tx) => putBack(tx, id));
      fired += actor ? 1 : 0;
    } catch (error) {
      // Another process was quicker, or there is nobody to tell any more: the others must not wait for it.
      parts.log.warn({ err: error, notice: id }, 'a scheduled notice was not published');
      await parts.database.transaction(systemScope(tenantNo, 'notices'), (tx) => putBack(tx, id, true)).catch(() => {});
    }
  }
  return fired;
}

async function fire({ database, jobs, texts }: ClockParts, actor: Actor, tx: Tx, id: number): Promise<void> {
  const [row] = await tx.query<{ version: number }>(
    "select version from platform.sys_notice_written where id = $1 and status = 'scheduled' for update",
    [id],
  );
  // Published, or taken back, by somebody else meanwhile.
  if (!row) return;
  const call = {
    actor,
    tx,
    database,
    jobs,
    language: defaultLanguage,
    endpoint: endpointsOf(sysNotice).transition as AnyEndpoint,
    say: (key: string, args?: Record<string, string | number>) => texts.say(defaultLanguage, key, args),
    ip: '',
    userAgent: '',
    clientType: 'system',
    startedAt: performance.now(),
    traceId: `notice-${id}`,
    host: '',
    audited: false,
    answer: {},
  } as unknown as Call;
  const at = new Date().toISOString();
  await moveRow(call, sysNotice, { id, version: row.version, name: 'fire' }, async () => ({
    publishedAt: at,
    noticeDate: at,
  }));
  await publishNotice(call, id);
}

/** Nobody speaks for an account that is no longer in use, nor to nobody: the notice is a draft again, and the administrators hear of it. */
async function putBack(tx: Tx, id: number, onlyIfDue = false): Promise<void> {
  const notice = await backToDraft(tx, id, onlyIfDue);
  if (!notice) return;
  await auditSystem(
    tx,
    { traceId: `notice-${id}` },
    { module: 'platform', entity: 'sysNotice', entityId: id, action: 'unschedule' },
  );
  await notify(tx, {
    audience: { roleCodes: ['tenant_admin'] },
    type: 'system',
    level: 'important',
    title: { key: 'platform.sysNotice.notFired', args: { title: notice.title } },
    content: '',
    linkPath: '/anm/notice/content?status=draft',
  });
}
