import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { dropDue, setDue } from '#kit/server/due/due.ts';
import { today } from '#kit/server/today.ts';
import { closeTask, openTask } from '#modules/platform/server/index.ts';
import { addDays, lateAfterDays, laterOf, morningOf } from '../site/days.ts';
import { rhythmOf } from '../site/rhythm.ts';
import { type Site, siteOf } from '../site/site-row.ts';
import { insertVisit, replan } from './patrol-visit.write.ts';

export const patrolMissed = 'bank.patrolMissed';

export async function dropPatrol(tx: Tx, id: number): Promise<void> {
  await dropDue(tx, patrolMissed, String(id));
  await closeTask(tx, 'bank.patrolVisit', id);
}

/** Who visits: who did the last time, else the supervisor's first person, else the site's manager. */
async function patrollerOf(tx: Tx, site: Site): Promise<number> {
  const [row] = await tx.query<{ id: number }>(
    `select coalesce(
       (select v.patroller_id from bank.patrol_visit v where v.tenant_no = kit.tenant() and v.site_id = $1
          and v.supervisor_id is not distinct from $2 order by v.id desc limit 1),
       (select u.id from platform.user_view u where u.tenant_no = kit.tenant() and u.principal_id = $2
          order by u.id limit 1), $3) as id`,
    [site.id, site.supervisorId, site.managerUserId],
  );
  return row?.id ?? site.managerUserId;
}

/** The next visit of a site, if none is ahead of it; `dueOn` where it is not the rhythm that says when. */
export function planPatrol(tx: Tx, siteId: number, asked?: { readonly dueOn: string }): Promise<number | null> {
  return inTenant(tx, tx.scope.tenantNo, 'bank.planPatrol', async (sys) => {
    const site = await siteOf(sys, siteId);
    const rhythm = await rhythmOf(sys, siteId);
    if (rhythm.pledgeIds.length === 0) return null;
    const [last] = await sys.query<{ on: string }>(
      `select to_char(ended_at at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as on from bank.patrol_visit
       where tenant_no = kit.tenant() and site_id = $1 and status in ('submitted', 'confirmed')
       order by ended_at desc limit 1`,
      [siteId],
    );
    const now = today();
    const next = addDays(last?.on ?? now, rhythm.patrolEveryDays);
    const dueOn = asked?.dueOn ?? laterOf(next, now);
    const patrollerId = await patrollerOf(sys, site);
    const row = await insertVisit(sys, site, { dueOn, patrollerId, by: tx.scope.userId ?? null });
    if (!row) return null;
    await openTask(sys, {
      taskType: 'handle',
      taskName: { key: 'bank.patrol.task', args: { docNo: row.docNo, site: site.name } },
      entity: 'bank.patrolVisit',
      entityId: row.id,
      linkPath: `/bank/patrol/visit?visitId=${row.id}`,
      assigneeId: patrollerId,
      regionCode: site.regionCode,
      principalId: site.supervisorId ?? site.bankId,
      dueAt: `${dueOn}T23:59:59+08:00`,
    });
    await setDue(sys, patrolMissed, String(row.id), morningOf(addDays(dueOn, lateAfterDays)));
    return row.id;
  });
}

/** Another day or person for the visit that is ahead of a site; null where there is none. */
export async function planAgain(
  tx: Tx,
  siteId: number,
  dueOn: string,
  patrollerId: number | null,
): Promise<number | null> {
  const id = await replan(tx, siteId, dueOn, patrollerId);
  if (id !== null) await setDue(tx, patrolMissed, String(id), morningOf(addDays(dueOn, lateAfterDays)));
  return id;
}
