import type { Tx } from '#kit/server/db/database.ts';

export interface Broken {
  readonly subject: string;
  readonly seq: number | null;
  readonly kind: 'changed' | 'missing' | 'added';
}
export interface Found {
  readonly animals: number;
  readonly events: number;
  readonly seals: number;
  readonly broken: Broken[];
}

export async function insertRun(
  tx: Tx,
  runScope: string,
  found: Found,
  facts: { readonly subject: string | null; readonly startedAt: Date; readonly by: number | null },
): Promise<number> {
  const [row] = await tx.query<{ id: number }>(
    `insert into traceability.trace_verify_run (tenant_no, run_scope, subject, events, animals, seals,
      broken_count, broken,
       started_at, finished_at, created_by)
     values (kit.tenant(), $1, $2, $3, $4, $5, $6, $7, $8, now(), $9) returning id`,
    [
      runScope,
      facts.subject,
      found.events,
      found.animals,
      found.seals,
      found.broken.length,
      JSON.stringify(found.broken.slice(0, 200)),
      facts.startedAt.toISOString(),
      facts.by,
    ],
  );
  return row?.id ?? 0;
}
