import { AppError, invalid, staleVersion } from '#kit/contract/errors.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { findRow, updateRow } from '#kit/server/resource/write.ts';
import { moveDept, sysDept } from '#modules/platform/contract/account/sys-dept.ts';

/** A department never stands below itself (R114). */
async function refuseCycle(call: Call, id: number, parentId: number | null): Promise<void> {
  if (parentId === null) return;
  const above = await call.tx.query(
    `with recursive above(id, parent_id) as (
       select id, parent_id from platform.sys_dept where id = $1
       union select d.id, d.parent_id from platform.sys_dept d join above a on d.id = a.parent_id
     ) select 1 from above where id = $2`,
    [parentId, id],
  );
  if (above.length > 0) throw invalid([{ field: 'parentId', key: 'platform.sysDept.underItself' }]);
}

async function refuseOtherUnit(call: Call, principalId: number, parentId: number | null): Promise<void> {
  if (parentId === null) return;
  const same = await call.tx.query('select 1 from platform.sys_dept where id = $1 and principal_id = $2', [
    parentId,
    principalId,
  ]);
  if (same.length === 0) throw invalid([{ field: 'parentId', key: 'platform.sysDept.otherUnit' }]);
}

/** Whoever leads a department works in its organisation. */
async function refuseOtherLeader(call: Call, principalId: number, leaderUserId: number | null): Promise<void> {
  if (leaderUserId === null) return;
  const one = await call.tx.query(
    "select 1 from platform.sys_user where id = $1 and principal_id = $2 and status <> 'cancelled'",
    [leaderUserId, principalId],
  );
  if (one.length === 0) throw invalid([{ field: 'leaderUserId', key: 'platform.sysDept.otherLeader' }]);
}

const live = "u.status <> 'cancelled'";

async function refuseInUse(call: Call, id: number): Promise<void> {
  const [held] = await call.tx.query<{ users: number; children: number }>(
    `select (select count(*)::int from platform.sys_user u where u.dept_id = $1 and ${live}) as users,
       (select count(*)::int from platform.sys_dept d where d.parent_id = $1) as children`,
    [id],
  );
  if (held && held.users + held.children > 0) throw new AppError(409, 'platform.sysDept.inUse', { args: { ...held } });
}

/** Brothers in their new order: tens apart, so that a form can put one in between. */
async function orderBrothers(
  call: Call,
  id: number,
  principalId: number,
  parentId: number | null,
  beforeId: number | null,
) {
  const brothers = await call.tx.query<{ id: number }>(
    `select id from platform.sys_dept where principal_id = $1 and parent_id is not distinct from $2 and id <> $3 order by order_num, id`,
    [principalId, parentId, id],
  );
  const ids = brothers.map((one) => one.id);
  const at = beforeId === null ? -1 : ids.indexOf(beforeId);
  ids.splice(at < 0 ? ids.length : at, 0, id);
  await call.tx.query(
    `update platform.sys_dept t set order_num = o.place * 10 from unnest($1::bigint[]) with ordinality as o(id, place) where t.id = o.id`,
    [ids],
  );
}

export const sysDeptRoutes = (): Route[] => [
  ...serveResource(sysDept)({
    expressions: {
      leaderName:
        'coalesce((select u.real_name from platform.sys_user u where u.id = t.leader_user_id), t.leader_name)',
      users: `(select count(*)::int from platform.sys_user u where u.dept_id = t.id and ${live})`,
    },
    before: {
      add: async (call, values) => {
        await refuseOtherUnit(call, values.principalId, values.parentId);
        await refuseOtherLeader(call, values.principalId, values.leaderUserId);
        return undefined;
      },
      edit: async (call, values, row) => {
        await refuseCycle(call, row.id, values.parentId);
        await refuseOtherUnit(call, row.principalId, values.parentId);
        await refuseOtherLeader(call, row.principalId, values.leaderUserId);
        return undefined;
      },
      remove: (call, row) => refuseInUse(call, row.id),
    },
  }),
  serve('platform', moveDept, async (given) => {
    const call = given as unknown as Call;
    const { id, version, parentId, beforeId } = given.body;
    const row = await findRow(call, sysDept, id, true);
    if (row.version !== version) throw staleVersion();
    await refuseCycle(call, id, parentId);
    await refuseOtherUnit(call, row.principalId, parentId);
    const saved = await updateRow(call, sysDept, id, version, { parentId });
    await orderBrothers(call, id, row.principalId, parentId, beforeId);
    return { version: saved.version };
  }),
];
