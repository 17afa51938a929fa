import type { Tx } from '#kit/server/db/database.ts';
import { setDue } from '#kit/server/due/due.ts';
import { addDays, lateAfterDays, morningOf } from '../site/days.ts';
import type { Location } from '../site/near-site.ts';
import { patrolMissed } from './plan-patrol.ts';

export interface CheckIn {
  readonly startedAt: string;
  readonly location: Location | null;
  readonly metres: number | null;
  readonly beaconHeard: boolean;
}
/** Whoever checks in is the patroller from then on. */
export const checkIn = (tx: Tx, id: number, at: CheckIn): Promise<unknown> =>
  tx.query(
    `update bank.patrol_visit set status = 'doing', started_at = $2, longitude = $3, latitude = $4, metres = $5,
       beacon_heard = $6, patroller_id = $7, version = version + 1, updated_by = $7, updated_at = now()
     where tenant_no = kit.tenant() and id = $1`,
    [
      id,
      at.startedAt,
      at.location?.longitude ?? null,
      at.location?.latitude ?? null,
      at.metres,
      at.beaconHeard,
      tx.scope.userId,
    ],
  );

export interface Submitted {
  readonly clientKey: string;
  readonly endedAt: string;
  readonly headsSeen: number;
  readonly items: readonly unknown[];
  readonly drawn: readonly unknown[];
  readonly scans: readonly unknown[];
  readonly issues: number;
  readonly conclusion: string;
  readonly note: string | null;
  readonly holderSign: number | null;
  readonly photos: readonly number[];
}
export const submit = (tx: Tx, id: number, one: Submitted): Promise<unknown> =>
  tx.query(
    `update bank.patrol_visit set status = 'submitted', client_key = $2, ended_at = greatest($3, started_at),
       heads_seen = $4, items = $5, drawn = $6, scans = $7, issues = $8, conclusion = $9, note = $10,
       holder_sign = case when $11::bigint is null then null else array[$11::bigint] end, photos = $12,
       version = version + 1, updated_by = $13, updated_at = now()
     where tenant_no = kit.tenant() and id = $1`,
    [
      id,
      one.clientKey,
      one.endedAt,
      one.headsSeen,
      JSON.stringify(one.items),
      JSON.stringify(one.drawn),
      JSON.stringify(one.scans),
      one.issues,
      one.conclusion,
      one.note,
      one.holderSign,
      one.photos,
      tx.scope.userId,
    ],
  );

/** Another day or person for the visit that is ahead of a site; null where there is none. */
export async function replan(
  tx: Tx,
  siteId: number,
  dueOn: string,
  patrollerId: number | null,
): Promise<number | null> {
  const [row] = await tx.query<{ id: number }>(
    `update bank.patrol_visit set due_on = $2, planned_on = least(planned_on, $2::date),
       patroller_id = coalesce($3, patroller_id), version = version + 1, updated_by = $4, updated_at = now()
     where tenant_no = kit.tenant() and site_id = $1 and status = 'planned' returning id`,
    [siteId, dueOn, patrollerId, tx.scope.userId],
  );
  if (row) await setDue(tx, patrolMissed, String(row.id), morningOf(addDays(dueOn, lateAfterDays)));
  return row?.id ?? null;
}

export const miss = (tx: Tx, id: number): Promise<unknown> =>
  tx.query(
    `update bank.patrol_visit set status = 'missed', version = version + 1, updated_at = now()
     where tenant_no = kit.tenant() and id = $1 and status = 'planned'`,
    [id],
  );
