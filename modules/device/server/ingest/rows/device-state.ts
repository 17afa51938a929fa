import type { Tx } from '#kit/server/db/database.ts';
import type { Known } from '../known.ts';
import { iso } from './device-position.ts';

/** What changed of a device in this batch. The rest of its state is in `Known`, which is moved forward item by item. */
export interface StateChange {
  device: Known;
  silentDue: number;
  gatewayId: number | null;
  beaconId: number | null;
  acc: number | null;
  source: string | null;
  speed: number | null;
  signalPct: number | null;
  firmware: string | null;
}

const at = (time: number | null) => (time === null ? null : iso(time));

/** R17: the caller moved only what is newer; a message that is late left everything but `lastSeen` alone. */
export async function saveStates(tx: Tx, changes: readonly StateChange[]): Promise<void> {
  if (changes.length === 0) return;
  const of = <T>(read: (device: Known, change: StateChange) => T) => changes.map((one) => read(one.device, one));
  await tx.query(
    `insert into device.device_state as s (tenant_no, device_id, last_seen_at, last_event_at, boot, last_seq,
      silent_due_at, battery_pct, battery_at,
       low_reports, rssi, signal_pct, gateway_id, beacon_id, longitude, latitude, location_at, location_acc, location_source, speed, jump_count,
       jump_longitude, jump_latitude, reading_at, values, firmware, clock_skew, skew_since, skew_before)
     select $1, u.* from unnest($2::bigint[], $3::timestamptz[], $4::timestamptz[], $5::bigint[], $6::bigint[],
       $7::timestamptz[], $8::int[],
       $9::timestamptz[], $10::int[], $11::int[], $12::int[], $13::bigint[], $14::bigint[], $15::float8[], $16::float8[], $17::timestamptz[],
       $18::float8[], $19::text[], $20::float8[], $21::int[], $22::float8[], $23::float8[], $24::timestamptz[], $25::jsonb[], $26::text[],
       $27::float8[], $28::timestamptz[], $29::float8[]) u
     on conflict (tenant_no, device_id) do update set last_seen_at = greatest(s.last_seen_at, excluded.last_seen_at),
       last_event_at = excluded.last_event_at, boot = excluded.boot, last_seq = excluded.last_seq, silent_due_at = excluded.silent_due_at,
       silent_told = false, battery_pct = excluded.battery_pct, battery_at = excluded.battery_at, low_reports = excluded.low_reports,
       rssi = excluded.rssi, signal_pct = coalesce(excluded.signal_pct, s.signal_pct),
         gateway_id = coalesce(excluded.gateway_id, s.gateway_id),
       beacon_id = coalesce(excluded.beacon_id, s.beacon_id), longitude = excluded.longitude,
         latitude = excluded.latitude,
       location_at = excluded.location_at, location_acc = coalesce(excluded.location_acc, s.location_acc),
       location_source = coalesce(excluded.location_source, s.location_source), speed = coalesce(excluded.speed,
         s.speed),
       jump_count = excluded.jump_count, jump_longitude = excluded.jump_longitude, jump_latitude = excluded.jump_latitude,
       reading_at = excluded.reading_at, values = excluded.values, firmware = coalesce(excluded.firmware, s.firmware),
       clock_skew = excluded.clock_skew, skew_since = excluded.skew_since, skew_before = excluded.skew_before`,
    [
      tx.scope.tenantNo,
      of((d) => d.id),
      of((d) => at(d.lastSeen)),
      of((d) => at(d.lastEvent)),
      of((d) => d.boot),
      of((d) => d.lastSeq),
      of((_, c) => iso(c.silentDue)),
      of((d) => d.batteryPct),
      of((d) => at(d.batteryAt)),
      of((d) => d.lowReports),
      of((d) => d.rssi),
      of((_, c) => c.signalPct),
      of((_, c) => c.gatewayId),
      of((_, c) => c.beaconId),
      of((d) => d.longitude),
      of((d) => d.latitude),
      of((d) => at(d.locationAt)),
      of((_, c) => c.acc),
      of((_, c) => c.source),
      of((_, c) => c.speed),
      of((d) => d.jumpCount),
      of((d) => d.jumpLongitude),
      of((d) => d.jumpLatitude),
      of((d) => at(d.readingAt)),
      of((d) => JSON.stringify(d.values)),
      of((_, c) => c.firmware),
      of((d) => d.skewNow),
      of((d) => at(d.skewSince)),
      of((d) => d.skewBefore),
    ],
  );
}

/** R11: where it was and what it measured at the former holder's is not the next one's. */
export const clearWhereabouts = (tx: Tx, deviceIds: readonly number[]): Promise<unknown[]> =>
  tx.query(
    `update device.device_state set longitude = null, latitude = null, location_at = null, location_acc = null,
       location_source = null, speed = null, jump_count = 0, jump_longitude = null, jump_latitude = null,
       reading_at = null, values = '{}', gateway_id = null, beacon_id = null
     where tenant_no = $1 and device_id = any ($2)`,
    [tx.scope.tenantNo, deviceIds],
  );

export interface Silent {
  id: number;
  deviceNo: string;
  kind: string;
  principalId: number;
  ownerId: number;
  bankId: number | null;
  regionCode: number;
  gatewayId: number | null;
  lastSeenAt: string;
  earTag: string | null;
  animalId: number | null;
}

/** Devices whose silence nobody has looked at; taken by one process each. */
export const takeSilent = (tx: Tx, most: number): Promise<Silent[]> =>
  tx.query<Silent>(
    `with due as (select s.device_id from device.device_state s where s.tenant_no = $1 and not s.silent_told
      and s.silent_due_at < now() and s.last_seen_at is not null
       order by s.silent_due_at limit $2 for update skip locked),
     told as (update device.device_state s set silent_told = true from due where s.tenant_no = $1
       and s.device_id = due.device_id
       returning s.device_id, s.last_seen_at, s.gateway_id)
     select d.id, d.device_no as "deviceNo", d.kind, d.principal_id as "principalId", d.owner_id as "ownerId",
       d.bank_id as "bankId",
       d.home_region as "regionCode", t.gateway_id as "gatewayId", t.last_seen_at as "lastSeenAt", b.ear_tag as "earTag",
       case when b.target_kind = 'animal' then b.target_id end as "animalId"
     from told t join device.device d on d.tenant_no = $1 and d.id = t.device_id and d.status = 'active'
     left join device.device_binding b on b.tenant_no = $1 and b.device_id = d.id and b.to_at is null
       and b.role <> 'childOf'`,
    [tx.scope.tenantNo, most],
  );
