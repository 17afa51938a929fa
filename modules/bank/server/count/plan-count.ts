import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { dropDue, setDue } from '#kit/server/due/due.ts';
import { today } from '#kit/server/today.ts';
import { closeTask, openTask } from '#modules/platform/server/index.ts';
import { addDays, lateAfterDays, laterOf, morningOf } from '../site/days.ts';
import { rhythmOf } from '../site/rhythm.ts';
import { type Site, siteOf } from '../site/site-row.ts';
import { bringForward, insertCount } from './pledge-count.write.ts';

export const countLate = 'bank.countLate';
export type PlanReason = 'rhythm' | 'camera' | 'asked';

const clockOf = (tx: Tx, id: number, dueOn: string) =>
  setDue(tx, countLate, String(id), morningOf(addDays(dueOn, lateAfterDays)));

/** A count is done or given up: nobody waits for it any more. */
export async function dropCount(tx: Tx, id: number): Promise<void> {
  await dropDue(tx, countLate, String(id));
  await closeTask(tx, 'bank.pledgeCount', id);
}

const tellCounters = (tx: Tx, site: Site, id: number, docNo: string, dueOn: string) =>
  openTask(tx, {
    taskType: 'handle',
    taskName: { key: 'bank.count.task', args: { docNo, site: site.name } },
    entity: 'bank.pledgeCount',
    entityId: id,
    linkPath: `/bank/stocktake/count?countId=${id}`,
    permission: 'bank:count:edit',
    regionCode: site.regionCode,
    principalId: site.supervisorId ?? site.bankId,
    dueAt: `${dueOn}T23:59:59+08:00`,
  });

/**
 * R37: the next count of a site. One that is planned already is only ever brought forward; a site without a live pledge has none,
 * and one that is being counted gets its next when that is settled.
 */
export function plannedCount(
  tx: Tx,
  siteId: number,
  reason: PlanReason,
  asked?: { readonly dueOn: string },
): Promise<number | null> {
  return inTenant(tx, tx.scope.tenantNo, 'bank.planCount', async (sys) => {
    const site = await siteOf(sys, siteId);
    const rhythm = await rhythmOf(sys, siteId);
    if (rhythm.pledgeIds.length === 0) return null;
    const [last] = await sys.query<{ on: string }>(
      `select to_char(coalesce(started_at, ended_at) at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as on
       from bank.pledge_count
       where tenant_no = kit.tenant() and site_id = $1 and status = 'settled' order by settled_at desc limit 1`,
      [siteId],
    );
    const now = today();
    const next = addDays(last?.on ?? now, rhythm.countEveryDays);
    const dueOn = asked?.dueOn ?? laterOf(next, now);
    const [open] = await sys.query<{ id: number; docNo: string; dueOn: string; status: string }>(
      `select id, doc_no as "docNo", to_char(due_on, 'YYYY-MM-DD') as "dueOn", status from bank.pledge_count
       where tenant_no = kit.tenant() and site_id = $1 and status in ('planned', 'counting', 'counted') for update`,
      [siteId],
    );
    if (open && (open.status !== 'planned' || open.dueOn <= dueOn)) return open.id;
    if (open) {
      await bringForward(sys, open.id, dueOn, reason);
      await closeTask(sys, 'bank.pledgeCount', open.id);
      await tellCounters(sys, site, open.id, open.docNo, dueOn);
      await clockOf(sys, open.id, dueOn);
      return open.id;
    }
    const row = await insertCount(sys, site, {
      pledgeIds: rhythm.pledgeIds,
      dueOn,
      reason,
      by: tx.scope.userId ?? null,
    });
    await tellCounters(sys, site, row.id, row.docNo, dueOn);
    await clockOf(sys, row.id, dueOn);
    return row.id;
  });
}
