import type { Tx } from '#kit/server/db/database.ts';
import { today } from '#kit/server/today.ts';

export interface ToolStep {
  readonly toolId: number;
  readonly action: 'issue' | 'return' | 'repair' | 'check' | 'scrap';
  readonly staffId?: number | null;
  readonly result?: string | null;
}

/** What happened to a thing, on the day it did. */
export async function insertToolLog(
  tx: Tx,
  { toolId, action, staffId = null, result = null }: ToolStep,
): Promise<void> {
  await tx.query(
    'insert into registry.tool_log (tenant_no, tool_id, action, staff_id, on_date, result, created_by) values ($1, $2, $3, $4, $5, $6, $7)',
    [tx.scope.tenantNo, toolId, action, staffId, today(), result, tx.scope.userId],
  );
}
