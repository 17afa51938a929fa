import type { Tx } from '#kit/server/db/database.ts';
import type { Location } from '../site/near-site.ts';
import type { Site } from '../site/site-row.ts';

export interface NewVisit {
  readonly dueOn: string;
  readonly patrollerId: number;
  readonly by: number | null;
}
/** Nothing where a visit is ahead of the site already. */
export async function insertVisit(
  tx: Tx,
  site: Site,
  one: NewVisit,
): Promise<{ id: number; docNo: string } | undefined> {
  const [row] = await tx.query<{ id: number; docNo: string }>(
    `insert into bank.patrol_visit (tenant_no, region_code, doc_no, site_id, bank_id, principal_id, supervisor_id,
       planned_on, due_on, patroller_id, created_by, updated_by)
     select kit.tenant(), $1, kit.doc_no('PT'), $2, $3, $4, $5, $6, $6, $7, $8, $8
     where not exists (select 1 from bank.patrol_visit v where v.tenant_no = kit.tenant() and v.site_id = $2
       and v.status in ('planned', 'doing'))
     returning id, doc_no as "docNo"`,
    [site.regionCode, site.id, site.bankId, site.principalId, site.supervisorId, one.dueOn, one.patrollerId, one.by],
  );
  return row;
}

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
  return row?.id ?? null;
}

export const miss = (tx: Tx, id: number): Promise<unknown> =>
  tx.query(
    `update bank.patrol_visit set status = 'missed', version = version + 1, updated_at = now()
     where tenant_no = kit.tenant() and id = $1 and status = 'planned'`,
    [id],
  );

/** What is ahead is the new supervisor's to see. */
export const handVisitsOver = (tx: Tx, siteId: number, supervisorId: number | null): Promise<unknown> =>
  tx.query(
    `update bank.patrol_visit set supervisor_id = $2, updated_at = now() where tenant_no = kit.tenant() and site_id = $1
       and status in ('planned', 'doing', 'returned')`,
    [siteId, supervisorId],
  );

export const reassignVisits = (tx: Tx, from: number, to: number): Promise<unknown> =>
  tx.query(
    `update bank.patrol_visit set principal_id = $2, updated_at = now() where tenant_no = kit.tenant()
       and principal_id = $1 and status in ('planned', 'doing', 'returned', 'submitted')`,
    [from, to],
  );
