import { notFound } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { piiColumns } from '#kit/server/pii/pii.ts';
import { isViolation, refuse } from '../refusals.ts';

export interface NewClaim {
  readonly requestKey: string | null;
  readonly regionCode: number;
  readonly policyId: number | null;
  readonly insurerId: number;
  readonly principalId: number;
  readonly bankId: number | null;
  readonly holderName: string;
  readonly productId: number | null;
  readonly versionId: number | null;
  readonly coverCode: string;
  readonly kind: string;
  readonly reportedAt: Date;
  readonly reporterName: string;
  readonly phone: string;
  readonly relation: string | null;
  readonly channel: string;
  readonly occurredAt: string;
  readonly cause: string;
  readonly causeText: string | null;
  readonly place: string | null;
  readonly longitude: number | null;
  readonly latitude: number | null;
  readonly tags: readonly string[];
  readonly photos: readonly number[];
  readonly catastropheId: number | null;
  readonly dispatchDueAt: Date;
  readonly arriveDueAt: Date;
  readonly rejectCode: string | null;
  readonly flags: readonly string[];
  readonly status: 'reported' | 'rejected';
}
export interface KnownClaim {
  readonly id: number;
  readonly docNo: string;
}
/** What was sent before under the same key. */
export const claimOfRequest = async (tx: Tx, requestKey: string): Promise<KnownClaim | null> => {
  const [row] = await tx.query<KnownClaim>(
    `select id, doc_no as "docNo" from insurance.ins_claim where tenant_no = kit.tenant() and request_key = $1`,
    [requestKey],
  );
  return row ?? null;
};

export async function insertClaim(tx: Tx, one: NewClaim): Promise<KnownClaim> {
  const [[, enc], [, hash], [, mask]] = piiColumns('phone', 'phone', one.phone, tx.scope.tenantNo) as [
    [string, string],
    [string, string],
    [string, string],
  ];
  const given: [string, unknown][] = [
    ['region_code', one.regionCode],
    ['request_key', one.requestKey],
    ['policy_id', one.policyId],
    ['insurer_id', one.insurerId],
    ['principal_id', one.principalId],
    ['bank_id', one.bankId],
    ['holder_name', one.holderName],
    ['product_id', one.productId],
    ['version_id', one.versionId],
    ['cover_code', one.coverCode],
    ['kind', one.kind],
    ['reported_at', one.reportedAt.toISOString()],
    ['reporter_name', one.reporterName],
    ['phone_enc', enc],
    ['phone_hash', hash],
    ['phone_mask', mask],
    ['relation', one.relation],
    ['channel', one.channel],
    ['occurred_at', one.occurredAt],
    ['cause', one.cause],
    ['cause_text', one.causeText],
    ['place', one.place],
    ['longitude', one.longitude],
    ['latitude', one.latitude],
    ['head_reported', one.tags.length],
    ['tags', one.tags],
    ['photos', one.photos.length > 0 ? one.photos : null],
    ['catastrophe_id', one.catastropheId],
    ['dispatch_due_at', one.dispatchDueAt.toISOString()],
    ['arrive_due_at', one.arriveDueAt.toISOString()],
    ['reject_code', one.rejectCode],
    ['flags', one.flags],
    ['status', one.status],
    ['created_by', tx.scope.userId],
    ['updated_by', tx.scope.userId],
  ];
  try {
    const [row] = await tx.query<KnownClaim>(
      `insert into insurance.ins_claim (tenant_no, doc_no, ${given.map(([name]) => name).join(', ')})
       values (kit.tenant(), kit.doc_no('IL'), ${given.map((_, at) => `$${at + 1}`).join(', ')})
       returning id, doc_no as "docNo"`,
      given.map(([, value]) => value),
    );
    if (!row) throw notFound();
    return row;
  } catch (error) {
    if (isViolation(error, 'ins_claim_request')) throw refuse('sentTwice');
    throw error;
  }
}
