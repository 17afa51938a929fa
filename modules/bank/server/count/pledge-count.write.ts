import { notFound } from '#kit/contract/errors.ts';
import { recordTransition } from '#kit/server/audit/transition.ts';
import type { Tx } from '#kit/server/db/database.ts';
import type { Site } from '../site/site-row.ts';
import type { Count } from './count-row.ts';

interface Mover {
  readonly userId: number | null;
  readonly nickname: string | null;
}

export interface NewCount {
  readonly pledgeIds: readonly number[];
  readonly dueOn: string;
  readonly reason: string;
  readonly by: number | null;
}
export async function insertCount(tx: Tx, site: Site, one: NewCount): Promise<{ id: number; docNo: string }> {
  const [row] = await tx.query<{ id: number; docNo: string }>(
    `insert into bank.pledge_count (tenant_no, region_code, doc_no, site_id, bank_id, principal_id, supervisor_id,
       pledge_ids, planned_on, due_on, plan_reason, created_by, updated_by)
     values (kit.tenant(), $1, kit.doc_no('PS'), $2, $3, $4, $5, $6, $7, $7, $8, $9, $9)
     returning id, doc_no as "docNo"`,
    [
      site.regionCode,
      site.id,
      site.bankId,
      site.principalId,
      site.supervisorId,
      one.pledgeIds,
      one.dueOn,
      one.reason,
      one.by,
    ],
  );
  if (!row) throw notFound();
  return row;
}
export const bringForward = (tx: Tx, id: number, dueOn: string, reason: string): Promise<unknown> =>
  tx.query(
    `update bank.pledge_count set due_on = $2, planned_on = least(planned_on, $2::date), plan_reason = $3,
       version = version + 1, updated_at = now() where tenant_no = kit.tenant() and id = $1`,
    [id, dueOn, reason],
  );
/** What is ahead is the new supervisor's to see. */
export const handCountsOver = (tx: Tx, siteId: number, supervisorId: number | null): Promise<unknown> =>
  tx.query(
    `update bank.pledge_count set supervisor_id = $2, updated_at = now() where tenant_no = kit.tenant() and site_id = $1
       and status in ('planned', 'counting')`,
    [siteId, supervisorId],
  );

export interface Beginning {
  readonly pledgeIds: readonly number[];
  readonly method: string;
  readonly blind: boolean;
  readonly bookHeads: number;
  readonly cameraHeads: number | null;
  readonly seed: number;
}
export async function begin(tx: Tx, count: Count, by: Mover, how: Beginning): Promise<void> {
  await tx.query(
    `update bank.pledge_count set pledge_ids = $2, method = $3, blind = $4, book_heads = $5, missing = $5,
       camera_heads = $6, sample_seed = $7, started_at = now(), started_by = $8, counter_ids = array[$8::bigint],
       status = 'counting', version = version + 1, updated_by = $8, updated_at = now()
     where tenant_no = kit.tenant() and id = $1`,
    [count.id, how.pledgeIds, how.method, how.blind, how.bookHeads, how.cameraHeads, how.seed, tx.scope.userId],
  );
  await recordTransition(tx, by, {
    entity: 'bank.pledgeCount',
    entityId: count.id,
    name: 'start',
    from: count.status,
    to: 'counting',
  });
}

export interface Tally {
  readonly found: number;
  readonly missing: number;
  readonly extra: number;
  readonly typedShare: number;
  readonly marks: readonly string[];
}
/** Counted from the lines themselves; who counted is added to those who did. */
export const writeTally = (tx: Tx, id: number, tally: Tally, counterId: number | null): Promise<unknown> =>
  tx.query(
    `update bank.pledge_count set found = $2, missing = $3, extra = $4, typed_share = $5, marks = $6,
       counter_ids = case when $7::bigint is null or $7 = any (counter_ids) then counter_ids else counter_ids || $7::bigint end,
       version = version + 1, updated_at = now()
     where tenant_no = kit.tenant() and id = $1`,
    [id, tally.found, tally.missing, tally.extra, tally.typedShare, tally.marks, counterId],
  );

export async function end(tx: Tx, count: Count, by: Mover, holderSign: readonly number[]): Promise<void> {
  await tx.query(
    `update bank.pledge_count set status = 'counted', ended_at = now(), holder_sign = $2, version = version + 1,
       updated_by = $3, updated_at = now() where tenant_no = kit.tenant() and id = $1`,
    [count.id, holderSign.length > 0 ? holderSign : null, tx.scope.userId],
  );
  await recordTransition(tx, by, {
    entity: 'bank.pledgeCount',
    entityId: count.id,
    name: 'finish',
    from: count.status,
    to: 'counted',
  });
}

export const reassignCounts = (tx: Tx, from: number, to: number): Promise<unknown> =>
  tx.query(
    `update bank.pledge_count set principal_id = $2, updated_at = now() where tenant_no = kit.tenant()
       and principal_id = $1 and status in ('planned', 'counting', 'counted')`,
    [from, to],
  );
