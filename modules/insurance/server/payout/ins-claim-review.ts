import type { Tx } from '#kit/server/db/database.ts';
import type { Claim } from '../claim/ins-claim.moves.ts';

export interface NewReview {
  readonly level: number;
  readonly reviewer: string | null;
  readonly opinion: string;
  readonly decision: 'pass' | 'return' | 'reject';
  readonly checklist: readonly { code: string; ok: boolean }[];
}
export const insertReview = (tx: Tx, claim: Claim, one: NewReview) =>
  tx.query(
    `insert into insurance.ins_claim_review (tenant_no, region_code, claim_id, insurer_id, principal_id, round, level,
       reviewer_id, reviewer_name, checklist, opinion, decision, amount, created_by, updated_by)
     values (kit.tenant(), $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $7, $7)`,
    [
      claim.regionCode,
      claim.id,
      claim.insurerId,
      claim.principalId,
      claim.round,
      one.level,
      tx.scope.userId,
      one.reviewer ?? '',
      JSON.stringify(one.checklist),
      one.opinion,
      one.decision,
      claim.amount,
    ],
  );
/** Who passed this round already. */
export const reviewersOf = async (tx: Tx, claim: Claim): Promise<number[]> =>
  (
    await tx.query<{ id: number }>(
      `select reviewer_id as id from insurance.ins_claim_review where tenant_no = kit.tenant() and claim_id = $1
         and round = $2 and decision = 'pass'`,
      [claim.id, claim.round],
    )
  ).map((one) => one.id);
