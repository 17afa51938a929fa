import type { Tx } from '#kit/server/db/database.ts';

export interface Dispensed {
  readonly medicineId: number;
  readonly materialId: number;
  readonly depotId: number;
  readonly lotNos: string;
  readonly qty: number;
}

/** What left the stock for a sheet; the id is the source of its stock move. */
export async function insertDispense(
  tx: Tx,
  prescriptionId: number,
  one: Omit<Dispensed, 'lotNos' | 'depotId'>,
  userId: number | null,
): Promise<number> {
  const [row] = await tx.query<{ id: number }>(
    `insert into cure.prescription_dispense (tenant_no, prescription_id, medicine_id, material_id, depot_id, lot_nos,
       qty, dispensed_by) values (kit.tenant(), $1, $2, $3, 0, '', $4, $5) returning id`,
    [prescriptionId, one.medicineId, one.materialId, one.qty, userId],
  );
  return row?.id as number;
}

export const noteLots = (tx: Tx, id: number, depotId: number, lotNos: string): Promise<unknown> =>
  tx.query('update cure.prescription_dispense set depot_id = $2, lot_nos = $3 where id = $1', [id, depotId, lotNos]);

/** Lots that were handed out for a medicine of a sheet: what is given from them names them. */
export async function lotsHandedOut(tx: Tx, prescriptionId: number): Promise<Map<number, string>> {
  const rows = await tx.query<{ medicineId: number; lots: string }>(
    `select medicine_id as "medicineId", string_agg(distinct lot_nos, '、') as lots from cure.prescription_dispense
     where prescription_id = $1 group by 1`,
    [prescriptionId],
  );
  return new Map(rows.map((row) => [row.medicineId, row.lots]));
}
