// P12: rows of device messages that one ingest process stores, against bare inserts of the same rows; then the list, the map and a county's figures of 50,000 devices.
import { parseArgs } from 'node:util';
import type { Client } from 'pg';
import { appLogin, databaseSettings, piiKeys } from '#db/settings.ts';
import { Database } from '#kit/server/db/database.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import { provideKeys } from '#kit/server/pii/pii.ts';
import { Pace, takeBatch } from '#modules/device/server/ingest/batch.ts';
import { serverModules } from '#modules/index.server.ts';
import { loadWorld } from '../../demo/world.ts';
import { product, startServer } from '../measure.ts';
import { writeSection } from '../section.ts';
import { superuser, tokenOf } from '../world.ts';

const { values } = parseArgs({
  args: process.argv.slice(3),
  options: {
    devices: { type: 'string', default: '50000' },
    /** Messages of a batch, as ingest takes them from the stream at most. */
    batch: { type: 'string', default: '2000' },
    seconds: { type: 'string', default: '10' },
    rounds: { type: 'string', default: '3' },
    clients: { type: 'string', default: '4' },
    /** A demo world that is there and may be spoilt, instead of loading one. */
    world: { type: 'string' },
    /** Fails when a budget is missed. */
    gate: { type: 'boolean', default: false },
    /** Writes its part of docs/performance.md. */
    write: { type: 'boolean', default: false },
  },
});
const [devices, batch, seconds, rounds, clients] = [
  values.devices,
  values.batch,
  values.seconds,
  values.rounds,
  values.clients,
].map(Number) as [number, number, number, number, number];
const tenant = 1505;
const scope = systemScope(tenant, 'bench');
const settings = databaseSettings(values.world ?? 'mulian_bench_devices');
const today = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);
if (!values.world) await loadWorld(settings, { size: 'small', today, seed: 1505 }, () => {});
const db = await superuser(settings);
await addDevices(db);
provideKeys(piiKeys());
const database = new Database(appLogin(settings), { max: 2, statementSeconds: 60 });
for (const one of serverModules(database).modules) await one.start?.(database);

/** Collars over the households of the tenant, each heard once: near its holder's place where that is known, so that herds stand in their fences. */
async function addDevices(client: Client): Promise<void> {
  await client.query('set session_replication_role = replica; set synchronous_commit = off');
  await client.query(
    `with model as (select id from device.device_model where tenant_no = $1 and kind = 'collar' order by id limit 1),
       unit as (select id, region_code, longitude, latitude, row_number() over (order by id) as at, count(*) over () as n
         from registry.principal where tenant_no = $1 and status = 'active' and region_code % 1000 <> 0),
       made as (
         insert into device.device (tenant_no, region_code, home_region, device_no, model_id, kind, principal_id,
           owner_id, status)
         select $1, u.region_code, u.region_code, '1505-BENCH' || lpad(k::text, 7, '0'), m.id, 'collar', u.id, u.id, 'active'
         from generate_series(1, $2::int) k join unit u on u.at = 1 + k % u.n, model m
         returning id, tenant_no, principal_id)
     insert into device.device_state (tenant_no, device_id, last_seen_at, last_event_at, silent_due_at, longitude,
       latitude, location_at, battery_pct)
     select d.tenant_no, d.id, now(), now(), now() + interval '1 hour',
       coalesce(u.longitude + (d.id % 7) / 1e5, 119 + (d.id % 5000) / 1000.0),
       coalesce(u.latitude + (d.id % 5) / 1e5, 42 + (d.id % 3500) / 1000.0), now(), 20 + d.id % 80
     from made d join unit u on u.id = d.principal_id`,
    [tenant, devices],
  );
  await client.query('set session_replication_role = origin; reset synchronous_commit');
  for (const table of ['device', 'device_state']) await client.query(`vacuum (analyze) device.${table}`);
}

const { rows: numbers } = await db.query<{ id: string; no: string; lon: number; lat: number }>(
  `select d.id, d.device_no as no, s.longitude as lon, s.latitude as lat from device.device d
   join device.device_state s on s.device_id = d.id where d.device_no like '1505-BENCH%' order by md5(d.id::text)`,
);
let next = 0;
let seq = 0;
const boot = Math.floor(Date.now() / 1000);
/** One fix each of the next devices in turn, so that none speaks oftener than it may. */
const some = () =>
  Array.from({ length: batch }, () => {
    const one = numbers[next++ % numbers.length] as (typeof numbers)[number];
    seq += 1;
    const fix = { t: Math.floor(Date.now() / 1000), lon: one.lon + (seq % 50) / 1e5, lat: one.lat, acc: 6 };
    return { ...one, seq, fix };
  });
async function byProduct(until: number): Promise<number> {
  const pace = new Pace();
  let rows = 0;
  while (performance.now() < until) {
    const receivedAt = Date.now();
    const arrived = some().map(({ no, seq: n, fix }) => ({
      subject: `iot.${tenant}.up.${no}.pos`,
      text: JSON.stringify({ v: 1, boot, seq: n, at: receivedAt, d: [fix] }),
      receivedAt,
    }));
    const counts = await database.transaction(scope, (tx) => takeBatch(tx, arrived, pace));
    pace.keep();
    rows += counts.accepted;
  }
  return rows;
}
/** The same rows in statements of the same size, by a role no policy applies to. */
async function byHand(until: number): Promise<number> {
  let rows = 0;
  while (performance.now() < until) {
    const all = some();
    await db.query(
      `insert into device.device_position (tenant_no, region_code, principal_id, device_id, event_at, received_at, boot,
         seq, n, longitude, latitude, acc)
       select $1, 0, 1, u.device, now(), now(), $2, u.seq, 0, u.lon, u.lat, 6
       from unnest($3::bigint[], $4::bigint[], $5::float8[], $6::float8[]) u (device, seq, lon, lat)`,
      [
        tenant,
        boot,
        all.map((one) => one.id),
        all.map((one) => one.seq),
        all.map((one) => one.fix.lon),
        all.map((one) => one.fix.lat),
      ],
    );
    rows += all.length;
  }
  return rows;
}
const best = { product: 0, bare: 0 };
await byProduct(performance.now() + 2_000);
for (let round = 0; round < rounds; round += 1)
  for (const [name, work] of [
    ['product', byProduct],
    ['bare', byHand],
  ] as const) {
    const began = performance.now();
    const rows = await work(began + seconds * 1000);
    best[name] = Math.max(best[name], (rows * 1000) / (performance.now() - began));
  }
await database.close();
const share = best.product / best.bare;
const stored = [
  {
    [`${devices} devices, batches of ${batch}`]: 'rows a second',
    product: Math.round(best.product),
    bare: Math.round(best.bare),
    P12: Number(share.toFixed(3)),
    budget: 'at least 0.15, goal 0.25',
    kept: share >= 0.15,
  },
];
console.table(stored);

const server = await startServer(settings.database, null);
const token = await tokenOf(db, 'tl_region');
const pages: Readonly<Record<string, string>> = {
  'list, first page': '/api/anm/device/info/list?pageSize=20',
  'list, active collars': '/api/anm/device/info/list?pageSize=20&kind=collar&status=active',
  'map of the prefecture': '/api/anm/device/map?west=119&south=42&east=124&north=46&kinds=collar',
  'map of a township': '/api/anm/device/map?west=121&south=43&east=121.2&north=43.2',
  'figures by region': '/api/anm/device/stat',
  overview: '/api/anm/device/home/board',
};
const told = [];
for (const [page, path] of Object.entries(pages)) {
  const at = { db, server, token, path };
  await product({ ...at, seconds: 1, clients: 1 });
  const figure = await product({ ...at, seconds, clients });
  const mostMs = /list|map/.test(page) ? 300 : null;
  told.push({
    page,
    'requests/s': Number(figure.perSecond.toFixed(1)),
    'p50 ms': Math.round(figure.p50 ?? 0),
    'p95 ms': Math.round(figure.p95 ?? 0),
    budget: mostMs ?? '',
    kept: mostMs === null || (figure.p95 ?? 0) <= mostMs,
  });
}
await server.stop();
await db.end();
console.table(told);
if (values.write) writeSection('devices', 'npm run bench -- devices', [stored, told]);
if (values.gate && [...stored, ...told].some((one) => !one.kept)) process.exit(1);
