import type { Tx } from '#kit/server/db/database.ts';

/** The record of another module that takes something, and which of its lines. */
export interface Source {
  readonly type: string;
  readonly id: number;
  readonly line?: number;
}

/** What becomes of it: used, or wasted in the course of using. */
export type Purpose = 'use' | 'loss';

/** R7: false when this line of this record has taken its share for that purpose already. */
export async function claimSource(tx: Tx, source: Source, purpose: Purpose): Promise<boolean> {
  const rows = await tx.query(
    `insert into depot.stock_source (tenant_no, source_type, source_id, line, purpose) values ($1, $2, $3, $4, $5) on conflict do nothing returning 1`,
    [tx.scope.tenantNo, source.type, source.id, source.line ?? 1, purpose],
  );
  return rows.length > 0;
}

/** The record was taken back: it may take anew. */
export async function freeSource(tx: Tx, source: Source): Promise<void> {
  await tx.query(
    'delete from depot.stock_source where source_type = $1 and source_id = $2 and ($3::int is null or line = $3)',
    [source.type, source.id, source.line ?? null],
  );
}
