import type { Tx } from '#kit/server/db/database.ts';
import {
  type CutRule,
  cutOf,
  type HeadValue,
  headValueOf,
  ltvOf,
  sumValues,
} from '#modules/bank/contract/product/value-arithmetic.ts';
import type { DaySums } from '#modules/bank/contract/product/values.ts';

/** A line of a price list, as far as there is one. */
export interface PricedBy {
  readonly priceList: string | null;
  readonly validFrom: string | null;
  readonly lineId: number | null;
  readonly lineSpecies: string | null;
  readonly lineStage: string | null;
  readonly lineSex: string | null;
  readonly lineBreeds: string[] | null;
  readonly ageFrom: number | null;
  readonly ageTo: number | null;
  readonly priceCents: number | null;
  readonly unit: 'head' | 'kg' | null;
}
/** One animal's row as it held on a day, beside what the price tables and the product say today of what it names. */
export interface StoredHead extends PricedBy {
  readonly animalId: number;
  readonly creditLineId: number;
  readonly since: string;
  readonly stage: string;
  readonly priceListId: number | null;
  readonly adjustPct: number;
  readonly weightKg: number | null;
  readonly weightFrom: 'weighed' | 'standard' | null;
  readonly cuts: readonly string[];
  readonly cutPct: number;
  readonly valueCents: number;
  readonly eligibleCents: number;
  readonly unseenCut: number;
  readonly uninsuredCut: number;
}
const columns = `h.animal_id as "animalId", h.credit_line_id as "creditLineId", to_char(h.day, 'YYYY-MM-DD') as since,
  coalesce(h.stage, '') as stage,
  l.id as "priceListId", l.name as "priceList", to_char(l.valid_from, 'YYYY-MM-DD') as "validFrom", n.id as "lineId",
  n.species as "lineSpecies", n.stage as "lineStage", n.sex as "lineSex", n.breeds as "lineBreeds", n.age_from as "ageFrom",
  n.age_to as "ageTo", n.price as "priceCents", n.unit, coalesce(l.adjust_pct, 0) as "adjustPct",
  h.weight_kg as "weightKg",
  h.weight_from as "weightFrom", h.cuts, h.cut_pct as "cutPct", h.value as "valueCents", h.eligible as "eligibleCents",
  p.unseen_cut as "unseenCut", p.uninsured_cut as "uninsuredCut"`;
const joins = `left join bank.price_list_line n on n.tenant_no = h.tenant_no and n.id = h.price_line_id
  left join bank.price_list l on l.tenant_no = n.tenant_no and l.id = n.parent_id
  join bank.credit_line c on c.tenant_no = h.tenant_no and c.id = h.credit_line_id
  join bank.bank_product p on p.tenant_no = c.tenant_no and p.id = c.product_id`;

/** The rows that held on a day: of each animal of the line the newest that is not younger. */
export const headsOn = (tx: Tx, creditLineId: number, day: string): Promise<StoredHead[]> =>
  tx.query<StoredHead>(
    `select ${columns} from (
       select distinct on (animal_id) * from bank.head_value where tenant_no = kit.tenant() and credit_line_id = $1
         and day <= $2::date order by animal_id, day desc) h ${joins}
     where h.is_here order by h.animal_id`,
    [creditLineId, day],
  );
export const headOn = async (tx: Tx, animalId: number, creditLineId: number, day: string): Promise<StoredHead | null> =>
  (
    await tx.query<StoredHead>(
      `select ${columns} from (
         select * from bank.head_value where tenant_no = kit.tenant() and animal_id = $1 and credit_line_id = $2
           and day <= $3::date order by day desc limit 1) h ${joins}
       where h.is_here`,
      [animalId, creditLineId, day],
    )
  )[0] ?? null;

/** R9 and R10 anew from the price line, its list, the weight and the cuts the row names: none of the row's own sums is used. */
export const headAnew = (head: StoredHead): HeadValue =>
  headValueOf(
    {
      priceCents: head.lineId === null ? null : head.priceCents,
      unit: head.unit,
      adjustPct: head.adjustPct,
      weightKg: head.weightKg,
      cuts: head.cuts,
    },
    head,
  );
export const cutsOf = (cuts: readonly string[], rule: CutRule) =>
  cuts.map((code) => ({ code, pct: cutOf(code, rule) }));

export interface StoredDay extends DaySums {
  readonly balanceCents: number;
  readonly interestCents: number;
}
export const storedDay = async (tx: Tx, creditLineId: number, day: string): Promise<StoredDay | null> =>
  (
    await tx.query<StoredDay>(
      `select heads, book_value as "bookCents", eligible_value as "eligibleCents", unseen_heads as "unseenHeads",
         uninsured_heads as "uninsuredHeads", balance as "balanceCents", interest as "interestCents", ltv
       from bank.credit_value_day where tenant_no = kit.tenant() and credit_line_id = $1 and day = $2::date`,
      [creditLineId, day],
    )
  )[0] ?? null;

export interface Recomputed {
  readonly stored: DaySums;
  readonly recomputed: DaySums;
  readonly equal: boolean;
  readonly differing: { animalId: number; storedCents: number; recomputedCents: number }[];
}
/** A stored day against itself; null where there is none. The debt is the day's own: its payments are checked by R23. */
export async function recomputeDay(tx: Tx, creditLineId: number, day: string): Promise<Recomputed | null> {
  const stored = await storedDay(tx, creditLineId, day);
  if (!stored) return null;
  const heads = await headsOn(tx, creditLineId, day);
  const anew = heads.map((head) => ({ head, now: headAnew(head) }));
  const { valueCents, eligibleCents } = sumValues(anew.map((one) => one.now));
  const recomputed: DaySums = {
    heads: heads.length,
    bookCents: valueCents,
    eligibleCents,
    unseenHeads: heads.filter((one) => one.cuts.includes('unseen')).length,
    uninsuredHeads: heads.filter((one) => one.cuts.includes('uninsured')).length,
    ltv: ltvOf(stored.balanceCents + stored.interestCents, eligibleCents),
  };
  const { balanceCents: _b, interestCents: _i, ...sums } = stored;
  const differing = anew
    .filter(({ head, now }) => head.valueCents !== now.valueCents || head.eligibleCents !== now.eligibleCents)
    .map(({ head, now }) => ({
      animalId: head.animalId,
      storedCents: head.eligibleCents,
      recomputedCents: now.eligibleCents,
    }));
  const names = Object.keys(recomputed) as (keyof DaySums)[];
  const equal = differing.length === 0 && names.every((name) => sums[name] === recomputed[name]);
  return { stored: sums, recomputed, equal, differing };
}
