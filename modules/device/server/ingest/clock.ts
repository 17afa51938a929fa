import type { Database } from '#kit/server/db/database.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import { today } from '#kit/server/today.ts';
import { eachTenant, openAlarm, regionName } from '#modules/platform/server/index.ts';
import { expireCommands } from '../catalogue/device-command.ts';
import { forgetNonces } from '../catalogue/provider-nonce.ts';
import { endHolds } from '../evidence/evidence-hold.ts';
import { holdPositions } from '../evidence/held-position.ts';
import { holdReadings } from '../evidence/held-reading.ts';
import { alarmKey } from './alarms.ts';
import { closeDay } from './rows/device-day.close.ts';
import { dayOf } from './rows/device-day.ts';
import { checkHours } from './rows/device-hour.mend.ts';
import { forgetSeen } from './rows/device-seen.ts';
import { type Silent, takeSilent } from './rows/device-state.ts';
import { forgetMinutes } from './rows/ingest-minute.ts';
import { forgetHeard } from './rows/tag-heard.ts';

const most = 200;
const kinds: Record<string, 'gatewayOffline' | 'notSeen' | 'deviceOffline' | null> = {
  gateway: 'gatewayOffline',
  earTag: 'notSeen',
  beacon: null,
  scale: null,
};

/** What is silent speaks up once; R35: what a silent gateway last heard is counted on the gateway's alarm instead. */
export const silenceClock = (database: Database): Promise<void> =>
  eachTenant(database, (tenantNo) =>
    database.transaction(systemScope(tenantNo, 'device.silence'), async (tx) => {
      const silent = await takeSilent(tx, most);
      // Gateways first: the others ask whether theirs is among them.
      for (const one of silent.toSorted((a, b) => Number(b.kind === 'gateway') - Number(a.kind === 'gateway'))) {
        const kind = kinds[one.kind] === undefined ? 'deviceOffline' : kinds[one.kind];
        if (!kind) continue;
        if (one.gatewayId !== null && kind !== 'gatewayOffline') {
          const [row] = await tx.query<{ n: number }>('select platform.suppress_alarm($1, 1) as n', [
            alarmKey('gatewayOffline', one.gatewayId),
          ]);
          if ((row?.n ?? 0) > 0) continue;
        }
        const [holder] = await tx.query<{ name: string }>('select registry.principal_name($1) as name', [
          one.principalId,
        ]);
        await tellSilent(tx, kind, one, holder?.name ?? '');
      }
    }),
  );

const tellSilent = (
  tx: Parameters<typeof openAlarm>[0],
  kind: 'gatewayOffline' | 'notSeen' | 'deviceOffline',
  one: Silent,
  holder: string,
) =>
  openAlarm(tx, {
    kind,
    dedupKey: alarmKey(kind, one.id),
    subject: { entity: 'device.device', id: one.id, name: one.earTag ?? one.deviceNo },
    animalId: one.animalId,
    deviceId: one.id,
    regionCode: one.regionCode,
    principalId: one.principalId,
    ownerId: one.ownerId === one.principalId ? null : one.ownerId,
    bankId: one.bankId,
    args: {
      subject: one.earTag ?? one.deviceNo,
      deviceNo: one.deviceNo,
      deviceId: one.id,
      holder,
      place: regionName(one.regionCode) ?? '',
      since: one.lastSeenAt,
    },
    evidence: { lastSeenAt: one.lastSeenAt },
  });

/** Before days are taken off: what stands as evidence is laid aside. */
export const keepEvidence = (database: Database): Promise<void> =>
  eachTenant(database, (tenantNo) =>
    database.transaction(systemScope(tenantNo, 'device.evidence'), async (tx) => {
      await endHolds(tx, today());
      await holdPositions(tx);
      await holdReadings(tx);
    }),
  );

const daily = ['device.device_position', 'device.device_reading', 'device.device_reject'];

/** Days that are over are taken off one step at a time, each a transaction of its own; what is held by others waits for the next turn. */
export async function turnDays(database: Database): Promise<string[]> {
  const done: string[] = [];
  for (const table of daily)
    for (let step = 0; step < 200; step += 1) {
      const said = await database
        .transaction(systemScope(0, 'device.days'), (tx) =>
          tx.query<{ did: string | null }>('select kit.turn_days($1) as did', [table]),
        )
        .catch(() => []);
      const did = said[0]?.did;
      if (!did) break;
      done.push(did);
    }
  return done;
}

export const forget = (database: Database): Promise<void> =>
  eachTenant(database, async (tenantNo) => {
    const scope = systemScope(tenantNo, 'device.forget');
    for (const work of [forgetSeen, forgetHeard, forgetMinutes, forgetNonces, expireCommands])
      await database.transaction(scope, work);
  });

const dayMs = 86_400_000;

/** What yesterday comes to: silent days are written down, and the hours of a tenth of the devices are counted again. */
export const closeYesterday = (database: Database): Promise<void> =>
  eachTenant(database, async (tenantNo) => {
    const yesterday = dayOf(Date.now() - dayMs);
    const scope = systemScope(tenantNo, 'device.day');
    await database.transaction(scope, (tx) => closeDay(tx, yesterday));
    await database.transaction(scope, (tx) => checkHours(tx, yesterday, Math.floor(Date.now() / dayMs) % 10));
  });
