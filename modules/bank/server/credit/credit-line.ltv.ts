import type { Tx } from '#kit/server/db/database.ts';

/** The ratio of the last valuation, kept with the line for lists; null is "∞". */
export async function writeLtvs(tx: Tx, lines: readonly { id: number; ltv: number | null }[]): Promise<void> {
  if (lines.length === 0) return;
  await tx.query(
    `update bank.credit_line c set ltv = g.ltv, updated_at = now()
     from jsonb_to_recordset($1::jsonb) g(id bigint, ltv numeric)
     where c.tenant_no = kit.tenant() and c.id = g.id and c.ltv is distinct from g.ltv`,
    [JSON.stringify(lines)],
  );
}
