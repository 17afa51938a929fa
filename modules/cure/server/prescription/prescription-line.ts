import type { Tx } from '#kit/server/db/database.ts';

export const giveLines = (
  tx: Tx,
  sheetId: number,
  lines: readonly { medicineId: number; totalQty: number }[],
): Promise<unknown> =>
  tx.query(
    `update cure.prescription_line l set given_qty = l.given_qty + g.qty from unnest($2::bigint[],
      $3::numeric[]) g(medicine, qty)
     where l.parent_id = $1 and l.medicine_id = g.medicine`,
    [sheetId, lines.map((line) => line.medicineId), lines.map((line) => line.totalQty)],
  );

export const takeBackLines = (tx: Tx, sheetId: number, treatmentId: number): Promise<unknown> =>
  tx.query(
    `update cure.prescription_line l set given_qty = greatest(0, l.given_qty - t.total_qty) from cure.treatment_line t
     where l.parent_id = $1 and t.treatment_id = $2 and t.medicine_id = l.medicine_id`,
    [sheetId, treatmentId],
  );

/** What left the stock for a line. */
export const dispenseLine = (tx: Tx, sheetId: number, medicineId: number, qty: number): Promise<unknown> =>
  tx.query(
    'update cure.prescription_line set dispensed_qty = dispensed_qty + $3 where parent_id = $1 and medicine_id = $2',
    [sheetId, medicineId, qty],
  );

/** What was decided when the sheet was issued: totals, days, off label. */
export const settleLines = (
  tx: Tx,
  sheetId: number,
  lines: readonly { lineNo: number; totalQty: number; meatDays: number; milkHours: number | null; offLabel: boolean }[],
): Promise<unknown> =>
  tx.query(
    `update cure.prescription_line l set total_qty = s."totalQty", meat_days = s."meatDays",
      milk_hours = s."milkHours", off_label = s."offLabel"
     from jsonb_to_recordset($2) s("lineNo" int, "totalQty" numeric, "meatDays" int, "milkHours" int,
       "offLabel" boolean)
     where l.parent_id = $1 and l.line_no = s."lineNo"`,
    [sheetId, JSON.stringify(lines)],
  );
