import type { Database } from '#kit/server/db/database.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import { eachTenant, notify } from '#modules/platform/server/index.ts';
import { keeperUsers, takeUnread } from '../store/depot.ts';
import { thinReadings } from './depot-temperature.ts';
import { slotToRemind } from './slots.ts';

const everyMs = 60_000;

/** R24: reminds the keepers of cold stores nobody has read in the slot. Asked every few seconds; looks once a minute. */
export function reminderClock(): (database: Database, now?: number) => Promise<number> {
  let lookedAt = 0;
  return async (database, now = Date.now()) => {
    const slot = slotToRemind(now);
    if (!slot || now - lookedAt < everyMs) return 0;
    lookedAt = now;
    let told = 0;
    await eachTenant(database, async (tenantNo) => {
      told += await database.transaction(systemScope(tenantNo, 'coldReminder'), async (tx) => {
        const unread = await takeUnread(tx, slot);
        for (const { id, name } of unread)
          await notify(tx, {
            userIds: await keeperUsers(tx, id),
            type: 'reminder',
            title: { key: 'depot.temperature.remind', args: { name } },
            content: { key: 'depot.temperature.remindText', args: { name } },
            linkPath: `/pri/depot/temperature?depotId=${id}`,
          });
        return unread.length;
      });
    });
    return told;
  };
}

export const thinTemperatures = (database: Database): Promise<void> =>
  eachTenant(database, async (tenantNo) => {
    for (let round = 0; round < 100; round += 1)
      if ((await database.transaction(systemScope(tenantNo, 'thinReadings'), thinReadings)) === 0) break;
  });
