import type { Database, Tx } from '#kit/server/db/database.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import type { DeviceAlarmKind } from '#modules/device/contract/rule/alarm-kinds.ts';
import { closeAlarm, eachTenant, openAlarm, regionName } from '#modules/platform/server/index.ts';
import { alarmKey } from './alarms.ts';

export interface Found {
  id: number;
  entity: string;
  name: string;
  deviceId: number | null;
  deviceNo: string;
  principalId: number;
  ownerId: number;
  bankId: number | null;
  regionCode: number;
  holder: string;
}

/** What is found is open, what is no longer found is closed: the cause decides, not the clock. */
export async function keepInStep(tx: Tx, kind: DeviceAlarmKind, found: readonly Found[]): Promise<void> {
  const open = await tx.query<{ key: string }>(
    `select dedup_key as key from platform.alarm_view where tenant_no = $1 and kind = $2 and status <> 'closed'`,
    [tx.scope.tenantNo, kind],
  );
  const keys = new Set(found.map((one) => alarmKey(kind, one.id)));
  for (const { key } of open) if (!keys.has(key)) await closeAlarm(tx, key);
  const known = new Set(open.map((one) => one.key));
  for (const one of found) {
    const dedupKey = alarmKey(kind, one.id);
    // Every look while it lasts is no news.
    if (known.has(dedupKey)) continue;
    await openAlarm(tx, {
      kind,
      dedupKey,
      subject: { entity: one.entity, id: one.id, name: one.name },
      deviceId: one.deviceId,
      regionCode: one.regionCode,
      principalId: one.principalId,
      ownerId: one.ownerId === one.principalId ? null : one.ownerId,
      bankId: one.bankId,
      args: {
        subject: one.name,
        deviceNo: one.deviceNo,
        deviceId: one.deviceId ?? 0,
        holder: one.holder,
        place: regionName(one.regionCode) ?? '',
      },
    });
  }
}

const most = 1000;

const simsEnding = (tx: Tx): Promise<Found[]> =>
  tx.query<Found>(
    `select d.id, 'device.device' as entity, d.device_no as name, d.id as "deviceId", d.device_no as "deviceNo",
       d.principal_id as "principalId", d.owner_id as "ownerId", d.bank_id as "bankId", d.home_region as "regionCode",
       registry.principal_name(d.principal_id) as holder
     from device.device d where d.tenant_no = $1 and d.status = 'active'
       and d.sim_expire_on < (now() at time zone 'Asia/Shanghai')::date + 30 order by d.sim_expire_on limit $2`,
    [tx.scope.tenantNo, most],
  );

/** R49: two sensors of one house that differed over the whole of the last hour. */
const sensorsApart = (tx: Tx): Promise<Found[]> =>
  tx.query<Found>(
    `with apart as (select h.target_id as id from device.device_hour h
       where h.tenant_no = $1 and h.target_kind = 'hovel' and h.hour = date_trunc('hour', now()) - interval '1 hour'
         and h.metric in ('temp', 'hum', 'nh3', 'h2s', 'co2')
       group by h.target_id, h.metric
       having count(*) > 1 and max(h.total / h.count) - min(h.total / h.count)
         > case when h.metric = 'temp' then 2 else 0.2 * abs(avg(h.total / h.count)) end)
     select v.id, 'registry.hovel' as entity, v.name, null::bigint as "deviceId", '' as "deviceNo",
       v.principal_id as "principalId", v.principal_id as "ownerId", null::bigint as "bankId",
       coalesce(u.region_code, 0) as "regionCode", coalesce(u.name, '') as holder
     from registry.house_view v join registry.unit_view u on u.id = v.principal_id
     where v.tenant_no = $1 and v.id in (select id from apart) limit $2`,
    [tx.scope.tenantNo, most],
  );

const each = (database: Database, work: (tx: Tx) => Promise<void>): Promise<void> =>
  eachTenant(database, (tenantNo) => database.transaction(systemScope(tenantNo, 'device.watch'), work));

export const watchSims = (database: Database): Promise<void> =>
  each(database, async (tx) => keepInStep(tx, 'simExpiring', await simsEnding(tx)));

export const watchSensors = (database: Database): Promise<void> =>
  each(database, async (tx) => keepInStep(tx, 'sensorApart', await sensorsApart(tx)));
