import type { Tx } from '#kit/server/db/database.ts';

export interface Binding {
  deviceId: number;
  targetKind: string;
  targetId: number;
  earTag: string | null;
  role: string;
  principalId: number;
  bankId: number | null;
  insurerId: number | null;
  regionCode: number;
  from: number;
  to: number;
}

interface MetricRange {
  min?: number;
  max?: number;
}

/** A device as ingest needs it: whose it is, what it may say, what it said last. */
export interface Known {
  id: number;
  deviceNo: string;
  mac: string | null;
  name: string | null;
  kind: string;
  modelId: number;
  status: string;
  principalId: number;
  ownerId: number;
  bankId: number | null;
  insurerId: number | null;
  supervisorId: number | null;
  regionCode: number;
  homeRegion: number;
  toCollect: boolean;
  reportSeconds: number;
  offlineAfter: number;
  batteryLow: number;
  maxPerMinute: number;
  metrics: { code: string; min?: number; max?: number }[];
  ranges: ReadonlyMap<string, MetricRange>;
  bindings: Binding[];
  lastSeen: number | null;
  lastEvent: number | null;
  boot: number | null;
  lastSeq: number | null;
  batteryPct: number | null;
  batteryAt: number | null;
  lowReports: number;
  longitude: number | null;
  latitude: number | null;
  locationAt: number | null;
  jumpCount: number;
  jumpLongitude: number | null;
  jumpLatitude: number | null;
  readingAt: number | null;
  rssi: number | null;
  values: Record<string, number>;
  skewNow: number | null;
  skewSince: number | null;
  skewBefore: number | null;
}

const ms = (column: string, name: string) => `(extract(epoch from ${column}) * 1000)::float8 as "${name}"`;

// Two ways to name a device have an index each, which one condition with both would not use.
const deviceSql = `
  with named as materialized (
    select id from device.device where tenant_no = $1 and device_no = any ($2)
    union select id from device.device where tenant_no = $1 and mac = any ($2) and status <> 'scrapped')
  select d.id, d.device_no as "deviceNo", d.mac, d.name, d.kind, d.model_id as "modelId", d.status, d.principal_id
    as "principalId",
    d.owner_id as "ownerId", d.bank_id as "bankId", d.insurer_id as "insurerId", d.supervisor_id as "supervisorId",
    d.region_code as "regionCode", d.home_region as "homeRegion", d.to_collect as "toCollect",
    coalesce(d.report_seconds, m.report_seconds) as "reportSeconds", m.offline_after_seconds as "offlineAfter",
    m.battery_low_pct as "batteryLow", m.max_per_minute as "maxPerMinute", m.metrics,
    ${ms('s.last_seen_at', 'lastSeen')}, ${ms('s.last_event_at', 'lastEvent')}, s.boot, s.last_seq as "lastSeq",
    s.battery_pct as "batteryPct", ${ms('s.battery_at', 'batteryAt')}, coalesce(s.low_reports, 0) as "lowReports",
    s.longitude, s.latitude, ${ms('s.location_at', 'locationAt')}, coalesce(s.jump_count, 0) as "jumpCount",
    s.jump_longitude as "jumpLongitude", s.jump_latitude as "jumpLatitude", ${ms('s.reading_at', 'readingAt')}, s.rssi,
    coalesce(s.values, '{}') as values, s.clock_skew as "skewNow", ${ms('s.skew_since', 'skewSince')},
      s.skew_before as "skewBefore"
  from named join device.device d on d.tenant_no = $1 and d.id = named.id
  join device.device_model m on m.id = d.model_id
  left join device.device_state s on s.tenant_no = d.tenant_no and s.device_id = d.id`;

const bindingSql = `
  select b.device_id as "deviceId", b.target_kind as "targetKind", b.target_id as "targetId", b.ear_tag as "earTag",
    b.role,
    b.principal_id as "principalId", b.bank_id as "bankId", b.insurer_id as "insurerId", b.region_code as "regionCode",
    ${ms('b.from_at', 'from')}, ${ms('b.to_at', 'to')}
  from device.device_binding b
  where b.tenant_no = $1 and b.device_id = any ($2) and b.role <> 'childOf'
    and (b.to_at is null or b.to_at > now() - interval '8 days')`;

/** Keeps bindings as they are while a batch is written, and a batch away while they change. */
export const holdBindings = (tx: Tx): Promise<unknown> =>
  tx.query('select pg_advisory_xact_lock(7403, $1)', [tx.scope.tenantNo]);

/** By number and by radio address. */
export async function readKnown(tx: Tx, names: readonly string[]): Promise<Map<string, Known>> {
  const devices = await tx.query<Omit<Known, 'ranges' | 'bindings'>>(deviceSql, [tx.scope.tenantNo, names]);
  const bindings = await tx.query<Binding>(bindingSql, [tx.scope.tenantNo, devices.map((one) => one.id)]);
  const known = new Map<string, Known>();
  const byId = new Map<number, Known>();
  for (const row of devices) {
    const one: Known = {
      ...row,
      ranges: new Map(row.metrics.map(({ code, ...range }) => [code, range])),
      bindings: [],
    };
    known.set(one.deviceNo, one);
    if (one.mac) known.set(one.mac, one);
    byId.set(one.id, one);
  }
  for (const one of bindings) byId.get(one.deviceId)?.bindings.push({ ...one, to: one.to ?? Infinity });
  return known;
}

/** R9: whatever held at the moment, whoever holds the animal now. */
export const bindingAt = (device: Known, at: number): Binding | null =>
  device.bindings.find((one) => one.from <= at && at < one.to) ?? null;
