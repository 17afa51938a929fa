import { rangeOf } from '#kit/contract/region.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { setBank } from './ins-policy-animal.ts';

/** What other modules ask, in their own transaction. */
export interface Cover {
  readonly animalId: number;
  readonly coverCode: string;
  readonly policyAnimalId: number;
  readonly docNo: string;
  readonly insurerId: number;
  readonly sumInsuredCents: number;
  readonly coverTo: string;
  readonly isWaiting: boolean;
  readonly bankId: number | null;
}
const asSystem = <T>(tx: Tx, work: (sys: Tx) => Promise<T>) =>
  inTenant(tx, tx.scope.tenantNo, 'insurance.kernel', work);

/**
 * The covers of animals on a day, whoever asks: for modules that lend on animals or dispose of them.
 *
 * @example
 * const covers = await coverOf(tx, animalIds, '2026-11-18');
 */
export const coverOf = (tx: Tx, animalIds: readonly number[], day: string): Promise<Cover[]> =>
  asSystem(tx, (sys) =>
    sys.query<Cover>(
      `select a.animal_id as "animalId", a.cover_code as "coverCode", a.id as "policyAnimalId", p.doc_no as "docNo",
         a.insurer_id as "insurerId", a.sum_insured as "sumInsuredCents",
         to_char(a.cover_to, 'YYYY-MM-DD') as "coverTo", coalesce(a.waiting_until > $2::date, false) as "isWaiting",
         a.bank_id as "bankId"
       from insurance.ins_policy_animal a
         join insurance.ins_policy p on p.tenant_no = a.tenant_no and p.id = a.policy_id
       where a.tenant_no = kit.tenant() and a.animal_id = any ($1)
         and $2::date between a.cover_from and least(a.cover_to, coalesce(a.ended_on, a.cover_to))
       order by a.animal_id, a.id`,
      [animalIds, day],
    ),
  );

/**
 * R41: the bank named as first beneficiary from now on, up to what it is owed; null takes it back. Answers the covers it was
 * written on.
 */
export const setBeneficiary = (
  tx: Tx,
  animalIds: readonly number[],
  bankId: number | null,
  interestCents: number | null = null,
): Promise<{ id: number }[]> => asSystem(tx, (sys) => setBank(sys, animalIds, bankId, interestCents));

/** Heads under cover on a day, of a region or of one holder. */
export const insuredHead = (
  tx: Tx,
  of: { readonly regionCode: number } | { readonly principalId: number },
  day: string,
): Promise<number> =>
  asSystem(tx, async (sys) => {
    const [lo, hi] = 'regionCode' in of ? rangeOf(of.regionCode) : [null, null];
    const [row] = await sys.query<{ n: number }>(
      `select count(distinct animal_id)::int as n from insurance.ins_policy_animal where tenant_no = kit.tenant()
         and (($1::bigint is not null and region_code >= $1 and region_code < $2) or principal_id = $3)
         and $4::date between cover_from and least(cover_to, coalesce(ended_on, cover_to))`,
      [lo, hi, 'principalId' in of ? of.principalId : null, day],
    );
    return row?.n ?? 0;
  });
