import { recordTransition } from '#kit/server/audit/transition.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { isViolation, refuse } from '../refusals.ts';

export interface PolicyHead {
  readonly id: number;
  readonly docNo: string;
  readonly insurerId: number;
  readonly issuedBy: number | null;
  readonly coverCode: string;
  readonly coverFrom: string;
  readonly coverTo: string;
  readonly was: string;
}
export async function policyHead(tx: Tx, id: number): Promise<PolicyHead | null> {
  const [policy] = await tx.query<PolicyHead>(
    `select id, doc_no as "docNo", insurer_id as "insurerId", issued_by as "issuedBy", cover_code as "coverCode",
       to_char(cover_from, 'YYYY-MM-DD') as "coverFrom", to_char(cover_to, 'YYYY-MM-DD') as "coverTo", status as was
     from insurance.ins_policy where tenant_no = kit.tenant() and id = $1 for update`,
    [id],
  );
  return policy ?? null;
}
/** Null where the policy is past that step already. */
export async function setPolicyStatus(
  tx: Tx,
  id: number,
  from: readonly string[],
  to: string,
  endReason: string | null = null,
): Promise<PolicyHead | null> {
  const policy = await policyHead(tx, id);
  if (!policy || !from.includes(policy.was)) return null;
  await tx.query(
    `update insurance.ins_policy set status = $2, end_reason = coalesce($3, end_reason), version = version + 1,
       updated_at = now() where tenant_no = kit.tenant() and id = $1`,
    [id, to, endReason],
  );
  await recordTransition(
    tx,
    { userId: tx.scope.userId, nickname: null },
    { entity: 'insurance.insPolicy', entityId: id, name: to, from: policy.was, to },
  );
  return policy;
}
export const setNoRenewal = (tx: Tx, id: number, version: number, reason: string) =>
  tx.query<{ id: number }>(
    `update insurance.ins_policy set no_renewal_reason = $3, version = version + 1, updated_at = now(), updated_by = $4
     where tenant_no = kit.tenant() and id = $1 and version = $2 returning id`,
    [id, version, reason, tx.scope.userId],
  );
/** What its claims have cost so far. */
export const addPaidClaims = (tx: Tx, id: number, cents: number) =>
  tx.query(
    `update insurance.ins_policy set paid_claims = paid_claims + $2, version = version + 1, updated_at = now()
     where tenant_no = kit.tenant() and id = $1`,
    [id, cents],
  );
/** A number that was written down wrong. */
export async function correctPolicyNo(tx: Tx, id: number, policyNo: string): Promise<void> {
  try {
    await tx.query(
      `update insurance.ins_policy set policy_no = $2, version = version + 1, updated_at = now(), updated_by = $3
       where tenant_no = kit.tenant() and id = $1`,
      [id, policyNo, tx.scope.userId],
    );
  } catch (error) {
    if (isViolation(error, 'ins_policy_no')) throw refuse('policyNoUsed');
    throw error;
  }
}
