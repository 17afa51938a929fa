import type { Tx } from '#kit/server/db/database.ts';
import type { Claim } from '../claim/ins-claim.moves.ts';

/** One offer at a time: what was offered before is replaced. */
export async function insertAssessment(
  tx: Tx,
  claim: Claim,
  items: readonly { claimAnimalId: number; earTag: string; cents: number }[],
  total: number,
): Promise<void> {
  await endOffers(tx, claim.id, 'replaced', null);
  await tx.query(
    `insert into insurance.ins_assessment (tenant_no, region_code, claim_id, insurer_id, principal_id, round, items,
       total, assessor_id, created_by, updated_by)
     values (kit.tenant(), $1, $2, $3, $4, $5, $6, $7, $8, $8, $8)`,
    [
      claim.regionCode,
      claim.id,
      claim.insurerId,
      claim.principalId,
      claim.round,
      JSON.stringify(items),
      total,
      tx.scope.userId,
    ],
  );
}
export const endOffers = (tx: Tx, claimId: number, status: 'replaced' | 'disputed', text: string | null) =>
  tx.query(
    `update insurance.ins_assessment set status = $2, dispute_text = coalesce($3, dispute_text), version = version + 1,
       updated_at = now()
     where tenant_no = kit.tenant() and claim_id = $1 and status in ('draft', 'offered', 'agreed')`,
    [claimId, status, text],
  );
export const agreeOffer = (tx: Tx, claimId: number, mode: string, files: readonly number[]) =>
  tx.query<{ id: number; total: number }>(
    `update insurance.ins_assessment set status = 'agreed', agree_mode = $2, agree_files = $3, agreed_at = now(),
       version = version + 1, updated_at = now(), updated_by = $4
     where tenant_no = kit.tenant() and claim_id = $1 and status = 'offered' returning id, total`,
    [claimId, mode, files, tx.scope.userId],
  );
