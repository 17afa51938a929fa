import { percent, ratio, sumOfProducts } from '#kit/contract/money.ts';
import type { Tx } from '#kit/server/db/database.ts';
import type { VisitRow } from './immunisation-visit.ts';

/** R23: accepted heads times the standard of their kind in that place, in cents. */
export async function subsidyOf(tx: Tx, visit: Pick<VisitRow, 'id' | 'regionCode' | 'visitedOn'>): Promise<number> {
  const rows = await tx.query<{ heads: number; amountCents: number; ratio: number }>(
    `select y.tagged + y.untagged as heads, s.amount_cents as "amountCents", s.ratio::float8 as ratio
     from prevention.immunisation_tally y join lateral (
       select amount_cents, ratio from prevention.ant_standard a
       where a.tenant_no = y.tenant_no and a.kind = 'selfImmuneSubsidy' and (a.species is null or a.species = y.species) and a.valid_from <= $3 and (a.valid_to is null or a.valid_to >= $3)
         and prevention.lies_in($2, array[a.region_code])
       order by a.species nulls last, platform.region_width(a.region_code), a.valid_from desc limit 1) s on true
     where y.visit_id = $1 and y.disease_code = '*'`,
    [visit.id, visit.regionCode, visit.visitedOn],
  );
  return sumOfProducts(rows.map((one) => [one.amountCents, ratio(one.heads, 1), percent(one.ratio)]));
}
