import { notFound } from '#kit/contract/errors.ts';
import { recordCalc } from '#kit/server/calc/calc.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { today } from '#kit/server/today.ts';
import { type LimitInputs, limitOf, ltvOf } from '#modules/bank/contract/product/value-arithmetic.ts';
import { limitCalc } from './calc.ts';
import { animalsSql, headsSql, linesSql } from './value-sql.ts';

export {
  addValueOf,
  ltvOf,
  ltvWithin,
  repayAmountOf,
} from '#modules/bank/contract/product/value-arithmetic.ts';

/** Sums are the bank's own business whoever's click asks for them; callers check first that the row is theirs to see. */
export const asValuer = <T>(tx: Tx, work: (sys: Tx) => Promise<T>): Promise<T> =>
  inTenant(tx, tx.scope.tenantNo, 'bank.value', work);

/** A product as it is in one version; the row is the version. */
export interface Product {
  readonly id: number;
  readonly bankId: number;
  readonly productCode: string;
  readonly productVersion: number;
  readonly name: string;
  readonly species: readonly string[];
  readonly stages: readonly string[];
  readonly ageFromMonths: number | null;
  readonly ageToMonths: number | null;
  readonly minHeads: number;
  readonly minDaysHeld: number;
  readonly immunityNeeded: readonly string[];
  readonly maxLtv: number;
  readonly warnLtv: number;
  readonly callLtv: number;
  readonly stopLtv: number;
  readonly maxAmountCents: number;
  readonly termFromMonths: number;
  readonly termToMonths: number;
  readonly rate: number;
  readonly priceListCode: string;
  readonly weightDays: number;
  readonly unseenDays: number;
  readonly unseenCut: number;
  readonly uninsuredCut: number;
  readonly insuranceNeeded: boolean;
  readonly deviceNeed: 'none' | 'tag' | 'collar' | 'either';
  readonly deviceShare: number;
  readonly cameraNeeded: boolean;
  readonly titleNeeded: boolean;
  readonly noticeDays: number;
  readonly countEveryDays: number;
  readonly patrolEveryDays: number;
  readonly marginDays: number;
  readonly swapAllowed: boolean;
  readonly saleDays: number;
  readonly status: 'draft' | 'onSale' | 'stopped';
}
const productColumns = `id, bank_id as "bankId", product_code as "productCode", product_version as "productVersion", name,
  species, stages, age_from_months as "ageFromMonths", age_to_months as "ageToMonths", min_heads as "minHeads",
  min_days_held as "minDaysHeld", immunity_needed as "immunityNeeded", max_ltv as "maxLtv", warn_ltv as "warnLtv",
  call_ltv as "callLtv", stop_ltv as "stopLtv", max_amount as "maxAmountCents", term_from_months as "termFromMonths",
  term_to_months as "termToMonths", rate, price_list_code as "priceListCode", weight_days as "weightDays",
  unseen_days as "unseenDays", unseen_cut as "unseenCut", uninsured_cut as "uninsuredCut",
  insurance_needed as "insuranceNeeded", device_need as "deviceNeed", device_share as "deviceShare",
  camera_needed as "cameraNeeded", title_needed as "titleNeeded", notice_days as "noticeDays",
  count_every_days as "countEveryDays", patrol_every_days as "patrolEveryDays", margin_days as "marginDays",
  swap_allowed as "swapAllowed", sale_days as "saleDays", status`;

/**
 * The product a credit line was granted under. A version is a row: `productVersion` is checked where it is given, so that a line
 * whose two columns disagree is never judged by the wrong one.
 */
export async function productOf(tx: Tx, productId: number, productVersion?: number): Promise<Product> {
  const rows = await asValuer(tx, (sys) =>
    sys.query<Product>(
      `select ${productColumns} from bank.bank_product where tenant_no = kit.tenant() and id = $1
         and ($2::int is null or product_version = $2)`,
      [productId, productVersion ?? null],
    ),
  );
  if (!rows[0]) throw notFound();
  return rows[0];
}
/** What is sold now by a bank or the offices above it. */
export const productsOnSale = (tx: Tx, bankId: number): Promise<Product[]> =>
  asValuer(tx, (sys) =>
    sys.query<Product>(
      `select ${productColumns} from bank.bank_product where tenant_no = kit.tenant() and status = 'onSale'
         and bank_id = bank.head_office($1) order by product_code`,
      [bankId],
    ),
  );

export interface HeadWorth {
  readonly cents: number;
  readonly priceLineId: number | null;
  readonly priceListId: number | null;
  readonly weightKg: number | null;
  readonly isEstimate: boolean;
}
export interface HeadsAsk {
  readonly productId: number;
  readonly productVersion?: number;
  readonly day?: string;
  readonly animalIds: readonly number[];
}
/**
 * R9: what animals are worth under a product on a day, whether anybody pledged them or not. One that no line prices is worth 0 and
 * has no `priceLineId`. Days past are told by the prices of the day and the animals of today; what a pledged animal was worth on a
 * past day is `explain`.
 */
export async function headValues(tx: Tx, ask: HeadsAsk): Promise<Map<number, HeadWorth>> {
  if (ask.animalIds.length === 0) return new Map();
  const rows = await asValuer(tx, (sys) =>
    sys.query<HeadWorth & { animalId: number }>(animalsSql, [ask.day ?? today(), null, ask.productId, ask.animalIds]),
  );
  return new Map(rows.map(({ animalId, ...worth }) => [animalId, worth]));
}

export interface LineValue {
  readonly creditLineId: number;
  readonly heads: number;
  readonly bookCents: number;
  readonly eligibleCents: number;
  readonly unseenHeads: number;
  readonly uninsuredHeads: number;
  readonly unpricedHeads: number;
  readonly balanceCents: number;
  readonly interestCents: number;
  /** Null is "∞". */
  readonly ltv: number | null;
  readonly byStage: Readonly<Record<string, number>>;
}
export interface LinesAsk {
  readonly creditLineIds?: readonly number[];
  readonly day?: string;
  /** A list that is taken as if it were in force. */
  readonly asIfListId?: number;
}
/** Credit lines as they stand at this moment; all that are in force where none is named. */
export const lineValues = (tx: Tx, { creditLineIds, day, asIfListId }: LinesAsk): Promise<LineValue[]> =>
  asValuer(tx, (sys) => sys.query<LineValue>(linesSql, [day ?? today(), asIfListId ?? null, creditLineIds ?? null]));

const nothing = (creditLineId: number): LineValue => ({
  creditLineId,
  heads: 0,
  bookCents: 0,
  eligibleCents: 0,
  unseenHeads: 0,
  uninsuredHeads: 0,
  unpricedHeads: 0,
  balanceCents: 0,
  interestCents: 0,
  ltv: 0,
  byStage: {},
});
/** R10, R11 of one line, as it stands at this moment. */
export async function lineValue(tx: Tx, creditLineId: number, day?: string): Promise<LineValue> {
  const [row] = await lineValues(tx, { creditLineIds: [creditLineId], ...(day !== undefined && { day }) });
  return row ?? nothing(creditLineId);
}

/** R22: the ratio once so much more is owed (or less, below nothing); `eligibleDelta` where value leaves or comes too. */
export async function ltvAfter(
  tx: Tx,
  creditLineId: number,
  addCents: number,
  eligibleDelta = 0,
): Promise<{ ltv: number | null; owedCents: number; eligibleCents: number }> {
  const now = await lineValue(tx, creditLineId);
  const owedCents = Math.max(0, now.balanceCents + now.interestCents + addCents);
  const eligibleCents = Math.max(0, now.eligibleCents + eligibleDelta);
  return { ltv: ltvOf(owedCents, eligibleCents), owedCents, eligibleCents };
}

/** A pledged animal as it counts now. */
export interface HeadNow {
  readonly itemId: number;
  readonly animalId: number;
  readonly earTag: string;
  readonly creditLineId: number;
  readonly species: string;
  readonly stage: string;
  readonly months: number;
  readonly priceListId: number | null;
  readonly priceLineId: number | null;
  readonly priceCents: number | null;
  readonly unit: 'head' | 'kg' | null;
  readonly adjustPct: number;
  readonly weightKg: number | null;
  readonly weightFrom: 'weighed' | 'standard' | null;
  readonly valueCents: number;
  readonly cuts: readonly string[];
  readonly cutPct: number;
  readonly eligibleCents: number;
}
export const headsNow = (tx: Tx, creditLineIds: readonly number[], animalId?: number): Promise<HeadNow[]> =>
  asValuer(tx, (sys) => sys.query<HeadNow>(headsSql, [today(), null, creditLineIds, animalId ?? null]));

export interface LimitAsk {
  readonly productId: number;
  readonly productVersion?: number;
  readonly animalIds?: readonly number[];
  /** Heads by species, before single animals are named. */
  readonly headsOffered?: Readonly<Record<string, number>>;
  /** Where the herd stands; needed for heads that are only counted. */
  readonly regionCode?: number;
  readonly day?: string;
  /** Stored with this credit line, in the calculation ledger. */
  readonly creditLineId?: number;
}
export interface Limit {
  readonly cents: number;
  readonly valueCents: number;
  readonly steps: readonly { readonly name: string; readonly how: string; readonly cents: number }[];
  readonly inputs: LimitInputs;
  /** Animals no line prices. */
  readonly unpriced: readonly number[];
}
/** R12: Σ value × maxLtv, rounded down to 1,000, at most the product's amount. */
export async function computedLimit(tx: Tx, ask: LimitAsk): Promise<Limit> {
  const product = await productOf(tx, ask.productId, ask.productVersion);
  const day = ask.day ?? today();
  const groups = new Map<number, number>();
  const add = (cents: number, n: number) => groups.set(cents, (groups.get(cents) ?? 0) + n);
  const unpriced: number[] = [];
  if (ask.animalIds && ask.animalIds.length > 0) {
    const worths = await headValues(tx, { productId: product.id, day, animalIds: ask.animalIds });
    for (const [animalId, worth] of worths) {
      if (worth.priceLineId === null) unpriced.push(animalId);
      add(worth.cents, 1);
    }
  } else
    for (const [species, n] of Object.entries(ask.headsOffered ?? {}))
      if (n > 0) add(await typicalHead(tx, product, species, ask.regionCode ?? null, day), n);
  const inputs: LimitInputs = {
    groups: [...groups].map(([cents, n]) => ({ n, cents })).sort((a, b) => b.cents - a.cents),
    maxLtv: product.maxLtv,
    maxAmountCents: product.maxAmountCents,
  };
  const made = limitOf(inputs);
  if (ask.creditLineId !== undefined)
    await recordCalc(tx, {
      kind: limitCalc,
      id: ask.creditLineId,
      rule: {
        ref: `bank.bankProduct:${product.id}`,
        content: { maxLtv: product.maxLtv, maxAmountCents: product.maxAmountCents, version: product.productVersion },
      },
      inputs: inputs as never,
    });
  return { ...made, inputs, unpriced };
}

/**
 * Before animals are named a head is priced as the stage the product names first, in the youngest age it takes; where the line is by
 * weight, at the lightest breed's weight for that age × 0.9, so that a promise is not taken back later.
 */
async function typicalHead(
  tx: Tx,
  product: Product,
  species: string,
  regionCode: number | null,
  day: string,
): Promise<number> {
  const rows = await asValuer(tx, (sys) =>
    sys.query<{ cents: number }>(
      `with list as (
         select distinct on (coalesce(l.bank_id, 0), l.region_code) l.* from bank.price_list l
         where l.tenant_no = kit.tenant() and l.price_list_code = $1 and l.status in ('effective', 'retired')
           and l.valid_from <= $2::date and (l.bank_id is null or l.bank_id = $3)
         order by coalesce(l.bank_id, 0), l.region_code, l.valid_from desc)
       select coalesce(round(n.price * (1 + l.adjust_pct / 100) * case when n.unit = 'head' then 1 else (
           select min(round(bank.standard_kg(v.growth_standard, 'female', $7) * 0.9, 2)) from bank.value_variety v
           where v.species = n.species) end), 0)::bigint as cents
       from list l join bank.price_list_line n on n.tenant_no = kit.tenant() and n.parent_id = l.id
       where n.species = $4 and n.stage = $5
         and ($6::bigint is null or bank.lies_in($6, l.region_code))
         and (n.age_from is null or n.age_from <= $7) and (n.age_to is null or n.age_to >= $7)
       order by l.region_code desc, l.bank_id is null, n.breeds <> '{}', n.price limit 1`,
      [
        product.priceListCode,
        day,
        product.bankId,
        species,
        product.stages[0] ?? '',
        regionCode,
        product.ageFromMonths ?? 24,
      ],
    ),
  );
  return rows[0]?.cents ?? 0;
}
