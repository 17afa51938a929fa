import type { Tx } from '#kit/server/db/database.ts';

export interface SaleLine {
  readonly id: number;
  readonly animalId: number;
  readonly kg: number | null;
}
export const linesOfSale = (tx: Tx, id: number): Promise<SaleLine[]> =>
  tx.query<SaleLine>(
    'select id, animal_id as "animalId", kg from farm.sale_order_line where parent_id = $1 order by line_no',
    [id],
  );

/** As they were weighed and priced at the gate; who stayed behind is taken off. */
export async function weighLines(
  tx: Tx,
  id: number,
  lines: readonly { animalId: number; kg: number | null; amount: number; cost: number | null }[],
): Promise<void> {
  await tx.query('delete from farm.sale_order_line where parent_id = $1 and not animal_id = any ($2)', [
    id,
    lines.map((one) => one.animalId),
  ]);
  await tx.query(
    `update farm.sale_order_line l set kg = x.kg, amount = x.amount, cost = x.cost
     from jsonb_to_recordset($2::jsonb) x("animalId" bigint, kg numeric, amount bigint, cost bigint)
     where l.parent_id = $1 and l.animal_id = x."animalId"`,
    [id, JSON.stringify(lines)],
  );
}
