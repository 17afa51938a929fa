import type { Tx } from '#kit/server/db/database.ts';
import type { DuplicateKind } from '#modules/registry/contract/duplicate/duplicate.ts';

export type Choices = Readonly<Record<string, 'survivor' | 'loser'>>;

export interface MergeRequest {
  readonly candidateId: number;
  readonly regionCode: number;
  readonly kind: DuplicateKind;
  readonly survivorId: number;
  readonly loserId: number;
  readonly survivorName: string;
  readonly loserName: string;
  readonly fieldChoices: Choices;
  readonly reason: string;
}

export async function insertRequest(tx: Tx, one: MergeRequest): Promise<number> {
  const [row] = await tx.query<{ id: number }>(
    `insert into registry.merge_log (tenant_no, region_code, candidate_id, kind, survivor_id, loser_id, survivor_name, loser_name, field_choices, reason,
       requested_by, created_by, updated_by)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11, $11) returning id`,
    [
      tx.scope.tenantNo,
      one.regionCode,
      one.candidateId,
      one.kind,
      one.survivorId,
      one.loserId,
      one.survivorName,
      one.loserName,
      JSON.stringify(one.fieldChoices),
      one.reason,
      tx.scope.userId,
    ],
  );
  return row?.id ?? 0;
}

export interface WaitingMerge {
  readonly id: number;
  readonly survivorId: number;
  readonly loserId: number;
  readonly fieldChoices: Choices;
  readonly reason: string;
  readonly requestedBy: number;
}

/** What waits for a second person, locked: two of them cannot both agree. */
export async function waitingMerge(tx: Tx, candidateId: number): Promise<WaitingMerge | null> {
  const [row] = await tx.query<WaitingMerge>(
    `select id, survivor_id as "survivorId", loser_id as "loserId", field_choices as "fieldChoices", reason, requested_by as "requestedBy"
     from registry.merge_log where candidate_id = $1 and status = 'requested' for update`,
    [candidateId],
  );
  return row ?? null;
}

export async function closeRequest(
  tx: Tx,
  id: number,
  end: { readonly status: 'merged'; readonly moved: Readonly<Record<string, number>> } | { readonly status: 'refused' },
): Promise<void> {
  await tx.query(
    `update registry.merge_log set status = $2, moved_counts = $3, approved_by = case when $2 = 'merged' then $4::bigint end, at = now(), version = version + 1,
       updated_by = $4, updated_at = now() where id = $1`,
    [id, end.status, end.status === 'merged' ? JSON.stringify(end.moved) : null, tx.scope.userId],
  );
}
