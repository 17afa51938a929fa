import { invalid, wrongState } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { findRow, updateRow } from '#kit/server/resource/write.ts';
import {
  checkTool,
  type ToolLogLine,
  toolInfo,
  toolLog,
  toolTotals,
} from '#modules/registry/contract/service/tool-info.ts';
import { insertToolLog, type ToolStep } from './tool-log.ts';

/** The log knows five words; coming back from repair is a return. */
const actionOf: Readonly<Record<string, ToolStep['action']>> = {
  issue: 'issue',
  return: 'return',
  repair: 'repair',
  repaired: 'return',
  scrap: 'scrap',
};

async function mustBeAtWork(call: Call, staffId: number): Promise<void> {
  const [row] = await call.tx.query<{ status: string }>('select status from registry.staff where id = $1', [staffId]);
  if (row?.status !== 'active') throw invalid([{ field: 'custodianStaffId', key: 'registry.grid.staffAway' }]);
}

export const toolInfoRoutes = (): Route[] => [
  ...serveResource(toolInfo)({
    expressions: { value: 't.value::float8' },
    before: {
      transition: async (call, move, row) => {
        const staffId = (move.form as { custodianStaffId?: number } | undefined)?.custodianStaffId;
        if (move.name === 'issue' && row.status === 'idle' && staffId) await mustBeAtWork(call, staffId);
        return move.name === 'issue' ? undefined : { custodianStaffId: null };
      },
    },
    after: {
      transition: async (call, move) => {
        const staffId = (move.form as { custodianStaffId?: number } | undefined)?.custodianStaffId ?? null;
        const action = actionOf[move.name];
        if (action) await insertToolLog(call.tx, { toolId: move.id, action, staffId, result: move.remark ?? null });
      },
    },
  }),
  serve('registry', checkTool, async (call) => {
    const { id, version, result, nextCheckOn } = call.body;
    const whole = call as unknown as Call;
    const row = await findRow(whole, toolInfo, id, true);
    if (row.status === 'scrapped') throw wrongState(row.status, 'registry.toolPage.check');
    const saved = await updateRow(whole, toolInfo, id, version, { nextCheckOn });
    await insertToolLog(call.tx, { toolId: id, action: 'check', result });
    return { version: saved.version };
  }),
  serve('registry', toolLog, async (call) => {
    const [rows] = await call.database.read<[ToolLogLine]>(call.actor.scope, {
      text: `select l.id, l.action, to_char(l.on_date, 'YYYY-MM-DD') as "onDate", l.result, (select s.name from registry.staff s where s.id = l.staff_id) as "staffName",
               (select u.nickname from platform.sys_user u where u.id = l.created_by) as "byName"
             from registry.tool_log l where l.tool_id = $1 order by l.on_date desc, l.id desc limit 200`,
      values: [call.query.toolId],
    });
    return rows;
  }),
  serve('registry', toolTotals, async (call) => {
    const [rows] = await call.database.read<[{ status: string; n: number; value: number }]>(call.actor.scope, {
      text: `select status, count(*)::int as n, coalesce(sum(value), 0)::float8 as value from registry.tool_info group by status order by status`,
      values: [],
    });
    return rows;
  }),
];

/** R63: things in use pass to the survivor; a number both have is told apart by the one they come from. */
export async function reassignTools(tx: Tx, from: number, to: number, regionCode: number): Promise<number> {
  const rows = await tx.query(
    `update registry.tool_info t set principal_id = $2, region_code = $3, version = version + 1, updated_at = now(),
       asset_no = case when exists (select 1 from registry.tool_info o where o.tenant_no = t.tenant_no and o.principal_id = $2 and o.asset_no = t.asset_no)
         then t.asset_no || '-' || $1::text else t.asset_no end
     where t.principal_id = $1 and t.status <> 'scrapped' returning 1`,
    [from, to, regionCode],
  );
  return rows.length;
}
