import type { Tx } from '#kit/server/db/database.ts';
import { chip, official } from '#modules/sign/contract/numbers/code.ts';

export interface Pair {
  readonly eid: string;
  readonly code: number;
}

export const pairsOf = (
  tx: Tx,
  ask: { readonly eids?: readonly string[]; readonly codes?: readonly number[] },
): Promise<Pair[]> =>
  tx.query<Pair>(
    `select p.eid, p.code from sign.tag_pair p where p.tenant_no = $1
       and ((p.eid_scheme = '${chip}' and p.eid = any ($2)) or (p.scheme = '${official}' and p.code = any ($3)))`,
    [tx.scope.tenantNo, ask.eids ?? [], ask.codes ?? []],
  );

/** R52: one chip, one number; answers what could not be joined because one of the two has another already. */
export async function addPairs(
  tx: Tx,
  pairs: readonly Pair[],
  source: 'factory' | 'wear',
  supplierId: number | null,
): Promise<number> {
  if (pairs.length === 0) return 0;
  const rows = await tx.query(
    `insert into sign.tag_pair (tenant_no, region_code, eid, code, source, supplier_id, created_by)
     select $1, (x.code / 100000000 % 1000000) * 1000000, x.eid, x.code, $4, $5, $6
     from unnest($2::text[], $3::bigint[]) x(eid, code) on conflict do nothing returning 1`,
    [tx.scope.tenantNo, pairs.map((one) => one.eid), pairs.map((one) => one.code), source, supplierId, tx.scope.userId],
  );
  return pairs.length - rows.length;
}

/** Struck by an inspector, or because the animal wears another chip now. */
export const strikePairs = (tx: Tx, eids: readonly string[]) =>
  tx.query('delete from sign.tag_pair where tenant_no = $1 and eid = any ($2)', [tx.scope.tenantNo, eids]);
