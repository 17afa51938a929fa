import type { Tx } from '#kit/server/db/database.ts';
import { registerDue } from '#kit/server/due/due.ts';
import { alarmOfSite, siteOf } from '../site/site-row.ts';
import { raise } from '../watch/kernel.ts';
import { countOf } from './count-row.ts';
import { countLate } from './plan-count.ts';

/** R37: three days late. */
async function late(tx: Tx, id: number): Promise<void> {
  const count = await countOf(tx, id);
  if (!['planned', 'counting'].includes(count.status)) return;
  const site = await siteOf(tx, count.siteId);
  await raise(tx, 'stocktakeDue', {
    ...alarmOfSite(site),
    key: site.id,
    args: { siteId: site.id, site: site.name, docNo: count.docNo, dueOn: count.dueOn },
  });
}

export const registerCountClock = (): void => registerDue(countLate, (tx, { ref }) => late(tx, Number(ref)));
