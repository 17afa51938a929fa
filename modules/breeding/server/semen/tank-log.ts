import type { Tx } from '#kit/server/db/database.ts';

export const insertLog = (
  tx: Tx,
  tankId: number,
  one: {
    at: string;
    kind: string;
    levelPct: number | null;
    weightKg?: number | null | undefined;
    litres?: number | null | undefined;
    staffId: number | null;
    photoIds: readonly number[];
    remark?: string | null | undefined;
  },
) =>
  tx.query(
    `insert into breeding.tank_log (tenant_no, tank_id, at, kind, level_pct, weight_kg, litres, staff_id, photo_ids,
       remark, created_by) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [
      tx.scope.tenantNo,
      tankId,
      one.at,
      one.kind,
      one.levelPct,
      one.weightKg ?? null,
      one.litres ?? null,
      one.staffId,
      one.photoIds,
      one.remark ?? null,
      tx.scope.userId,
    ],
  );
