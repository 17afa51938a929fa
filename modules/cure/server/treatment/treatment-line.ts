import type { Tx } from '#kit/server/db/database.ts';
import type { JudgedLine } from './judge.ts';

export const insertLines = (
  tx: Tx,
  treatmentId: number,
  lines: readonly (JudgedLine & { readonly lotNo: string })[],
): Promise<unknown> =>
  tx.query(
    `insert into cure.treatment_line (tenant_no, treatment_id, line_no, medicine_id, material_id, lot_no,
      label_photo, route, dose,
       dose_per, dose_unit, total_qty, active_mg, meat_days, milk_hours)
     select kit.tenant(), $1, l."lineNo", l."medicineId", l."materialId", l."lotNo",
       array(select jsonb_array_elements_text(l."labelPhoto")::bigint),
       l.route, l.dose, l."dosePer", l."doseUnit", l."totalQty", l."activeMg", l."meatDays", l."milkHours"
     from jsonb_to_recordset($2) l("lineNo" int, "medicineId" bigint, "materialId" bigint, "lotNo" text,
       "labelPhoto" jsonb, route text,
       dose numeric, "dosePer" text, "doseUnit" text, "totalQty" numeric, "activeMg" numeric, "meatDays" int, "milkHours" int)`,
    [treatmentId, JSON.stringify(lines)],
  );
