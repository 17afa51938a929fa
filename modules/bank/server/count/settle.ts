import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { notify, openTask } from '#modules/platform/server/index.ts';
import { liveItems, markMissing } from '../pledge/kernel.ts';
import { alarmOfSite, siteOf } from '../site/site-row.ts';
import { raise, settleAlarm } from '../watch/kernel.ts';
import type { Count } from './count-row.ts';
import { plannedCount } from './plan-count.ts';
import { isGap, type Line, linesOf } from './pledge-count-line.ts';

/** R34: what a settled count does to its animals, and whom it tells. */
export async function settle(tx: Tx, count: Count): Promise<void> {
  const site = await siteOf(tx, count.siteId);
  const lines = await linesOf(tx, count.id);
  const items = new Map((await liveItems(tx, { siteId: site.id })).map((one) => [one.animalId, one]));
  const gap = lines.filter(isGap);
  const lost = gap.flatMap((one) => {
    const item = items.get(one.animalId ?? 0);
    return item && ['pledged', 'releasing'].includes(item.state) ? [item.id] : [];
  });
  if (lost.length > 0) await markMissing(tx, lost, `bank.pledgeCount:${count.id}`);
  if (gap.length > 0)
    await raise(tx, 'stocktakeGap', {
      ...alarmOfSite(site),
      key: `count:${count.id}`,
      args: {
        siteId: site.id,
        site: site.name,
        docNo: count.docNo,
        n: gap.length,
        book: count.bankId ? count.bookHeads : 0,
      },
      evidence: { countId: count.id, tags: gap.slice(0, 50).map((one) => one.earTag) },
    });
  // A count without a gap answers an earlier one: all of the book were found or explained.
  else await settleEarlier(tx, count);
  for (const line of lines) await follow(tx, count, site.principalId, line);
  await plannedCount(tx, site.id, 'rhythm');
}

const settleEarlier = async (tx: Tx, count: Count): Promise<void> => {
  const earlier = await tx.query<{ id: number }>(
    `select id from bank.pledge_count where tenant_no = kit.tenant() and site_id = $1 and status = 'settled'
       and id <> $2 order by id desc limit 5`,
    [count.siteId, count.id],
  );
  for (const one of earlier) await settleAlarm(tx, 'stocktakeGap', `count:${one.id}`, 'handled');
};

/** A lost tag is put on anew, a death is reported, and a stranger's animal is told to whose it is without saying where from. */
async function follow(tx: Tx, count: Count, holderId: number, line: Line): Promise<void> {
  const tag = line.earTag ?? '';
  if (line.expected && line.explain === 'tagLost' && line.result === 'tagLost')
    await taskOfHolder(
      tx,
      count,
      holderId,
      line,
      'bank.count.taskTag',
      '/pri/animal/tagReplace',
      'pri:animal:tagReplace',
    );
  if (line.expected && line.explain === 'dead' && line.result === 'missing')
    await taskOfHolder(tx, count, holderId, line, 'bank.count.taskDead', '/pri/animal/change', 'pri:animal:change');
  if (!line.expected && line.animalId && (line.result === 'otherPledge' || line.result === 'otherHolder'))
    await inTenant(tx, tx.scope.tenantNo, 'bank.stranger', async (sys) => {
      const [owner] = await sys.query<{ id: number }>(
        'select principal_id as id from bank.site_animal where tenant_no = kit.tenant() and id = $1',
        [line.animalId],
      );
      const banks = (await liveItems(sys, { animalIds: [line.animalId ?? 0] })).map((one) => one.bankId);
      const told = [...new Set([...(owner && owner.id !== holderId ? [owner.id] : []), ...banks])].filter(
        (id) => id !== count.bankId,
      );
      if (told.length > 0)
        await notify(sys, {
          type: 'warning',
          level: 'important',
          title: { key: 'bank.count.strangerTitle', args: {} },
          content: { key: 'bank.count.strangerText', args: { tag } },
          animalNumber: tag,
          audience: { principalIds: told },
        });
    });
}
const taskOfHolder = (
  tx: Tx,
  count: Count,
  holderId: number,
  line: Line,
  key: string,
  linkPath: string,
  permission: string,
) =>
  inTenant(tx, tx.scope.tenantNo, 'bank.countTask', (sys) =>
    openTask(sys, {
      taskType: 'handle',
      taskName: { key, args: { tag: line.earTag ?? '', docNo: count.docNo } },
      entity: 'bank.pledgeCountLine',
      entityId: line.id,
      linkPath,
      permission,
      regionCode: count.regionCode,
      principalId: holderId,
    }),
  );
