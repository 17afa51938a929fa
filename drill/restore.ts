import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { appendFileSync, existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { appLogin, stackEnvironment, superuserLogin } from '#db/settings.ts';
import { Database } from '#kit/server/db/database.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import { readChain } from '#modules/registry/server/animal/life/animal-event.ts';
import { tokenOf } from '../bench/world.ts';
import { ledgerDifferences } from './crash-check.ts';
import { copyWorld, dropCopy, figure, forget, tenant } from './fixtures.ts';
import { addNightly } from './nightly.ts';
import { clusterFolder } from './own-stack.ts';
import { freePort, Tools } from './postgres-tools.ts';
import { Program, pause } from './program.ts';
import { Report } from './report.ts';
import { different, sums } from './sums.ts';
import { send } from './wire.ts';

/** T10b: the nightly backup comes back, and a base backup with the log of what came after brings back the minute before a mistake. */
export async function drillRestore({ writes }: { writes: number }): Promise<Report> {
  const report = new Report();
  const { settings, db } = await copyWorld('restore');
  const tools = new Tools(settings);
  const home = join(stackEnvironment().MULIAN_PG_HOME ?? '', 'restore');
  const [archive, restored] = [join(home, 'wal'), join(home, 'pg')];
  forget(home);
  execFileSync('install', ['-d', '-m', '700', home]);
  execFileSync('chown', ['--reference', clusterFolder(), home]);
  tools.run('/bin/mkdir', '-p', archive);
  const where = ['-h', settings.host, '-p', String(settings.port), '-U', settings.superuser];
  const receiver = tools.start('pg_receivewal', ...where, '-D', archive, '--synchronous');
  const api = await Program.start('api', { MULIAN_DB: settings.database, MULIAN_LOG: 'silent' });
  let other: Program | undefined;
  let isUp = false;
  try {
    await addNightly(report, settings, db);
    let began = performance.now();
    tools.run('pg_basebackup', ...where, '-D', restored, '-c', 'fast', '-X', 'none');
    report.add('base backup of a running database', seconds(began), 'told only', true);
    const token = await tokenOf(db, 'tl_admin');
    const before = await write(api.port, token, '误删之前', writes);
    const then = await sums(db);
    const { rows } = await db.query<{ now: string }>('select clock_timestamp()::text as now');
    const moment = rows[0]?.now ?? '';
    await pause(1_500);
    await db.query(`delete from platform.sys_notice where title like '误删之前%'`);
    await db.query('truncate registry.animal_photo cascade');
    await db.query('update registry.animal set breed = $1 where tenant_no = $2', ['angus', tenant]);
    const after = await write(api.port, token, '误删之后', 10);
    const now = await sums(db);
    report.add(
      'control: tables the mistake changed',
      different(then, now).length,
      '> 0',
      different(then, now).length > 0,
    );
    await db.query('select pg_switch_wal()');
    await pause(2_000);
    const segments = readdirSync(archive).filter((name) => !name.endsWith('.partial')).length;
    report.add('segments of the log kept meanwhile', segments, '≥ 1', segments >= 1);
    began = performance.now();
    const port = await freePort();
    appendFileSync(
      join(restored, 'postgresql.auto.conf'),
      `\nport = ${port}\nlisten_addresses = '127.0.0.1'\nunix_socket_directories = ''\nshared_buffers = '256MB'\nrestore_command = 'cp ${archive}/%f %p'\nrecovery_target_time = '${moment}'\nrecovery_target_action = 'promote'\n`,
    );
    writeFileSync(join(restored, 'recovery.signal'), '');
    execFileSync('chown', ['-R', '--reference', clusterFolder(), restored]);
    tools.run('pg_ctl', 'start', '-w', '-t', '200', '-s', '-D', restored, '-l', join(home, 'log'));
    isUp = true;
    const there = { ...settings, port };
    const mine = new Client(superuserLogin(there));
    await mine.connect();
    for (let turn = 0; turn < 100; turn += 1) {
      if ((await figure(mine, 'select pg_is_in_recovery()::int')) === 0) break;
      await pause(100);
    }
    report.add('restored into another cluster to the moment before', seconds(began), 'told only', true);
    const titles = async (word: string) =>
      figure(mine, 'select count(*) from platform.sys_notice where title like $1', [`${word}%`]);
    report.add('acknowledged before the moment, and there', await titles('误删之前'), before);
    report.add(
      'acknowledged after it, and there',
      await titles('误删之后'),
      `0 of ${after}`,
      (await titles('误删之后')) === 0,
    );
    const differ = different(then, await sums(mine));
    report.add(`tables that differ from the moment, of ${then.size}`, differ.length, 0);
    if (differ.length > 0) console.error(`        ${differ.join(', ')}`);
    other = await Program.start('api', {
      MULIAN_DB: settings.database,
      MULIAN_PG_HOST: '127.0.0.1',
      MULIAN_PG_PORT: String(port),
      MULIAN_NATS_SPACE: 'drill_restored',
      MULIAN_LOG: 'silent',
    });
    const list = await send(other.port, { path: 'sys/notice/content/list?pageSize=5', token });
    report.add(
      'the product on it: a list, a change',
      `${list.code}, ${await write(other.port, token, '恢复之后', 1)}`,
      '200, 1',
    );
    const database = new Database(appLogin(there), { max: 2 });
    report.add(
      'stock ledger: stores and lots whose entries differ from the balance',
      await ledgerDifferences(database),
      0,
    );
    const { rows: animals } = await mine.query<{ id: number }>(
      'select id::float8 as id from registry.animal where tenant_no = $1 order by id limit 300',
      [tenant],
    );
    const broken = await database.transaction(systemScope(tenant, 'drill'), async (tx) => {
      let n = 0;
      for (const { id } of animals) if (!(await readChain(tx, id)).ok) n += 1;
      return n;
    });
    report.add('lives that do not verify', broken, `0 of ${animals.length}`, broken === 0 && animals.length > 0);
    await database.close();
    await mine.end();
  } finally {
    receiver.kill('SIGTERM');
    await api.stop();
    await other?.stop();
    if (isUp || existsSync(join(restored, 'postmaster.pid')))
      tools.run('pg_ctl', 'stop', '-w', '-s', '-m', 'immediate', '-D', restored);
    forget(home);
    await dropCopy({ settings, db });
  }
  return report;
}

const seconds = (began: number) => `${((performance.now() - began) / 1000).toFixed(1)} s`;

/** So many notices one after the other; how many were acknowledged. */
async function write(port: number, token: string, word: string, count: number): Promise<number> {
  let acked = 0;
  for (let n = 0; n < count; n += 1) {
    const answer = await send(port, {
      path: 'sys/notice/content/add',
      token,
      key: randomUUID(),
      body: {
        type: 'notice',
        level: 'normal',
        title: `${word}${n}`,
        content: '<p>请阅</p>',
        attachments: [],
        needReceipt: false,
        audience: { all: true },
      },
    });
    if (answer.code === 200) acked += 1;
  }
  return acked;
}
