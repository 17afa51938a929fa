import { notFound, refusal } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { type Route, serve } from '#kit/server/http/call.ts';
import * as contract from '#modules/platform/contract/account/sys-saved-view.ts';

const mostPerList = 50;

export const savedViewRoutes = (): Route[] => [
  serve('platform', contract.listSavedViews, async (call) => {
    const { userId, principalId } = call.actor;
    // The policy shows the caller's own and what anybody of the tenant shares; here it is narrowed to one organisation.
    const [rows] = await call.database.read<[contract.SavedView]>(call.actor.scope, {
      text: `select id, view_name as name, content, shared, user_id = $2 as "isOwn", is_default and user_id = $2 as "isDefault", user_name as "ownerName"
             from platform.sys_saved_view where list_name = $1 and (user_id = $2 or (shared and principal_id = $3))
             order by user_id = $2 desc, lower(view_name), id limit 200`,
      values: [call.query.list, userId, principalId],
    });
    return rows;
  }),

  serve('platform', contract.saveSavedView, async (call) => {
    const { userId, nickname, tenantNo, principalId } = call.actor;
    const { list, name, content, shared, isDefault } = call.body;
    if (shared && principalId === null) throw refusal('view.noUnit', 'view.noUnit');
    const [count] = await call.tx.query<{ n: number }>(
      'select count(*)::int as n from platform.sys_saved_view where user_id = $1 and list_name = $2 and view_name <> $3',
      [userId, list, name],
    );
    if ((count?.n ?? 0) >= mostPerList) throw refusal('view.tooMany', 'view.tooMany', { n: mostPerList });
    if (isDefault) await dropDefault(call.tx, userId, list);
    const [saved] = await call.tx.query<{ id: number }>(
      `insert into platform.sys_saved_view (tenant_no, user_id, user_name, principal_id, list_name, view_name, content, shared, is_default)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
       on conflict (tenant_no, user_id, list_name, view_name) do update set content = excluded.content, shared = excluded.shared, is_default = excluded.is_default,
         user_name = excluded.user_name, principal_id = excluded.principal_id, version = sys_saved_view.version + 1, updated_at = now()
       returning id`,
      [tenantNo, userId, nickname, principalId, list, name, JSON.stringify(content), shared, isDefault],
    );
    if (!saved) throw notFound();
    call.answer.msg = call.say('ok.saved');
    return saved;
  }),

  serve('platform', contract.markSavedView, async (call) => {
    const { id, isDefault, shared } = call.body;
    const { userId, principalId } = call.actor;
    if (shared && principalId === null) throw refusal('view.noUnit', 'view.noUnit');
    const [own] = await call.tx.query<{ list: string }>(
      'select list_name as list from platform.sys_saved_view where id = $1 and user_id = $2 for update',
      [id, userId],
    );
    if (!own) throw notFound();
    if (isDefault) await dropDefault(call.tx, userId, own.list);
    await call.tx.query(
      `update platform.sys_saved_view set is_default = coalesce($3, is_default), shared = coalesce($4, shared), principal_id = $5, version = version + 1, updated_at = now()
       where id = $1 and user_id = $2`,
      [id, userId, isDefault ?? null, shared ?? null, principalId],
    );
    call.answer.msg = call.say('ok.saved');
    return null;
  }),

  serve('platform', contract.removeSavedView, async (call) => {
    const gone = await call.tx.query(
      'delete from platform.sys_saved_view where id = $1 and user_id = $2 returning id',
      [call.body.id, call.actor.userId],
    );
    if (gone.length === 0) throw notFound();
    call.answer.msg = call.say('ok.removed');
    return null;
  }),
];

/** A list opens with one view at most. */
async function dropDefault(tx: Tx, userId: number, list: string): Promise<void> {
  await tx.query(
    'update platform.sys_saved_view set is_default = false where user_id = $1 and list_name = $2 and is_default',
    [userId, list],
  );
}
