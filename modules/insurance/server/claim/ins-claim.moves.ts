import { notFound, staleVersion, wrongState } from '#kit/contract/errors.ts';
import { recordTransition } from '#kit/server/audit/transition.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { evidenceUntil } from '#modules/device/server/index.ts';
import { afterStep, type ClaimState, type ClaimStep, ended } from '#modules/insurance/contract/claim/claim-life.ts';
import { tellClaim } from '../extension-points.ts';
import { claimHold } from './ins-claim-animal.ts';

const inAYear = () => new Date(Date.now() + 365 * 86_400_000).toISOString().slice(0, 10);

export interface Claim {
  readonly id: number;
  readonly version: number;
  readonly docNo: string;
  readonly status: ClaimState;
  readonly kind: string;
  readonly regionCode: number;
  readonly insurerId: number;
  readonly principalId: number;
  readonly holderName: string;
  readonly policyId: number | null;
  readonly versionId: number | null;
  readonly productId: number | null;
  readonly coverCode: string;
  readonly cause: string;
  readonly causeText: string | null;
  readonly place: string | null;
  readonly phoneMask: string | null;
  readonly longitude: number | null;
  readonly latitude: number | null;
  readonly catastropheId: number | null;
  readonly reportedAt: string;
  readonly occurredAt: string;
  readonly arriveDueAt: string;
  readonly extendReason: string | null;
  readonly payDueAt: string | null;
  readonly amount: number;
  readonly paid: number;
  readonly rejectCode: string | null;
  readonly flags: readonly string[];
  readonly surveyedBy: number | null;
  readonly assessedBy: number | null;
  readonly round: number;
  readonly level: number;
}
const columns = `id, version, doc_no as "docNo", status, kind, region_code as "regionCode", insurer_id as "insurerId",
  principal_id as "principalId", holder_name as "holderName", policy_id as "policyId", version_id as "versionId",
  product_id as "productId", cover_code as "coverCode", cause, cause_text as "causeText", place,
  phone_mask as "phoneMask", longitude, latitude, catastrophe_id as "catastropheId", reported_at as "reportedAt",
  occurred_at as "occurredAt", arrive_due_at as "arriveDueAt", extend_reason as "extendReason",
  pay_due_at as "payDueAt", amount, paid, reject_code as "rejectCode", flags, surveyed_by as "surveyedBy",
  assessed_by as "assessedBy", round, level`;

export async function claimOf(tx: Pick<Tx, 'query'>, id: number, isLocked = false): Promise<Claim> {
  const [row] = await tx.query<Claim>(
    `select ${columns} from insurance.ins_claim where tenant_no = kit.tenant() and id = $1
     ${isLocked ? 'for update' : ''}`,
    [id],
  );
  if (!row) throw notFound();
  return row;
}
/** Locked, as the caller saw it, and in a state from which the step may be taken. */
export async function claimFor(tx: Tx, id: number, step: ClaimStep, version: number | null = null): Promise<Claim> {
  const claim = await claimOf(tx, id, true);
  if (version !== null && claim.version !== version) throw staleVersion();
  if (afterStep(claim.status, step) === null) throw wrongState(claim.status, `insurance.claimStep.${step}`);
  return claim;
}

type Written = Partial<{
  amount: number;
  paid: number;
  surveyor_id: number | null;
  surveyor_name: string | null;
  surveyed_by: number | null;
  assessed_by: number | null;
  arrived_at: string;
  agreed_at: string;
  pay_due_at: string;
  arrive_due_at: string;
  extend_reason: string;
  reject_code: string | null;
  reject_text: string | null;
  flags: readonly string[];
  level: number;
  round: number;
}>;
const changed = (set: Written, from: number) =>
  Object.keys(set)
    .map((name, at) => `${name} = $${at + from}, `)
    .join('');

/** Values that change without a step. */
export const setClaim = (tx: Tx, id: number, set: Written) =>
  tx.query(
    `update insurance.ins_claim set ${changed(set, 2)}version = version + 1, updated_at = now()
     where tenant_no = kit.tenant() and id = $1`,
    [id, ...Object.values(set)],
  );
/** A step of a claim, with its line in the history. */
export async function stepClaim(
  tx: Tx,
  claim: Pick<Claim, 'id' | 'status'>,
  step: ClaimStep,
  by: string | null,
  set: Written = {},
): Promise<ClaimState> {
  const to = afterStep(claim.status, step);
  if (to === null) throw wrongState(claim.status, `insurance.claimStep.${step}`);
  await tx.query(
    `update insurance.ins_claim set ${changed(set, 4)}status = $2, state_since = now(), version = version + 1,
       updated_at = now(), updated_by = coalesce($3, updated_by) where tenant_no = kit.tenant() and id = $1`,
    [claim.id, to, tx.scope.userId, ...Object.values(set)],
  );
  await recordTransition(
    tx,
    { userId: tx.scope.userId, nickname: by },
    { entity: 'insurance.insClaim', entityId: claim.id, name: step, from: claim.status, to },
  );
  await evidenceUntil(tx, claimHold(claim.id), ended.includes(to) ? inAYear() : null);
  await tellClaim(tx, claim.id);
  return to;
}
/** Values that go with a step the engine takes. */
export const startRound = (tx: Tx, id: number) =>
  tx.query(
    `update insurance.ins_claim set round = round + 1, level = 0, surveyor_id = null, surveyor_name = null,
       state_since = now() where tenant_no = kit.tenant() and id = $1`,
    [id],
  );
export const addFlags = (tx: Tx, id: number, flags: readonly string[]) =>
  tx.query(
    `update insurance.ins_claim set flags = array(select distinct unnest(flags || $2::text[])), updated_at = now()
     where tenant_no = kit.tenant() and id = $1`,
    [id, flags],
  );
/** A notice taken down: its claims wait to be hung up again. */
export async function takeDownClaims(tx: Tx, claimIds: readonly number[], by: string | null): Promise<void> {
  for (const id of claimIds) {
    const claim = await claimOf(tx, id, true);
    if (claim.status === 'publicity') await stepClaim(tx, claim, 'takeDown', by);
  }
}
/** Two units that were one: what is open goes on under the survivor. */
export const reassignClaims = (tx: Tx, from: number, to: number) =>
  tx.query(
    `update insurance.ins_claim set principal_id = $2, version = version + 1, updated_at = now()
     where tenant_no = kit.tenant() and principal_id = $1 and status not in ('closed', 'rejected', 'withdrawn')`,
    [from, to],
  );
