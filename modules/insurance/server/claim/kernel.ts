import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { dropBank } from './ins-claim-animal.ts';

export interface ClaimOnAnimal {
  readonly no: string;
  readonly insurer: string;
  readonly amountCents: number | null;
}
/**
 * R44: the claim that is open or was paid for an animal, whoever asks; null where there is none.
 *
 * @example
 * const claim = await openClaimOf(tx, animalId);
 */
export const openClaimOf = (tx: Tx, animalId: number): Promise<ClaimOnAnimal | null> =>
  inTenant(tx, tx.scope.tenantNo, 'insurance.openClaim', async (sys) => {
    const [row] = await sys.query<ClaimOnAnimal>(
      `select c.doc_no as no, coalesce(registry.principal_name(c.insurer_id), '') as insurer,
         case when a.status in ('assessed', 'approved', 'paid') then a.amount end as "amountCents"
       from insurance.ins_claim_animal a
         join insurance.ins_claim c on c.tenant_no = a.tenant_no and c.id = a.claim_id
       where a.tenant_no = kit.tenant() and a.animal_id = $1 and a.status not in ('rejected', 'withdrawn', 'removed')
       order by a.id desc limit 1`,
      [animalId],
    );
    return row ?? null;
  });

/** R41: a bank named as first beneficiary waives a claim in writing: nothing of it is paid to the bank. */
export const waiveBank = (tx: Tx, claimId: number, bankId: number): Promise<unknown> =>
  inTenant(tx, tx.scope.tenantNo, 'insurance.waiveBank', (sys) => dropBank(sys, claimId, bankId));
