import type { Tx } from '#kit/server/db/database.ts';

export interface WorkerProfile {
  readonly photoId?: number | null;
  readonly education?: string | null;
  readonly certificateNo?: string | null;
  readonly certificateUntil?: string | null;
  readonly certificateIds?: readonly number[];
}

/** What is known of a worker beyond the registry's record; what is not said stays as it was. */
export async function saveProfile(tx: Tx, staffId: number, profile: WorkerProfile): Promise<void> {
  await tx.query(
    `insert into prevention.worker_profile as p (tenant_no, staff_id, principal_id, region_code, photo_id, education, certificate_no, certificate_until, certificate_ids, created_by, updated_by)
     select s.tenant_no, s.id, s.principal_id, s.region_code, $2, $3, $4, $5, coalesce($6::bigint[], '{}'), $7, $7 from registry.staff s where s.id = $1
     on conflict (tenant_no, staff_id) do update set photo_id = coalesce(excluded.photo_id, p.photo_id), education = coalesce(excluded.education, p.education),
       certificate_no = coalesce(excluded.certificate_no, p.certificate_no), certificate_until = coalesce(excluded.certificate_until, p.certificate_until),
       certificate_ids = case when $6::bigint[] is null then p.certificate_ids else excluded.certificate_ids end,
       version = p.version + 1, updated_by = excluded.updated_by, updated_at = now()`,
    [
      staffId,
      profile.photoId ?? null,
      profile.education ?? null,
      profile.certificateNo ?? null,
      profile.certificateUntil ?? null,
      profile.certificateIds ?? null,
      tx.scope.userId,
    ],
  );
}
