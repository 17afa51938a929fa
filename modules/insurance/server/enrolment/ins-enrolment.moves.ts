import { notFound } from '#kit/contract/errors.ts';
import { recordTransition } from '#kit/server/audit/transition.ts';
import type { Tx } from '#kit/server/db/database.ts';

export interface List {
  readonly id: number;
  readonly docNo: string;
  readonly version: number;
  readonly kind: string;
  readonly status: string;
  readonly regionCode: number;
  readonly insurerId: number;
  readonly organiserId: number;
  readonly organiserName: string;
  readonly areaId: number;
  readonly versionId: number;
  readonly productId: number;
  readonly coverCode: string;
  readonly months: number;
  readonly coverFrom: string;
  readonly coverTo: string;
  readonly clerkId: number | null;
  readonly clerkUserId: number | null;
  readonly coordinatorId: number | null;
  readonly renewalOfId: number | null;
  readonly head: number;
  readonly sumInsured: number;
  readonly premium: number;
  readonly farmerPremium: number;
}
export async function listOf(tx: Pick<Tx, 'query'>, id: number, isLocked = false): Promise<List> {
  const [row] = await tx.query<List>(
    `select id, doc_no as "docNo", version, kind, status, region_code as "regionCode", insurer_id as "insurerId",
       organiser_id as "organiserId", organiser_name as "organiserName", area_id as "areaId",
       version_id as "versionId", product_id as "productId", cover_code as "coverCode", months,
       to_char(cover_from, 'YYYY-MM-DD') as "coverFrom", to_char(cover_to, 'YYYY-MM-DD') as "coverTo",
       clerk_id as "clerkId", clerk_user_id as "clerkUserId", coordinator_id as "coordinatorId",
       renewal_of_id as "renewalOfId", head, sum_insured as "sumInsured", premium, farmer_premium as "farmerPremium"
     from insurance.ins_enrolment where tenant_no = kit.tenant() and id = $1${isLocked ? ' for update' : ''}`,
    [id],
  );
  if (!row) throw notFound();
  return row;
}

/** A step the list takes because something else ended: a check, a notice, its time. */
export async function moveList(
  tx: Tx,
  id: number,
  step: { readonly name: string; readonly from: readonly string[]; readonly to: string; readonly by?: string | null },
): Promise<boolean> {
  const [was] = await tx.query<{ status: string }>(
    'select status from insurance.ins_enrolment where tenant_no = kit.tenant() and id = $1 for update',
    [id],
  );
  if (!was || !step.from.includes(was.status)) return false;
  await tx.query(
    `update insurance.ins_enrolment set status = $2, state_since = now(), version = version + 1, updated_at = now(),
       updated_by = coalesce($3, updated_by) where tenant_no = kit.tenant() and id = $1`,
    [id, step.to, tx.scope.userId],
  );
  await recordTransition(
    tx,
    { userId: tx.scope.userId, nickname: step.by ?? null },
    { entity: 'insurance.insEnrolment', entityId: id, name: step.name, from: was.status, to: step.to },
  );
  return true;
}

export const setCover = (tx: Tx, id: number, coverFrom: string, coverTo: string) =>
  tx.query(
    `update insurance.ins_enrolment set cover_from = $2, cover_to = $3, version = version + 1, updated_at = now(),
       updated_by = $4 where tenant_no = kit.tenant() and id = $1`,
    [id, coverFrom, coverTo, tx.scope.userId],
  );
export const setHelper = (tx: Tx, id: number, coordinatorId: number | null) =>
  tx.query(
    `update insurance.ins_enrolment set coordinator_id = $2, version = version + 1, updated_at = now(), updated_by = $3
     where tenant_no = kit.tenant() and id = $1`,
    [id, coordinatorId, tx.scope.userId],
  );
