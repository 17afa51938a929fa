import { execFileSync } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from 'pg';
import sharp from 'sharp';
import { compose } from '#apps/server/compose.ts';
import { appLogin, piiKeys, root, stackEnvironment } from '#db/settings.ts';
import type { Database } from '#kit/server/db/database.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import { type KeyRing, provideKeys, unseal } from '#kit/server/pii/pii.ts';
import { reseal } from '#kit/server/pii/reseal.ts';
import { modules as contracts } from '#modules/index.contract.ts';
import { superuser, tokenOf } from '../bench/world.ts';
import { FaultProxy } from './fault-proxy.ts';
import { copyWorld, dropCopy, figure, forget, tenant } from './fixtures.ts';
import { killHard, natsPid, postmasterPid, raiseStack } from './own-stack.ts';
import { Program, pause } from './program.ts';
import { Report } from './report.ts';
import { creditCode } from './sheet-files.ts';
import { type Answer, send } from './wire.ts';

/** Goes on asking until it is as wanted; how long that took, or null. */
async function until(isSo: () => Promise<boolean>, seconds: number): Promise<number | null> {
  const began = performance.now();
  while (performance.now() - began < seconds * 1000) {
    if (await isSo().catch(() => false)) return (performance.now() - began) / 1000;
    await pause(200);
  }
  return null;
}

const words = ({ status, msg }: Answer) => `${status} ${msg}`;

class Calls {
  readonly report = new Report();
  readonly tokens: { region: string; admin: string; station: string };
  readonly receivers: readonly number[];
  readonly picture: Buffer;

  constructor(tokens: Calls['tokens'], receivers: readonly number[], picture: Buffer) {
    this.tokens = tokens;
    this.receivers = receivers;
    this.picture = picture;
  }

  list = ({ port }: Program) => send(port, { path: 'pri/principal/info/list?pageSize=5', token: this.tokens.region });

  notice = ({ port }: Program) =>
    send(port, {
      path: 'sys/notice/content/add',
      token: this.tokens.admin,
      key: randomUUID(),
      body: {
        type: 'notice',
        level: 'normal',
        title: `演练 ${randomUUID()}`,
        content: '<p>请阅</p>',
        attachments: [],
        needReceipt: false,
        audience: { userIds: this.receivers },
      },
    });

  publish = (program: Program, { data }: Answer) =>
    send(program.port, {
      path: 'sys/notice/content/transition',
      token: this.tokens.admin,
      key: randomUUID(),
      body: { id: data?.id, version: data?.version, name: 'publish' },
    });

  upload = ({ port }: Program, bytes = this.picture) =>
    send(port, {
      path: 'sys/file/upload',
      token: this.tokens.region,
      body: { bizType: 'registry.principal' },
      file: { bytes, name: 'door.png' },
    });

  farm = ({ port }: Program, name: string, phone: string) =>
    send(port, {
      path: 'pri/principal/info/add',
      token: this.tokens.region,
      key: randomUUID(),
      body: {
        principalUnitType: 'farm',
        principalUnitName: name,
        principalLevel: 5,
        regionCode: 150521101200,
        address: null,
        location: null,
        parentId: null,
        contactName: '轮换',
        contactPhone: phone,
        contactIdCard: null,
        bankAccountNo: null,
        creditCode: creditCode(8, Number(phone.slice(-4))),
        speciesKept: ['cattle'],
        scale: 'retail',
        householdMark: null,
        remark: null,
        ignoreSimilar: true,
      },
    });

  /** Back without anybody's help, within ten seconds. */
  async recovers(what: string, isSo: () => Promise<boolean>): Promise<void> {
    const took = await until(isSo, 60);
    this.report.add(
      `${what}: back by itself after`,
      took === null ? 'never' : `${took.toFixed(1)} s`,
      '≤ 10 s',
      took !== null && took <= 10,
    );
  }
}

/** T11: what each part's absence takes away, what people are told meanwhile, and that it comes back by itself. */
export async function drillDegrade(): Promise<Report> {
  await raiseStack('--with-s3');
  const copy = await copyWorld('degrade');
  const { settings } = copy;
  const folder = mkdtempSync(join(tmpdir(), 'mulian-drill-'));
  const base = { MULIAN_DB: settings.database, MULIAN_LOG: 'silent' };
  const receivers = (
    await copy.db.query<{ id: number }>(
      `select id::float8 as id from platform.sys_user where tenant_no = $1 and status = 'active' order by id limit 5`,
      [tenant],
    )
  ).rows.map((row) => row.id);
  const picture = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#5a8c3c' } })
    .png()
    .toBuffer();
  const calls = new Calls(
    {
      region: await tokenOf(copy.db, 'tl_region'),
      admin: await tokenOf(copy.db, 'tl_admin'),
      station: await tokenOf(copy.db, 'kzzq_station'),
    },
    receivers,
    picture,
  );
  await copy.db.end();
  const faultProxy = await FaultProxy.open(new URL(stackEnvironment().MULIAN_S3_ENDPOINT ?? ''));
  const programs: Program[] = [];
  const start = async (environment: NodeJS.ProcessEnv) => {
    const program = await Program.start('api', { ...base, ...environment }, 'pipe');
    programs.push(program);
    return program;
  };
  const query = async <T>(work: (db: Client) => Promise<T>): Promise<T> => {
    const db = await superuser(settings);
    try {
      return await work(db);
    } finally {
      await db.end();
    }
  };
  const small = join(folder, 'small');
  const isMounted = mountSmall(small);
  try {
    const old = piiKeys();
    const first = [...old.keys].map(([id, bytes]) => `${id}:${bytes.toString('base64')}`).join();
    const fresh = randomBytes(32);
    const second = `k2:${fresh.toString('base64')}`;
    // Whoever may meet a value sealed under the new key must know it before anybody writes with it.
    const plain = await start({
      MULIAN_FILES: 's3',
      MULIAN_S3_ENDPOINT: faultProxy.url,
      MULIAN_PII_KEYS: `${second},${first}`,
    });
    await withoutNats(calls, plain, query);
    await withoutStore(calls, plain, faultProxy);
    await withoutDatabase(calls, plain);
    const ahead = await start({
      MULIAN_FILES: 'disk',
      MULIAN_FILES_FOLDER: join(small, 'files'),
      MULIAN_PII_KEYS: `${first},${second}`,
      NODE_OPTIONS: clockOff(folder, 10),
    });
    if (isMounted) await fullDisk(calls, ahead, small);
    else calls.report.add('disk full', 'left out', 'root may mount a small disk, others may not', true);
    await clock(calls, ahead, 10);
    const rings = {
      both: { keys: new Map([...old.keys, ['k2', fresh]]), search: old.search },
      alone: { keys: new Map([['k2', fresh]]), search: old.search },
    };
    // Which table each resource lies in is known to a program that was put together.
    const running = await compose({
      login: appLogin(settings),
      root,
      pool: 2,
      files: { driver: 'disk', folder: join(folder, 'none') },
    });
    const rotated = await rotate(calls, { plain, ahead }, running.database, rings);
    await running.close();
    provideKeys(old);
    const behind = await start({
      MULIAN_PII_KEYS: second,
      MULIAN_FILES_FOLDER: join(folder, 'files'),
      NODE_OPTIONS: clockOff(folder, -10),
    });
    await clock(calls, behind, -10);
    provideKeys(rings.alone);
    const stored = await query((db) =>
      db.query<{ id: number; sealed: string }>(
        'select id::float8 as id, contact_phone_enc as sealed from registry.principal where id = any ($1)',
        [[...rotated.keys()]],
      ),
    );
    const told = stored.rows.map(({ id, sealed }) => unseal(sealed, tenant) === rotated.get(id));
    provideKeys(old);
    calls.report.add(
      'keys: values read under the new key alone',
      told.filter(Boolean).length,
      `${rotated.size}, of 36 written`,
      rotated.size === 36 && told.every(Boolean),
    );
  } finally {
    await Promise.all(programs.filter((one) => one.isAlive).map((one) => one.stop()));
    await faultProxy.close();
    if (isMounted) execFileSync('umount', ['-l', small]);
    forget(folder);
    await dropCopy({ settings, db: await superuser(settings) });
  }
  calls.report.add('processes that fell', programs.filter((one) => one.said.includes('Node.js v')).length, 0);
  return calls.report;
}

type Query = <T>(work: (db: Client) => Promise<T>) => Promise<T>;

async function withoutNats(calls: Calls, program: Program, query: Query): Promise<void> {
  const state = async () => {
    const answer = await fetch(`http://127.0.0.1:${program.port}/health/ready`);
    const { events } = (await answer.json()) as { events: string };
    return { status: answer.status, events };
  };
  await until(async () => (await state()).events === 'up', 30);
  killHard(natsPid());
  await until(async () => (await state()).events === 'away', 15);
  const notice = await calls.notice(program);
  const published = await calls.publish(program, notice);
  const now = await state();
  calls.report.add(
    'NATS away: readiness, a list, a publication',
    `${now.status} ${now.events}, ${(await calls.list(program)).code}, ${published.code}`,
    '200 away, 200, 200',
  );
  const unsent = () =>
    query((db) =>
      figure(
        db,
        'select (select last - sent from kit.event_cursor) + (select count(*) from kit.outbox where position is null)',
      ),
    );
  const waiting = await unsent();
  calls.report.add('NATS away, control: events that wait in the database', waiting, '> 0', waiting > 0);
  await raiseStack('--with-s3');
  await calls.recovers('NATS, all events sent', async () => (await unsent()) === 0);
}

async function withoutStore(calls: Calls, program: Program, faultProxy: FaultProxy): Promise<void> {
  const before = await calls.upload(program);
  await faultProxy.shut();
  const away = await calls.upload(program);
  calls.report.add(
    'object store away: an upload before, and now',
    `${before.code}, ${words(away)}`,
    '200, 503 with its words',
    before.code === 200 && away.status === 503,
  );
  calls.report.add(
    'object store away: a list, a change',
    `${(await calls.list(program)).code}, ${(await calls.notice(program)).code}`,
    '200, 200',
  );
  await faultProxy.reopen();
  await calls.recovers('object store, an upload', async () => (await calls.upload(program)).code === 200);
}

async function withoutDatabase(calls: Calls, program: Program): Promise<void> {
  killHard(postmasterPid());
  await pause(500);
  const answer = await calls.notice(program);
  const live = await fetch(`http://127.0.0.1:${program.port}/health/live`);
  const ready = await fetch(`http://127.0.0.1:${program.port}/health/ready`);
  calls.report.add(
    'database away: a change; alive, ready',
    `${words(answer)}; ${live.status}, ${ready.status}`,
    '503 with its words; 200, 503',
    answer.status === 503 && live.status === 200 && ready.status === 503,
  );
  await raiseStack('--with-s3');
  await calls.recovers('database, a change', async () => (await calls.notice(program)).code === 200);
}

/** A disk of four megabytes; false where it may not be mounted. */
export function mountSmall(path: string): boolean {
  try {
    execFileSync('mkdir', ['-p', path]);
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=4m', 'tmpfs', path], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

async function fullDisk(calls: Calls, program: Program, small: string): Promise<void> {
  const before = await calls.upload(program);
  const filler = join(small, 'filler');
  try {
    writeFileSync(filler, Buffer.alloc(8 * 1024 * 1024));
  } catch {
    // As much as there was room for.
  }
  const noise = await sharp(randomBytes(200 * 200 * 3), { raw: { width: 200, height: 200, channels: 3 } })
    .png()
    .toBuffer();
  const full = await calls.upload(program, noise);
  calls.report.add(
    'disk of files full: an upload before, and now',
    `${before.code}, ${words(full)}`,
    '200, 503 with its words',
    before.code === 200 && full.status === 503,
  );
  calls.report.add(
    'disk of files full: a list, a change',
    `${(await calls.list(program)).code}, ${(await calls.notice(program)).code}`,
    '200, 200',
  );
  forget(filler);
  await calls.recovers('disk of files, an upload', async () => (await calls.upload(program, noise)).code === 200);
}

/** A clock that is wrong in this process alone; the database's stays right. */
function clockOff(folder: string, minutes: number): string {
  const path = join(folder, `clock${minutes}.mjs`);
  writeFileSync(
    path,
    `const Right = Date; const off = ${minutes * 60_000};
globalThis.Date = class extends Right {
  constructor(...given) { if (given.length === 0) super(Right.now() + off); else super(...given); }
  static now() { return Right.now() + off; }
};\n`,
  );
  return `--import ${path}`;
}

async function clock(calls: Calls, program: Program, minutes: number): Promise<void> {
  const name = `clock ${minutes > 0 ? '+' : '−'}${Math.abs(minutes)} min`;
  const notice = await calls.notice(program);
  const published = await calls.publish(program, notice);
  const file = await calls.upload(program);
  calls.report.add(
    `${name}: a list, a change, a publication, an upload`,
    `${(await calls.list(program)).code}, ${notice.code}, ${published.code}, ${file.code}`,
    '200, 200, 200, 200',
  );
  // The link's end is counted by the server's own clock.
  const link = await send(program.port, { path: `sys/file/link/${file.data?.fileId}`, token: calls.tokens.region });
  const ends = Number(/[?&]e=(\d+)/.exec(String(link.data?.url))?.[1]);
  const off = Math.round((ends - 600 - Date.now() / 1000) / 60);
  calls.report.add(`${name}, control: what its clock shows, minutes`, off, minutes);
}

interface Rings {
  readonly both: KeyRing;
  readonly alone: KeyRing;
}

/** New key beside the old one, everything sealed anew while both servers write, then the old key goes. */
async function rotate(
  calls: Calls,
  servers: { plain: Program; ahead: Program },
  pool: Database,
  { both, alone }: Rings,
): Promise<Map<number, string>> {
  const rows = new Map<number, string>();
  let failed = 0;
  const write = async (program: Program, from: number) => {
    for (let n = 0; n < 12; n += 1) {
      const phone = `1384750${String(from + n).padStart(4, '0')}`;
      const answer = await calls.farm(program, `轮换${from + n}`, phone);
      if (answer.code === 200) rows.set(answer.data.id, phone);
      else {
        failed += 1;
        if (failed === 1) console.error(`        ${words(answer)} ${JSON.stringify(answer.errors)}`);
      }
    }
  };
  await write(servers.plain, 1000);
  const [[old]] = await pool.read<[{ sealed: string }]>(systemScope(tenant, 'keys'), {
    text: 'select contact_phone_enc as sealed from registry.principal where id = $1',
    values: [[...rows.keys()][0]],
  });
  provideKeys(alone);
  let isBlind = false;
  try {
    unseal(old?.sealed ?? '', tenant);
  } catch {
    isBlind = true;
  }
  calls.report.add('keys, control: an old value under the new key alone', isBlind ? 'not read' : 'read', 'not read');
  provideKeys(both);
  const resources = contracts.flatMap((one) => one.resources);
  const [moved] = await Promise.all([
    reseal(pool, tenant, resources),
    write(servers.plain, 2000),
    write(servers.ahead, 3000),
  ]);
  calls.report.add(
    'keys: changes refused while everything was sealed anew',
    failed,
    `0; ${moved} values sealed anew`,
    failed === 0 && moved > 0,
  );
  // What the server that still wrote with the old key wrote at the last moment.
  await servers.plain.stop();
  await reseal(pool, tenant, resources);
  return rows;
}
