import { notFound } from '#kit/contract/errors.ts';
import { type Json, ruleHash } from '#kit/server/calc/calc.ts';
import type { Tx } from '#kit/server/db/database.ts';
import type { PremiumInputs, Share } from '#modules/insurance/contract/product/arithmetic.ts';
import type { Liability, Payout, Term } from '#modules/insurance/contract/product/version-parts.ts';
import { refuse } from '../refusals.ts';

/** A version with what its product says, as everything computes by it. */
export interface Version {
  readonly id: number;
  readonly productId: number;
  readonly product: string;
  readonly coverCode: string;
  readonly species: string;
  readonly stages: readonly string[];
  readonly sex: string | null;
  readonly ownerInsurerId: number | null;
  readonly isOn: boolean;
  readonly versionNo: number;
  readonly regionCode: number;
  readonly saleFrom: string;
  readonly saleTo: string | null;
  readonly sumInsured: number;
  readonly ratePpm: number;
  readonly terms: readonly Term[];
  readonly payers: readonly Share[];
  readonly waitingDays: number;
  readonly ageMinDays: number | null;
  readonly ageMaxDays: number | null;
  readonly requireImmunity: readonly string[];
  readonly mustInsureAll: boolean;
  readonly averageClause: boolean;
  readonly deductibleBp: number;
  readonly payout: Payout;
  readonly refundRule: 'none' | 'proRata';
  readonly checkMode: 'full' | 'sample';
  readonly sampleBp: number | null;
  readonly publicityDays: number;
  readonly liabilities: readonly Liability[];
  readonly exclusions: readonly string[];
  readonly documents: readonly string[];
  readonly photos: readonly string[];
  readonly ruleHash: string | null;
  readonly status: string;
}
const columns = `v.id, v.product_id as "productId", p.name as product, p.cover_code as "coverCode", p.species, p.stages,
  p.sex, p.owner_insurer_id as "ownerInsurerId", p.status = 'on' as "isOn", v.version_no as "versionNo",
  v.region_code as "regionCode", to_char(v.sale_from, 'YYYY-MM-DD') as "saleFrom",
  to_char(v.sale_to, 'YYYY-MM-DD') as "saleTo", v.sum_insured as "sumInsured", v.rate_ppm as "ratePpm", v.terms,
  v.payers, v.waiting_days as "waitingDays", v.age_min_days as "ageMinDays", v.age_max_days as "ageMaxDays",
  v.require_immunity as "requireImmunity", v.must_insure_all as "mustInsureAll", v.average_clause as "averageClause",
  v.deductible_bp as "deductibleBp", v.payout, v.refund_rule as "refundRule", v.check_mode as "checkMode",
  v.sample_bp as "sampleBp", v.publicity_days as "publicityDays", v.liabilities, v.exclusions, v.documents, v.photos,
  v.rule_hash as "ruleHash", v.status`;
const from = `from insurance.ins_product_version v
  join insurance.ins_product p on p.tenant_no = v.tenant_no and p.id = v.product_id`;

export async function versionOf(tx: Pick<Tx, 'query'>, id: number): Promise<Version> {
  const [row] = await tx.query<Version>(`select ${columns} ${from} where v.tenant_no = kit.tenant() and v.id = $1`, [
    id,
  ]);
  if (!row) throw notFound();
  return row;
}
/** What is sold on a day in a region or above it, of each product the nearest. */
export const versionsSold = (
  tx: Pick<Tx, 'query'>,
  regions: readonly number[],
  productIds: readonly number[],
  day: string,
): Promise<Version[]> =>
  tx.query<Version>(
    `select distinct on (v.product_id) ${columns} ${from}
     where v.tenant_no = kit.tenant() and v.region_code = any ($1) and v.product_id = any ($2)
       and v.status = 'published' and p.status = 'on' and v.sale_from <= $3 and (v.sale_to is null or v.sale_to >= $3)
     order by v.product_id, v.region_code desc`,
    [regions, productIds, day],
  );

/** What a rule says, and nothing of how it is kept: the same hash wherever it is computed. */
export const contentOf = (version: Version): Json => {
  const { product: _name, isOn: _on, status: _status, ruleHash: _hash, saleTo: _to, ...content } = version;
  return content as unknown as Json;
};
export const hashOf = (version: Version): string => ruleHash(contentOf(version));
export const ruleOf = (version: Version) => ({
  ref: `insurance.insProductVersion:${version.id}`,
  content: contentOf(version),
});

export function termOf(version: Version, months: number): Term {
  const term = version.terms.find((one) => one.months === months);
  if (!term) throw refuse('noTerm', { months });
  return term;
}
export function premiumInputs(version: Version, months: number): PremiumInputs {
  const { num, den } = termOf(version, months);
  return { sumInsuredCents: version.sumInsured, ratePpm: version.ratePpm, num, den, shares: version.payers };
}
/** R25, R35: a picture of one animal, wherever it hangs, shows no other. */
export const animalPhotos = ['insurance.insClaim', 'insurance.insEnrolmentLine', 'insurance.insEndorsement'] as const;
/** From which sides an animal must be photographed, by the codes of a version. */
export const anglesOf = async (tx: Pick<Tx, 'query'>, codes: readonly string[]): Promise<string[]> =>
  (
    await tx.query<{ angle: string }>(
      `select coalesce(angle, 'other') as angle from insurance.ins_ingredient where tenant_no = kit.tenant()
         and kind = 'photo' and code = any ($1) order by order_num`,
      [codes],
    )
  ).map((one) => one.angle);
