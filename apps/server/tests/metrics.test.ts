import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { readConfig } from '#apps/server/config.ts';
import { Listener } from '#apps/server/testing/listener.ts';
import { OwnNats } from '#apps/server/testing/nats.ts';
import { until } from '#apps/server/testing/until.ts';
import { openWorld, type World } from '#apps/server/testing/world.ts';
import { appLogin, databaseSettings, root } from '#db/settings.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import { publish } from '#kit/server/events/outbox.ts';
import { compose, type Running } from '../compose.ts';

let world: World;
let nats: OwnNats;
let running: Running;
let folder = '';
let address = '';
beforeAll(async () => {
  world = await openWorld();
  nats = await OwnNats.prepare();
  await nats.start();
  folder = await mkdtemp(join(tmpdir(), 'mulian-metrics-'));
  running = await compose({
    login: appLogin(databaseSettings(world.name)),
    root,
    pool: 4,
    bus: { url: nats.url },
    files: { driver: 'disk', folder },
    metrics: { host: '127.0.0.1', port: 0 },
  });
  address = await running.app.listen({ host: '127.0.0.1', port: 0 });
}, 60_000);
afterAll(async () => {
  await running.close();
  await nats.remove();
  await world.close();
  await rm(folder, { recursive: true, force: true });
});

/** Samples by name with labels, as Prometheus would take them. */
async function told(): Promise<Map<string, number>> {
  const answer = await fetch(running.metrics ?? '');
  expect(answer.headers.get('content-type')).toContain('text/plain');
  const lines = (await answer.text()).split('\n').filter((line) => line && !line.startsWith('#'));
  return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]));
}
const value = async (name: string) => (await told()).get(name);
const ask = (path: string, token: string) => fetch(`${address}/api/${path}`, { headers: { authorization: token } });

describe('metrics', () => {
  it('count requests and their time by class of route, and leave streams out of the time', async () => {
    const { token } = await world.as('tl_admin');
    const before = await told();
    await ask('sys/notice/content/list', token);
    await ask('sys/notice/content/list', token);
    expect((await fetch(`${address}/api/sys/notice/content/list`)).status).toBe(401);
    const listener = await Listener.open(address, token);
    await until(async () => (await value('mulian_push_streams')) === 1);
    listener.cut();
    await until(async () => (await value('mulian_http_requests_total{class="stream",status="200"}')) === 1);
    const after = await told();
    const more = (name: string) => (after.get(name) ?? 0) - (before.get(name) ?? 0);
    expect(more('mulian_http_requests_total{class="list",status="200"}')).toBe(2);
    expect(more('mulian_http_requests_total{class="list",status="401"}')).toBe(1);
    expect(more('mulian_http_request_seconds_count{class="list"}')).toBe(3);
    expect([...after.keys()].filter((name) => /seconds.*stream/.test(name))).toEqual([]);
    expect(after.get('mulian_push_streams')).toBe(0);
  });

  it('tell connections, the process and its disks', async () => {
    const now = await told();
    expect(now.get('mulian_database_up')).toBe(1);
    expect(now.get('mulian_pool_connections{state="max"}')).toBe(4);
    expect(now.get('process_resident_memory_bytes')).toBeGreaterThan(10_000_000);
    expect(now.get('mulian_disk_used_ratio{folder="files"}')).toBeGreaterThan(0);
    expect(now.get('mulian_disk_used_ratio{folder="files"}')).toBeLessThanOrEqual(1);
  });

  it('count refused logins and no others', async () => {
    const sum = async () =>
      [...(await told())]
        .filter(([name]) => name.startsWith('mulian_failed_logins_total'))
        .reduce((n, [, m]) => n + m, 0);
    const before = await sum();
    await world.login('tl_admin');
    expect(await sum()).toBe(before);
    await world.login('nobody_at_all', 'x');
    expect(await value('mulian_failed_logins_total{reason="wrongPassword"}')).toBeGreaterThan(0);
    expect(await sum()).toBe(before + 1);
  });

  it('tell how many events wait and since when, while NATS is away, and none once it is back', async () => {
    await until(async () => (await value('mulian_events_up')) === 1);
    await until(async () => (await value('mulian_outbox_waiting')) === 0);
    await nats.kill();
    await until(async () => (await value('mulian_events_up')) === 0);
    for (let n = 0; n < 3; n += 1)
      await running.database.transaction(systemScope(1505, 'test'), (tx) => publish(tx, 'test.metrics', { kind: 'x' }));
    await until(async () => ((await value('mulian_outbox_age_seconds')) ?? 0) > 0.5);
    expect(await value('mulian_outbox_waiting')).toBe(3);
    await nats.start();
    await until(async () => (await value('mulian_outbox_waiting')) === 0);
    expect(await value('mulian_outbox_age_seconds')).toBe(0);
  }, 60_000);

  it('tell what was not folded, which jobs wait, and how old the backup is', async () => {
    const before = await told();
    await world.sql(`insert into kit.rollup_delta (tenant_no, name, region_code, keys, day, n)
      select 1505, 'test.metrics', 150521101200, '{}', '2026-10-15', 1 from generate_series(1, 7)`);
    await world.sql(
      `insert into pgboss.job (name, data, created_on) values ('job', '{}', now() - interval '5 minutes')`,
    );
    const after = await told();
    const more = (name: string) => (after.get(name) ?? 0) - (before.get(name) ?? 0);
    expect(more('mulian_rollup_backlog_rows')).toBe(7);
    expect(more('mulian_jobs{state="waiting"}')).toBe(1);
    expect(after.get('mulian_job_wait_seconds')).toBeGreaterThanOrEqual(300);
    await world.sql(`insert into platform.sys_backup (place, finished_at) values ('x', now() - interval '2 days')`);
    expect(await value('mulian_backup_age_seconds')).toBeCloseTo(172_800, -2);
  });

  it('tell that the database is away, and none of its old figures', async () => {
    await world.sql(`alter database ${world.name} connection limit 0`);
    await world.sql(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and pid <> pg_backend_pid()',
      [world.name],
    );
    try {
      const now = await told();
      expect(now.get('mulian_database_up')).toBe(0);
      expect([...now.keys()].filter((name) => /outbox|rollup|mulian_jobs|backup/.test(name))).toEqual([]);
    } finally {
      await world.sql(`alter database ${world.name} connection limit -1`);
    }
    await until(async () => (await value('mulian_database_up')) === 1);
  }, 30_000);

  it('are told at their port and nowhere else: not by the API, not under another path, not unless a port is set', async () => {
    expect((await fetch(`${address}/metrics`)).status).toBe(404);
    expect((await fetch(new URL('/', running.metrics ?? ''))).status).toBe(404);
    expect(world.metrics).toBeNull();
    expect(readConfig({}).metrics).toBeUndefined();
    const at = (role: string) => readConfig({ MULIAN_METRICS_PORT: '9300', MULIAN_ROLE: role }).metrics;
    expect(['all', 'api', 'worker', 'ingest'].map((role) => at(role))).toEqual(
      [9300, 9300, 9301, 9302].map((port) => ({ host: '127.0.0.1', port })),
    );
  });
});

describe('what watches the installation', () => {
  const at = (file: string) => readFileSync(join(root, file), 'utf8');
  const alerts: { alert: string; expr: string }[] = parse(at('deploy/prometheus/alerts.yml')).groups[0].rules;
  const panels: { targets: { expr: string }[] }[] = JSON.parse(at('deploy/grafana/mulian.json')).panels;
  const asked = [...alerts.map((one) => one.expr), ...panels.flatMap((one) => one.targets.map(({ expr }) => expr))];
  /** Names and labels of an expression that the program does not tell. */
  const untold = (text: string, expr: string): string[] =>
    [...expr.matchAll(/\b((?:mulian|process|nodejs)_\w+)(?:\{([^}]*)\})?/g)].flatMap(([, name = '', labels = '']) => {
      const type = new RegExp(`^# TYPE (${name}|${name.replace(/_(bucket|sum|count)$/, '')}) (\\w+)$`, 'm').exec(text);
      if (!type || (type[1] !== name && type[2] !== 'histogram')) return [name];
      const samples = text.split('\n').filter((line) => line.startsWith(name));
      return [...labels.matchAll(/(\w+)(=~?)"([^"]*)"/g)].flatMap(([, label, how, wanted]) => {
        const isPattern = how === '=~';
        const seen = samples.some((line) => isPattern || line.includes(`${label}="${wanted}"`));
        return seen && samples.some((line) => line.includes(`${label}="`)) ? [] : [`${name}{${label}}`];
      });
    });

  it('asks only for metrics and labels that the program tells', async () => {
    const text = await (await fetch(running.metrics ?? '')).text();
    expect(asked.length).toBeGreaterThan(25);
    expect(asked.flatMap((expr) => untold(text, expr))).toEqual([]);
    const wrong = ['mulian_gone', 'process_gone_bytes', 'mulian_pool_connections{state="gone"}', 'mulian_jobs_bucket'];
    expect(wrong.filter((expr) => untold(text, expr).length === 0)).toEqual([]);
  });

  it('says for each alert what it means and what to do', () => {
    const chapters = [...at('docs/operate/monitor.md').matchAll(/^### (\w+)\n(.+)$/gm)];
    expect(alerts.map((one) => one.alert).sort()).toEqual(chapters.map(([, name]) => name).sort());
  });

  it('reads at the ports where the processes tell', () => {
    const [{ static_configs: all }] = parse(at('deploy/prometheus/prometheus.yml')).scrape_configs;
    for (const { targets, labels } of all) {
      const { port } = readConfig({ MULIAN_METRICS_PORT: '9300', MULIAN_ROLE: labels.role }).metrics ?? {};
      expect(targets).toEqual([`127.0.0.1:${port}`]);
    }
  });
});
