import { AppError, invalid, refusal } from '#kit/contract/errors.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import type { Call, Route } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import type { Move } from '#kit/server/resource/write.ts';
import { type CureNotice, cureNotice, cureNoticeType } from '#modules/cure/contract/knowledge/notice.ts';
import { notify } from '#modules/platform/server/index.ts';
import { noteSent } from './cure-notice.ts';

interface Type {
  readonly level: 'normal' | 'important' | 'urgent';
  readonly reviewNeeded: boolean;
  readonly publicAllowed: boolean;
}
const typeOf = async (call: Call, id: number): Promise<Type> =>
  (
    await call.tx.query<Type>(
      `select level, review_needed as "reviewNeeded", public_allowed as "publicAllowed" from cure.cure_notice_type
       where id = $1`,
      [id],
    )
  )[0] as Type;

async function checkPublic(call: Call, { typeId, publicFlag }: { typeId: number; publicFlag: boolean }): Promise<void> {
  const type = (await typeOf(call, typeId)) as Type | undefined;
  // A type that is not there is told by the form's own check.
  if (publicFlag && type && !type.publicAllowed)
    throw invalid([{ field: 'publicFlag', key: 'cure.cureNotice.notPublic' }]);
}

async function beforeMove(call: Call, move: Move, row: CureNotice) {
  if (move.name !== 'publish') return undefined;
  const type = await typeOf(call, row.typeId);
  if (type.reviewNeeded && row.status === 'draft') throw refusal('needReview', 'cure.refusal.needReview');
  const [maker] = await call.tx.query<{ by: number | null }>(
    'select created_by as by from cure.cure_notice where id = $1',
    [row.id],
  );
  if (type.reviewNeeded && maker?.by === call.actor.userId) throw refusal('samePerson', 'cure.refusal.samePerson');
  return { publishedAt: new Date().toISOString() };
}

/** R83: the platform delivers it, as loud as its type says. */
async function send(call: Call, id: number): Promise<void> {
  const [row] = await call.tx.query<CureNotice>(
    `select type_id as "typeId", title, content, audience_region as "audienceRegion", audience_roles as "audienceRoles"
     from cure.cure_notice where id = $1`,
    [id],
  );
  if (!row) return;
  const { level } = await typeOf(call, row.typeId);
  const audience = {
    ...(row.audienceRegion ? { regionCodes: [row.audienceRegion] } : {}),
    ...(row.audienceRoles.length > 0 ? { roleCodes: row.audienceRoles } : {}),
  };
  await inTenant(call.tx, call.actor.tenantNo, 'cureNotice', async (all) => {
    const noticeId = await notify(all, {
      audience: Object.keys(audience).length > 0 ? audience : { all: true },
      type: 'notice',
      level,
      title: row.title,
      content: row.content,
      linkPath: '/cure/knowledge/notice',
      sender: call.actor.nickname,
    });
    await noteSent(all, id, noticeId);
  });
}

export const noticeRoutes = (): Route[] => [
  ...serveResource(cureNoticeType)({
    expressions: { uses: '(select count(*)::int from cure.cure_notice n where n.type_id = t.id)' },
    before: {
      remove: async (_call, row) => {
        if (row.uses > 0) throw new AppError(409, 'error.inUse', { args: { name: row.nameZh } });
      },
    },
  }),
  ...serveResource(cureNotice)({
    before: {
      add: async (call, values) => {
        await checkPublic(call, values);
        const [no] = await call.tx.query<{ no: string }>(`select kit.doc_no('CN') as no`);
        return { docNo: no?.no };
      },
      edit: async (call, values) => {
        await checkPublic(call, values);
        return undefined;
      },
      transition: beforeMove,
    },
    after: {
      transition: async (call, move) => {
        if (move.name === 'publish') await send(call, move.id);
      },
    },
  }),
];
