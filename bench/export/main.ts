// P11: a workbook of a million rows against COPY of the same columns, and what memory ten times the rows cost.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { databaseSettings, superuserLogin } from '#db/settings.ts';
import { startServer } from '../measure.ts';
import { writeSection } from '../section.ts';
import { openBenchWorld, tokenOf } from '../world.ts';

const { values } = parseArgs({
  args: process.argv.slice(3),
  options: {
    rows: { type: 'string', default: '1000000' },
    /** Writes its part of docs/performance.md. */
    write: { type: 'boolean', default: false },
  },
});
const say = (line: string) => console.error(line);
const settings = databaseSettings('mulian_bench_export');
const db = await openBenchWorld(settings, Number(values.rows), false, say);
// As one stream, which is what the job writes to disk: who waits for it is not measured.
await db.query(
  `insert into platform.sys_param (tenant_no, param_key, param_value) values (1505, 'export.syncRows', '1000000') on conflict (tenant_no, param_key) do update set param_value = excluded.param_value`,
);
const columns = {
  principalUnitName: 'principal_unit_name',
  principalUnitType: 'principal_unit_type',
  regionCode: 'region_code',
  address: 'address',
  contactName: 'contact_name',
  contactPhone: 'contact_phone_mask',
  scale: 'scale',
  status: 'status',
};

/** Households alone: with all the others there are more than a workbook is allowed. */
const kept = "principal_unit_type = 'household' and status <> 'merged'";

interface Taken {
  readonly rows: number;
  readonly seconds: number;
  readonly megabytes: number;
  /** Most memory of the server meanwhile, and how much it had before. */
  readonly peak: number;
}

const memoryOf = (pid: number) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;

/** A server of its own for each: what the one before left in memory is not this one's. */
async function workbook(county: number | null): Promise<Taken> {
  const server = await startServer(settings.database, null);
  const token = await tokenOf(db, 'tl_region');
  const lie = `${kept} and ${county ? 'region_code between $1::bigint and $1::bigint + 999999' : '$1::bigint is null'}`;
  const { rows: counted } = await db.query<{ n: number }>(
    `select count(*)::int as n from registry.principal where tenant_no = 1505 and ${lie}`,
    [county],
  );
  let peak = 0;
  const watch = setInterval(() => {
    peak = Math.max(peak, memoryOf(server.pid));
  }, 50);
  const started = performance.now();
  const response = await fetch(`http://127.0.0.1:${server.port}/api/pri/principal/info/export`, {
    method: 'POST',
    headers: { authorization: token, 'content-type': 'application/json' },
    body: JSON.stringify({
      columns: Object.keys(columns),
      filter: { principalUnitType: 'household', ...(county && { regionCode: county }) },
    }),
  });
  let bytes = 0;
  for await (const piece of response.body ?? []) bytes += piece.length;
  const seconds = (performance.now() - started) / 1000;
  clearInterval(watch);
  await server.stop();
  if (bytes < 100_000) throw new Error(`no workbook: ${response.status}`);
  return { rows: counted[0]?.n ?? 0, seconds, megabytes: bytes / 1e6, peak };
}

function copied(): number {
  const { host, port, user, password, database } = superuserLogin(settings, settings.database);
  const started = performance.now();
  const sql = `\\copy (select ${Object.values(columns).join(', ')} from registry.principal where tenant_no = 1505 and ${kept} order by id desc) to /dev/null csv`;
  execFileSync(
    'psql',
    ['-qX', '-h', String(host), '-p', String(port), '-U', String(user), '-c', sql, String(database)],
    {
      env: { ...process.env, PGPASSWORD: String(password ?? '') },
    },
  );
  return (performance.now() - started) / 1000;
}

const { rows: counties } = await db.query<{ code: number }>(
  `select (region_code / 1000000 * 1000000)::float8 as code from registry.principal where tenant_no = 1505 group by 1 order by abs(count(*) - $1::int / 10) limit 1`,
  [Number(values.rows)],
);
const few = await workbook(counties[0]?.code ?? 0);
say(`${few.rows} rows in ${few.seconds.toFixed(1)} s`);
const bare = Math.min(copied(), copied());
const many = await workbook(null);
say(`${many.rows} rows in ${many.seconds.toFixed(1)} s`);
await db.end();

const told = [few, many].map((one) => ({
  workbook: `${one.rows.toLocaleString('en-US')} rows, ${Object.keys(columns).length} columns`,
  seconds: Number(one.seconds.toFixed(1)),
  'rows a second': Math.round(one.rows / one.seconds),
  MB: Number(one.megabytes.toFixed(1)),
  'server at most, MB': Math.round(one.peak),
}));
const ratios = [
  {
    id: 'P11',
    measure: 'rows a second ÷ COPY csv',
    value: bare / many.seconds,
    budget: '≥ 0.08',
    kept: bare / many.seconds >= 0.08,
  },
  {
    id: 'P11',
    measure: 'memory, all rows ÷ a tenth',
    value: many.peak / few.peak,
    budget: '≤ 1.3',
    kept: many.peak / few.peak <= 1.3,
  },
].map((one) => ({ ...one, value: Number(one.value.toFixed(3)) }));
console.table(told);
console.table(ratios);
console.log(JSON.stringify({ copy: bare, told, ratios }));
if (values.write) writeSection('export', 'npm run bench -- export', [told, ratios]);
process.exit(0);
