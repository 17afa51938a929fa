import { ratio, sumCents, times } from '#kit/contract/money.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { tenGrams } from '#modules/farm/contract/sale/price.ts';
import { costRowsOf, totalsOf } from './animal-costs.ts';

interface Heavy {
  readonly id: number;
  readonly earTag: string;
  readonly kg: number;
  readonly isReady: boolean;
}
/** Animals of the last two stages of a fattening scheme that were weighed. */
const heavySql = `select a.id, a.ear_tag as "earTag", a.weight as kg, s.line_no = x.last as "isReady"
  from farm.farm_animal f join farm.animal_seen a on a.id = f.animal_id
    join farm.cycle_scheme_stage s on s.id = f.stage_id
    join lateral (select max(n.line_no) as last from farm.cycle_scheme_stage n where n.parent_id = s.parent_id) x
      on s.line_no >= x.last - 1
  where f.principal_id = $1 and f.status = 'live' and f.purpose = 'fattening' and a.status = 'inStock'
    and a.weight is not null order by a.id`;

export interface CostKg {
  /** Cents a kilogram. */
  readonly cents: number;
  readonly total: number;
  readonly kg: number;
  readonly head: number;
  readonly ready: number;
  readonly animals: readonly (Heavy & { readonly cost: number })[];
}
/** farm.costKg: what the animals that are nearly ready have cost, by their weight; null where there are none. */
export async function costKgOf(tx: Pick<Tx, 'query'>, farmId: number, on: string): Promise<CostKg | null> {
  const heavy = await tx.query<Heavy>(heavySql, [farmId]);
  if (heavy.length === 0) return null;
  const totals = totalsOf(
    await costRowsOf(
      tx,
      farmId,
      heavy.map((one) => one.id),
      on,
    ),
  );
  const animals = heavy.map((one) => ({ ...one, cost: totals.get(one.id) ?? 0 }));
  const total = sumCents(animals.map((one) => one.cost));
  const units = animals.reduce((sum, one) => sum + tenGrams(one.kg), 0);
  if (total === 0 || units === 0) return null;
  return {
    cents: times(total, ratio(100, units)),
    total,
    kg: units / 100,
    head: animals.length,
    ready: animals.filter((one) => one.isReady).length,
    animals,
  };
}
