import type { Tx } from '#kit/server/db/database.ts';

export const insertListings = async (
  tx: Tx,
  one: { year: number; scheme: string; ids: readonly number[]; docNo?: string | null | undefined },
): Promise<number> =>
  (
    await tx.query(
      `insert into breeding.sire_listing (tenant_no, year, scheme, sire_code, doc_no, created_by)
       select $1, $2, $3, s.sire_code, $5, $6 from breeding.seed_animal s where s.tenant_no = $1 and s.id = any ($4)
       on conflict do nothing returning 1`,
      [tx.scope.tenantNo, one.year, one.scheme, one.ids, one.docNo ?? null, tx.scope.userId],
    )
  ).length;
