import { refusal } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';

/** R21: a single number inside a piece is used once. */
export async function useNumbers(
  tx: Tx,
  used: { materialId: number; lotId: number; docId: number; from: number; to: number },
): Promise<void> {
  const rows = await tx.query(
    `insert into depot.segment_used (tenant_no, material_id, no, lot_id, doc_id) select $1, $2, n, $3, $4 from generate_series($5::bigint, $6::bigint) n
     on conflict do nothing returning 1`,
    [tx.scope.tenantNo, used.materialId, used.lotId, used.docId, used.from, used.to],
  );
  if (rows.length < used.to - used.from + 1)
    throw refusal('segmentUsed', 'depot.ledger.segmentUsed', { from: used.from, to: used.to });
}

export async function usedWithin(tx: Tx, materialId: number, from: number, to: number): Promise<number> {
  const [row] = await tx.query<{ n: number }>(
    'select count(*)::int as n from depot.segment_used where material_id = $1 and no between $2 and $3',
    [materialId, from, to],
  );
  return row?.n ?? 0;
}

export async function freeNumbers(tx: Tx, docId: number): Promise<void> {
  await tx.query('delete from depot.segment_used where doc_id = $1', [docId]);
}
