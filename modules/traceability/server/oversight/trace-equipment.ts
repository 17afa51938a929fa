import type { Tx } from '#kit/server/db/database.ts';
import type { Route } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { ofUnit } from '#modules/registry/server/index.ts';
import { traceEquipment } from '#modules/traceability/contract/oversight/oversight.ts';

export const reassignEquipment = (tx: Tx, from: number, to: number): Promise<unknown> =>
  tx.query(
    `update traceability.trace_equipment set principal_id = $2, version = version + 1, updated_at = now()
     where tenant_no = kit.tenant() and principal_id = $1`,
    [from, to],
  );

export const equipmentRoutes = (): Route[] =>
  serveResource(traceEquipment)({
    match: { principalId: ofUnit },
    expressions: { checkDue: '(t.checked_on + t.check_every_days)' },
  });
