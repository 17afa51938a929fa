import { invalid, notFound, refusal } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { addDays } from '../medicine/labels.ts';

export interface Sheet {
  readonly id: number;
  readonly docNo: string;
  readonly status: string;
  readonly animalIds: readonly number[];
  /** R48: refuses what the sheet does not order, or not so much of. */
  take(medicineId: number, qty: number, field: string): void;
}

interface Ordered {
  readonly medicineId: number;
  readonly totalQty: number;
  readonly givenQty: number;
}

/** R56: a sheet that may still be given under, on a day of its course or two days after. */
export async function sheetFor(tx: Tx, id: number, on: string): Promise<Sheet> {
  const [row] = await tx.query<{
    id: number;
    docNo: string;
    status: string;
    issuedOn: string;
    courseTo: string;
    validUntil: string;
    animalIds: number[];
    lines: Ordered[];
  }>(
    `select p.id, p.doc_no as "docNo", p.status, to_char(p.issued_at at time zone 'Asia/Shanghai',
      'YYYY-MM-DD') as "issuedOn",
       to_char(p.course_to, 'YYYY-MM-DD') as "courseTo", to_char(p.valid_until, 'YYYY-MM-DD') as "validUntil",
       array(select a.animal_id from cure.prescription_animal a where a.parent_id = p.id) as "animalIds",
       coalesce((select jsonb_agg(jsonb_build_object('medicineId', l.medicine_id, 'totalQty', l.total_qty,
         'givenQty', l.given_qty))
         from cure.prescription_line l where l.parent_id = p.id), '[]') as lines
     from cure.prescription p where p.id = $1 for update of p`,
    [id],
  );
  if (!row) throw notFound();
  const isOpen = row.status === 'running' || (row.status === 'issued' && on <= row.validUntil);
  if (!isOpen || on < row.issuedOn || on > addDays(row.courseTo, 2))
    throw refusal('rxExpired', 'cure.refusal.rxExpired', { docNo: row.docNo });
  return {
    id: row.id,
    docNo: row.docNo,
    status: row.status,
    animalIds: row.animalIds,
    take(medicineId, qty, field) {
      const line = row.lines.find((one) => one.medicineId === medicineId);
      if (!line) throw invalid([{ field, key: 'cure.refusal.notOnSheet', args: { docNo: row.docNo } }]);
      if (line.givenQty + qty > line.totalQty * 1.05)
        throw refusal('overPrescribed', 'cure.refusal.overPrescribed', { docNo: row.docNo });
    },
  };
}
