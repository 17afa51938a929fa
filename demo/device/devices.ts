import type { Tx } from '#kit/server/db/database.ts';
import type { DemoSize } from '../sizes.ts';
import { deviceSizes } from './sizes.ts';

const letters = {
  gateway: 'G',
  earTag: 'T',
  collar: 'C',
  beacon: 'B',
  envSensor: 'E',
  scale: 'S',
  camera: 'V',
} as const;
type Kind = keyof typeof letters;

/** The story farm and the cooperative have most; nine in a hundred are silent, six have little battery. */
export async function saveDevices(tx: Tx, units: ReadonlyMap<string, number>, size: DemoSize): Promise<void> {
  const counts = deviceSizes[size];
  const { tenantNo } = tx.scope;
  const first = ['farm1', 'coop1', 'host1', 'house1', 'baiyinna'].map((key) => units.get(key) ?? 0);
  const holders = await tx.query<{ id: number; region: number; longitude: number; latitude: number }>(
    `select p.id, p.region_code as region, p.longitude, p.latitude from registry.principal p
     where p.tenant_no = $1 and p.status = 'active' and (p.id = any ($2) or p.principal_unit_type in ('farm',
       'cooperative'))
       and exists (select 1 from registry.animal a where a.principal_id = p.id and a.status = 'inStock')
     order by coalesce(array_position($2::bigint[], p.id), 99), p.id limit $3`,
    [tenantNo, first, counts.units],
  );
  for (const kind of Object.keys(letters) as Kind[])
    await tx.query(
      `insert into device.device (tenant_no, region_code, home_region, device_no, serial_no, mac, imei, model_id,
        kind, name, principal_id, owner_id,
         ownership, longitude, latitude, installed_on, sim_expire_on, share_scope, firmware, status, bank_id)
       select $1, case when $2 = 'camera' and n % 3 = 0 then 0 else h.region end, h.region,
         $1 || '-' || $3 || lpad(n::text, 6, '0'),
         'SN' || $3 || (20260000 + n), case when $2 in ('earTag', 'beacon', 'gateway') then upper(regexp_replace(substr(md5($2 || n), 1, 12),
           '(..)(..)(..)(..)(..)(..)', '\\1:\\2:\\3:\\4:\\5:\\6')) end,
         case when $2 = 'collar' then '86' || lpad((1000000000000 + n)::text, 13, '0') end, m.id, $2, null, h.id,
         case when n % 8 = 0 then $7 else h.id end, case when n % 8 = 0 then 'leased' when n % 5 = 0 then 'subsidised' else 'bought' end,
         case when $2 in ('earTag', 'collar') then null else h.longitude + (n % 7 - 3) * 0.0006 end,
         case when $2 in ('earTag', 'collar') then null else h.latitude + (n % 5 - 2) * 0.0005 end, current_date - 200 + n % 150,
         case when $2 in ('gateway', 'collar') then current_date + (n * 37) % 400 - 5 end,
         case when $2 = 'camera' and n % 3 = 0 then 'parties' else 'jurisdiction' end, '2.' || n % 4 || '.1',
         case when n % 29 = 0 then 'idle' when n % 97 = 0 then 'repairing' else 'active' end,
         case when h.id = $8 and n % 6 = 0 then $9::bigint end
       from generate_series(1, $4::int) n
       join lateral (select u.id, u.region, u.lon as longitude, u.lat as latitude from unnest($5::bigint[],
         $6::bigint[], $10::float8[], $11::float8[])
         with ordinality u (id, region, lon, lat, at) where u.at = 1 + case when n % 2 = 1 then 0
           else (n / 2) % cardinality($5::bigint[]) end) h on true
       join device.device_model m on m.tenant_no = $1 and m.kind = $2`,
      [
        tenantNo,
        kind,
        letters[kind],
        counts[kind],
        holders.map((one) => one.id),
        holders.map((one) => one.region),
        units.get('iot1'),
        units.get('farm1'),
        units.get('bank1'),
        holders.map((one) => one.longitude),
        holders.map((one) => one.latitude),
      ],
    );
  await bindAnimals(tx, 'collar');
  await bindAnimals(tx, 'earTag');
  await bindPlaces(tx);
  await saveStates(tx);
  await saveHeard(tx);
}

/** The n-th device of a holder on its n-th animal; one tag was worn by two in turn. */
async function bindAnimals(tx: Tx, kind: 'collar' | 'earTag'): Promise<void> {
  await tx.query(
    `insert into device.device_binding (tenant_no, region_code, device_id, device_kind, target_kind, target_id,
      target_text, ear_tag, role, principal_id,
       owner_id, bank_id, from_at)
     select d.tenant_no, d.region_code, d.id, d.kind, 'animal', a.id, a.ear_tag, a.ear_tag, 'wears', d.principal_id,
       d.owner_id, d.bank_id,
       greatest(a.entry_on::timestamptz, now() - interval '180 days')
     from (select d.*, row_number() over (partition by principal_id order by id) as place from device.device d
       where d.tenant_no = $1 and d.kind = $2 and d.status = 'active') d
     join lateral (select a.id, a.ear_tag, a.entry_on, a.principal_id, row_number() over (partition by a.principal_id
         order by (a.ear_tag = '215050200000101') desc, a.id) as place
       from registry.animal a where a.tenant_no = $1 and a.principal_id = d.principal_id and a.status = 'inStock'
         and a.species = 'cattle' and a.voided_at is null) a
       on a.place = d.place`,
    [tx.scope.tenantNo, kind],
  );
  // One was worn by another animal of the same holder before.
  await tx.query(
    `insert into device.device_binding (tenant_no, region_code, device_id, device_kind, target_kind, target_id,
      target_text, ear_tag, role, principal_id,
       owner_id, from_at, to_at, end_reason)
     select b.tenant_no, b.region_code, b.device_id, b.device_kind, 'animal', a.id, a.ear_tag, a.ear_tag, 'wears',
       b.principal_id, b.owner_id,
       b.from_at - interval '60 days', b.from_at - interval '2 days', (array['dropped', 'broken', 'lowBattery', 'replaced'])[1 + b.id % 4]
     from (select * from device.device_binding where tenant_no = $1 and device_kind = $2 and to_at is null
       order by id limit 24) b
     join lateral (select a.id, a.ear_tag from registry.animal a where a.tenant_no = $1
       and a.principal_id = b.principal_id and a.voided_at is null
       and not exists (select 1 from device.device_binding o where o.tenant_no = $1 and o.target_id = a.id
         and o.device_kind = $2) order by a.id desc
       offset b.id % 5 limit 1) a on true
     where b.id = (select min(c.id) from device.device_binding c where c.tenant_no = $1 and c.device_kind = $2
       and c.principal_id = b.principal_id)`,
    [tx.scope.tenantNo, kind],
  );
  // What found no animal lies in the drawer; some of it was taken off and waits to be fetched.
  await tx.query(
    `update device.device d set status = 'idle', to_collect = d.id % 3 = 0 where d.tenant_no = $1 and d.kind = $2
      and d.status = 'active'
       and not exists (select 1 from device.device_binding b where b.tenant_no = d.tenant_no
         and b.device_id = d.id and b.to_at is null)`,
    [tx.scope.tenantNo, kind],
  );
}

/** Sensors, scales and cameras in houses, gateways too; beacons at gates. */
async function bindPlaces(tx: Tx): Promise<void> {
  await tx.query(
    `insert into device.device_binding (tenant_no, region_code, device_id, device_kind, target_kind, target_id,
      target_text, role, principal_id, owner_id,
       bank_id, from_at)
     select d.tenant_no, d.region_code, d.id, d.kind, 'hovel', h.id, h.name, 'placedAt', d.principal_id, d.owner_id,
       d.bank_id, now() - interval '190 days'
     from (select d.*, row_number() over (partition by principal_id, kind order by id) as place from device.device d
       where d.tenant_no = $1 and d.kind in ('envSensor', 'scale', 'camera', 'gateway', 'beacon')
         and d.status = 'active') d
     join lateral (select h.id, h.name, row_number() over (order by h.id) as place, count(*) over () as many
       from registry.hovel h
       where h.tenant_no = $1 and h.principal_id = d.principal_id) h on h.place = 1 + (d.place - 1) % h.many`,
    [tx.scope.tenantNo],
  );
}

async function saveStates(tx: Tx): Promise<void> {
  await tx.query(
    `insert into device.device_state (tenant_no, device_id, last_seen_at, last_event_at, boot, last_seq,
      silent_due_at, silent_told, battery_pct, battery_at,
       rssi, signal_pct, gateway_id, longitude, latitude, location_at, location_acc, location_source, values,
         reading_at, firmware, clock_skew, skew_since)
     select d.tenant_no, d.id, seen.at, seen.at, 1, 1000 + d.id % 500,
       seen.at + make_interval(secs => m.offline_after_seconds), true,
       case when d.kind in ('earTag', 'collar', 'beacon', 'gateway') then case when d.id % 17 = 0 then 6 + (d.id % 12)::int else 35 + (d.id % 65)::int end end, seen.at,
       case when d.kind = 'earTag' then -60 - (d.id % 30)::int end, case when d.kind in ('gateway', 'collar') then 40 + (d.id % 55)::int end,
       case when d.kind = 'earTag' then (select g.id from device.device g where g.tenant_no = d.tenant_no
         and g.kind = 'gateway'
         and g.principal_id = d.principal_id order by g.id limit 1) end,
       null, null, null, null, null,
       case d.kind when 'earTag' then jsonb_build_object('bodyTemp', 37.6 + (d.id % 14) / 10.0, 'activity', 30 + d.id % 60)
         when 'collar' then jsonb_build_object('activity', 30 + d.id % 70)
         when 'envSensor' then jsonb_build_object('temp', 12 + d.id % 9, 'hum', 55 + d.id % 25, 'nh3', 6 + d.id % 9, 'co2', 700 + d.id % 500, 'h2s', 1 + d.id % 3)
         else '{}'::jsonb end,
       seen.at, d.firmware, case when d.device_no like '%C000003' then -32400 else 0.4 end, now() - interval '3 hours'
     from device.device d join device.device_model m on m.id = d.model_id
     cross join lateral (select now() - case when d.id % 11 = 0 then interval '20 hours'
       else make_interval(secs => (d.id % 240)::int) end as at) seen
     where d.tenant_no = $1 and d.status = 'active' and d.kind <> 'camera'`,
    [tx.scope.tenantNo],
  );
}

/** Every gateway hears the tags of its holder, and some nobody has bound. */
async function saveHeard(tx: Tx): Promise<void> {
  await tx.query(
    `insert into device.tag_heard (tenant_no, region_code, principal_id, tag_no, gateway_id, device_id, last_at,
      rssi, times)
     select d.tenant_no, g.region_code, g.principal_id, d.device_no, g.id, d.id,
       now() - make_interval(mins => (d.id % 12)::int), -60 - (d.id % 30)::int, 40
     from device.device d join lateral (select g.* from device.device g where g.tenant_no = d.tenant_no
       and g.kind = 'gateway' and g.status = 'active'
       and g.principal_id = d.principal_id order by g.id limit 1) g on true
     where d.tenant_no = $1 and d.kind = 'earTag' and d.status in ('active', 'idle')
     union all
     select g.tenant_no, g.region_code, g.principal_id, 'X' || g.id || '-' || n, g.id, null,
       now() - make_interval(mins => n * 3), -80 - n, n
     from device.device g, generate_series(1, 3) n where g.tenant_no = $1 and g.kind = 'gateway'
       and g.status = 'active' and g.id % 2 = 0`,
    [tx.scope.tenantNo],
  );
}
