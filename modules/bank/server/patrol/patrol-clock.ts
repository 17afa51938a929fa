import { recordTransition } from '#kit/server/audit/transition.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { registerDue } from '#kit/server/due/due.ts';
import { today } from '#kit/server/today.ts';
import { addDays, lateAfterDays } from '../site/days.ts';
import { alarmOfSite, siteOf } from '../site/site-row.ts';
import { raise } from '../watch/kernel.ts';
import { visitOf } from './patrol-row.ts';
import { miss } from './patrol-visit.write.ts';
import { dropPatrol, patrolMissed, planPatrol } from './plan-patrol.ts';

/** Three days after its day a visit nobody began is missed: that is told, and the next is due at once. */
async function missed(tx: Tx, id: number): Promise<void> {
  const visit = await visitOf(tx, id, true);
  if (!['planned', 'doing', 'returned'].includes(visit.status)) return;
  const site = await siteOf(tx, visit.siteId);
  if (visit.status === 'planned') {
    await miss(tx, id);
    await recordTransition(
      tx,
      { userId: null, nickname: null },
      { entity: 'bank.patrolVisit', entityId: id, name: 'miss', from: 'planned', to: 'missed' },
    );
    await dropPatrol(tx, id);
    await planPatrol(tx, site.id, { dueOn: addDays(today(), lateAfterDays) });
  }
  await raise(tx, 'patrolDue', {
    ...alarmOfSite(site),
    key: site.id,
    args: { siteId: site.id, site: site.name, docNo: visit.docNo, dueOn: visit.dueOn },
  });
}

export const registerPatrolClock = (): void => registerDue(patrolMissed, (tx, { ref }) => missed(tx, Number(ref)));
