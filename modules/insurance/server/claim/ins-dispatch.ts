import { notFound } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import type { Route } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { insDispatch } from '#modules/insurance/contract/claim/dispatch.ts';
import type { Claim } from './ins-claim.moves.ts';

export interface Offer {
  readonly id: number;
  readonly claimId: number;
  readonly surveyorId: number;
  readonly surveyorName: string;
  readonly userId: number;
  readonly status: string;
}
const columns = `id, claim_id as "claimId", surveyor_id as "surveyorId", surveyor_name as "surveyorName",
  user_id as "userId", status`;
/** Who is asked or on the way; at most one. */
export const openOffer = async (tx: Tx, claimId: number): Promise<Offer | null> => {
  const [row] = await tx.query<Offer>(
    `select ${columns} from insurance.ins_dispatch where tenant_no = kit.tenant() and claim_id = $1
       and status in ('offered', 'accepted', 'arrived') for update`,
    [claimId],
  );
  return row ?? null;
};
export const offerOf = async (tx: Tx, id: number): Promise<Offer> => {
  const [row] = await tx.query<Offer>(
    `select ${columns} from insurance.ins_dispatch where tenant_no = kit.tenant() and id = $1 for update`,
    [id],
  );
  if (!row) throw notFound();
  return row;
};
export interface NewOffer {
  readonly staffId: number;
  readonly userId: number;
  readonly name: string;
  readonly distanceKm: number | null;
  readonly mode: 'auto' | 'manual';
  readonly acceptDueAt: Date;
  readonly reason: string | null;
}
export async function insertOffer(tx: Tx, claim: Claim, one: NewOffer): Promise<number> {
  const [row] = await tx.query<{ id: number }>(
    `insert into insurance.ins_dispatch (tenant_no, region_code, claim_id, insurer_id, surveyor_id, surveyor_name,
       user_id, mode, distance_km, assigned_by, accept_due_at, reason, created_by, updated_by)
     values (kit.tenant(), $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $9, $9) returning id`,
    [
      claim.regionCode,
      claim.id,
      claim.insurerId,
      one.staffId,
      one.name,
      one.userId,
      one.mode,
      one.distanceKm,
      tx.scope.userId,
      one.acceptDueAt.toISOString(),
      one.reason,
    ],
  );
  return row?.id ?? 0;
}
export const setOffer = (
  tx: Tx,
  id: number,
  status: string,
  more: { reason?: string | null; at?: string; place?: { longitude: number; latitude: number } | null } = {},
) =>
  tx.query(
    `update insurance.ins_dispatch set status = $2, reason = coalesce($3, reason),
       accepted_at = case when $2 = 'accepted' then now() else accepted_at end,
       arrived_at = case when $2 = 'arrived' then $4::timestamptz else arrived_at end,
       longitude = coalesce($5, longitude), latitude = coalesce($6, latitude), version = version + 1, updated_at = now()
     where tenant_no = kit.tenant() and id = $1`,
    [id, status, more.reason ?? null, more.at ?? null, more.place?.longitude ?? null, more.place?.latitude ?? null],
  );

export const dispatchRoutes = (): Route[] => serveResource(insDispatch)({});
