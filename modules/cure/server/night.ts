import type { Database, Tx } from '#kit/server/db/database.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import { today } from '#kit/server/today.ts';
import { allTenants, notify } from '#modules/platform/server/index.ts';
import { closeForgotten, quietCounties } from './consult/consult.ts';
import { withdrawOffers } from './consult/consult-offer.ts';
import { entrustNight } from './entrust/follow.ts';
import { endNotices } from './knowledge/cure-notice.ts';
import { knowledgeNight } from './knowledge/routes.ts';
import { addDays } from './medicine/labels.ts';
import { tellGaps } from './people/duty-slot.watch.ts';
import { markPrescribers } from './people/practitioner.ts';
import { tendSheets } from './prescription/prescription.ts';
import { closeTalk } from './room/seats.ts';
import { settingsFor } from './setting/settings.ts';
import { ageMembers } from './society/society-member.ts';
import { endPassed } from './withdrawal/animal-withdrawal.ts';

/** R68, R74, R85: what is over closes, who lost a paper loses the mark, holders hear of what ends tomorrow. */
export async function cureNight(database: Database): Promise<void> {
  for (const tenantNo of await allTenants(database))
    await database.transaction(systemScope(tenantNo, 'cureNight'), async (tx) => {
      await tendSheets(tx);
      await endPassed(tx);
      await markPrescribers(tx);
      for (const county of await quietCounties(tx))
        for (const { id } of await closeForgotten(tx, county, (await settingsFor(tx, county)).autoCloseDays)) {
          await withdrawOffers(tx, id, true);
          await closeTalk(tx, id, null);
        }
      await entrustNight(tx);
      await knowledgeNight(tx);
      await endNotices(tx, today());
      await remindMembers(tx);
      await tellGaps(tx);
      const ending = await tx.query<{ principalId: number; n: number; users: number[] }>(
        `select w.principal_id as "principalId", count(distinct w.animal_id)::int as n,
           array(select u.id from cure.user_seen u where u.principal_id = w.principal_id
             and u.status = 'active' order by u.id limit 20) as users
         from cure.animal_withdrawal w where w.tenant_no = kit.tenant() and w.status = 'open'
           and w.meat_until = $1 group by 1`,
        [addDays(today(), 1)],
      );
      for (const { principalId, n, users } of ending)
        if (users.length > 0)
          await notify(tx, {
            userIds: users,
            type: 'reminder',
            title: { key: 'cure.animalWithdrawal.endsTomorrow', args: { n } },
            content: '',
            linkPath: '/cure/withdrawal?status=open',
            farmId: principalId,
          });
    });
}

/** R92: sixty, thirty and seven days before a membership ends. */
async function remindMembers(tx: Tx): Promise<void> {
  for (const { name, days, users } of await ageMembers(tx, today()))
    if (users.length > 0)
      await notify(tx, {
        userIds: users,
        type: 'reminder',
        title: { key: 'cure.societyMember.ends', args: { name, n: days } },
        content: '',
        linkPath: '/cure/society/membership',
      });
}
