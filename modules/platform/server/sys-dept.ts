import { invalid } from '#kit/contract/errors.ts';
import type { Call, Route } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { sysDept } from '#modules/platform/contract/sys-dept.ts';

/** A department never stands below itself. */
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

export const sysDeptRoutes = (): Route[] =>
  serveResource(sysDept)({
    before: {
      add: async (call, values) => {
        await refuseOtherUnit(call, values.principalId, values.parentId);
        return undefined;
      },
      edit: async (call, values, row) => {
        await refuseCycle(call, row.id, values.parentId);
        await refuseOtherUnit(call, row.principalId, values.parentId);
        return undefined;
      },
    },
  });
