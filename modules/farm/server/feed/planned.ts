import type { Tx } from '#kit/server/db/database.ts';
import { configOf } from '#modules/registry/server/index.ts';

export interface PlannedItem {
  readonly penId: number;
  readonly materialId: number;
  readonly name: string;
  readonly decimals: number;
  /** Of the whole day, for all heads. */
  readonly kg: number;
  readonly dmKg: number;
  readonly meals: string;
  readonly planId: number;
  readonly formula: string;
}

/** Animals of one pen, group and stage are fed alike: plans are matched with those, not with each animal. */
const headsByPlace = (farm: string, pen = 'null'): string =>
  `select a.pen_id, f.group_id, f.stage_id, count(*) as n from farm.farm_animal f join farm.animal_seen a
     on a.id = f.animal_id
   where f.principal_id = ${farm} and f.status = 'live' and a.pen_id is not null
     and (${pen}::bigint is null or a.pen_id = ${pen}::bigint) group by 1, 2, 3`;

/** R31: each head by the nearest plan (its pen's, its group's, its stage's), summed by pen and material. */
export const plannedItems = (tx: Tx, farmId: number, on: string, penId: number | null = null): Promise<PlannedItem[]> =>
  tx.query<PlannedItem>(
    `with plan as (
       select p.id, p.target, p.pen_id, p.group_id, p.stage_id, p.formula_id, p.factor, p.meals from farm.feeding_plan p
       where p.principal_id = $1 and p.status = 'active' and p.from_on <= $2 and (p.to_on is null or p.to_on >= $2)
     ), heads as (${headsByPlace('$1', '$3')}
     ), fed as (
       select h.pen_id, coalesce(by_pen.id, by_group.id, by_stage.id) as plan_id, sum(h.n)::int as head
       from heads h left join plan by_pen on by_pen.pen_id = h.pen_id
         left join plan by_group on by_group.group_id = h.group_id and by_pen.id is null
         left join plan by_stage on by_stage.stage_id = h.stage_id and by_pen.id is null and by_group.id is null
       where coalesce(by_pen.id, by_group.id, by_stage.id) is not null
       group by 1, 2
     )
     select f.pen_id as "penId", i.material_id as "materialId", m.name, m.decimals,
       sum(f.head * i.kg_per_head * p.factor)::float8 as kg, sum(f.head * i.dm_kg * p.factor)::float8 as "dmKg",
       min(p.meals) as meals, min(p.id) as "planId", string_agg(distinct o.name, '、') as formula
     from fed f join plan p on p.id = f.plan_id join farm.feed_formula o on o.id = p.formula_id
       join farm.feed_formula_item i on i.parent_id = o.id join farm.material_seen m on m.id = i.material_id
     group by 1, 2, 3, 4 order by 1, min(i.line_no)`,
    [farmId, on, penId],
  );

/** How many meals a pen gets by the plans in force on a day: `pen_id`, `n`. */
export const mealsByPen = (farm: string, day: string): string =>
  `select h.pen_id,
     max(array_length(string_to_array(coalesce(by_pen.meals, by_group.meals, by_stage.meals), ','), 1)) as n
   from (${headsByPlace(farm)}) h
     left join farm.feeding_plan by_pen on by_pen.pen_id = h.pen_id and ${inForce('by_pen', day)}
     left join farm.feeding_plan by_group on by_group.group_id = h.group_id and ${inForce('by_group', day)}
     left join farm.feeding_plan by_stage on by_stage.stage_id = h.stage_id and ${inForce('by_stage', day)}
   where coalesce(by_pen.id, by_group.id, by_stage.id) is not null group by 1`;
const inForce = (plan: string, day: string) =>
  `${plan}.status = 'active' and ${plan}.from_on <= ${day} and (${plan}.to_on is null or ${plan}.to_on >= ${day})`;

/** The store feed comes from: the one the farm named, else its first warehouse. */
export async function feedStore(tx: Tx, farmId: number): Promise<{ id: number; name: string } | null> {
  const named = Number(await configOf(tx, farmId, 'farm_feed_depot')) || null;
  const [store] = await tx.query<{ id: number; name: string }>(
    `select id, name from farm.store_seen where principal_id = $1 and status in ('active', 'counting')
       and kind in ('warehouse', 'coldRoom') and ($2::bigint is null or id = $2) order by id limit 1`,
    [farmId, named],
  );
  return store ?? null;
}

/** Splits a weight by shares to whole steps of each material, so that the parts are exactly the whole (in grams). */
export function splitGrams(
  totalGrams: number,
  parts: readonly { share: number; decimals: number }[],
): readonly number[] {
  const sum = parts.reduce((n, one) => n + one.share, 0);
  if (sum <= 0) return parts.map(() => 0);
  const step = (decimals: number) => 10 ** (3 - Math.min(decimals, 3));
  const grams = parts.map(({ share, decimals }) => {
    const by = step(decimals);
    return Math.floor((totalGrams * share) / sum / by) * by;
  });
  let rest = totalGrams - grams.reduce((n, one) => n + one, 0);
  // The finest material takes what the coarser ones cannot be divided into.
  const finest = parts.map((one, at) => ({ at, by: step(one.decimals) })).toSorted((a, b) => a.by - b.by);
  for (const { at, by } of finest) {
    const more = Math.floor(rest / by) * by;
    grams[at] = (grams[at] ?? 0) + more;
    rest -= more;
  }
  return grams;
}

/** Kilograms of a meal of the day's, to the gram; the last meal takes what is left, so that meals make the day. */
export function mealGrams(dayKg: number, meals: string, mealNo: number): number {
  const shares = meals.split(',').map(Number);
  const day = Math.round(dayKg * 1000);
  if (mealNo === 0) return day;
  const until = (n: number) => Math.round((day * shares.slice(0, n).reduce((sum, one) => sum + one, 0)) / 100);
  return until(mealNo) - until(mealNo - 1);
}
