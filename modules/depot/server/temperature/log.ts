import { invalid, notFound } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { closeAlarm, openAlarm } from '#modules/platform/server/index.ts';
import { keeperUsers, keepReading } from '../store/depot.ts';
import { insertReadings, type NewReading } from './depot-temperature.ts';

interface Store {
  readonly name: string;
  readonly principalId: number;
  readonly regionCode: number;
  readonly tempMin: number | null;
  readonly tempMax: number | null;
  readonly lastReadAt: string | null;
}

export const breakKey = (depotId: number): string => `coldBreak:${depotId}`;

/**
 * R24: one reading of a store, by a person or a device. Out of range opens the alarm coldBreak, back in range closes it; a
 * reading that comes late changes neither, because what was read after it is known already.
 *
 * @example
 * await logTemperature(tx, depotId, '2026-11-15T08:30:00+08:00', 4.6, deviceId);
 */
export const logTemperature = (
  tx: Tx,
  depotId: number,
  readAt: string,
  celsius: number,
  deviceId: number,
): Promise<{ id: number; inRange: boolean }> => writeReading(tx, { depotId, readAt, celsius, deviceId });

export async function writeReading(tx: Tx, reading: NewReading): Promise<{ id: number; inRange: boolean }> {
  const actor = tx.scope.userId;
  return inTenant(tx, tx.scope.tenantNo, 'temperature', async (sys) => {
    const { depotId, readAt, celsius } = reading;
    // Two readings of one store come one after the other, so that the newer one decides about the alarm.
    const [store] = await sys.query<Store>(
      `select name, principal_id as "principalId", region_code as "regionCode", temp_min::float8 as "tempMin", temp_max::float8 as "tempMax", last_read_at as "lastReadAt"
       from depot.depot where id = $1 and kind <> 'transit' and status <> 'closed' for update`,
      [depotId],
    );
    if (!store) throw notFound();
    const [made] = await insertReadings({ ...sys, scope: { ...sys.scope, userId: actor } }, [reading]);
    if (!made) throw invalid([{ field: 'readAt', key: 'depot.temperature.twice' }]);
    if (store.lastReadAt !== null && Date.parse(readAt) < Date.parse(store.lastReadAt)) return made;
    await keepReading(sys, depotId, readAt, celsius);
    if (made.inRange) await closeAlarm(sys, breakKey(depotId));
    else await tellBreak(sys, depotId, store, reading);
    return made;
  });
}

async function tellBreak(tx: Tx, depotId: number, store: Store, { celsius, readAt }: NewReading): Promise<void> {
  const heads = await tx.query<{ id: number }>(
    `select u.id from platform.sys_user u where u.tenant_no = $1 and u.principal_id = $2 and u.status = 'active' and platform.user_holds(u.id, 'depot:in:approve') limit 20`,
    [tx.scope.tenantNo, store.principalId],
  );
  await openAlarm(tx, {
    kind: 'coldBreak',
    dedupKey: breakKey(depotId),
    subject: { entity: 'depot.depot', id: depotId, name: store.name },
    regionCode: store.regionCode,
    principalId: store.principalId,
    args: { name: store.name, celsius, min: store.tempMin ?? '', max: store.tempMax ?? '', depotId },
    evidence: { celsius, readAt },
    receivers: [...new Set([...(await keeperUsers(tx, depotId)), ...heads.map((one) => one.id)])],
  });
}
