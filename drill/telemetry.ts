import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from 'pg';
import { readBroker } from '#apps/server/config.ts';
import { appLogin, type DatabaseSettings, dataFolder, root, stackEnvironment } from '#db/settings.ts';
import { Database } from '#kit/server/db/database.ts';
import { type BrokerSettings, type DeviceBroker, provideBroker } from '#modules/device/server/index.ts';
import { prepareTargets } from '#tools/simulate/prepare.ts';
import { SimDevice } from '#tools/simulate/sim-device.ts';
import { copyWorld, dropCopy, figure } from './fixtures.ts';
import { killHard, postmasterPid, raiseStack } from './own-stack.ts';
import { pause } from './program.ts';
import { Report } from './report.ts';

export interface TelemetryAsk {
  readonly seconds: number;
  readonly rate: number;
  /** Many enough that none speaks more often than its model may: what is more is refused, and no loss. */
  readonly devices: number;
  /** Of the broker, of ingest and of the database, each. */
  readonly kills: number;
  /** Seconds the database is away in a run of its own, while devices go on at 200 messages a second. */
  readonly away: number;
}

const brokerPid = () => Number(readFileSync(join(dataFolder, 'broker', 'broker.pid'), 'utf8'));

/** Real devices over MQTT and TLS while broker, ingest and database are killed in turn: what was acknowledged is stored, once. */
export async function drillTelemetry(ask: TelemetryAsk): Promise<Report> {
  const report = new Report();
  const whole = await play(ask, 'whole');
  report.add('messages acknowledged by the broker', whole.acknowledged, 'more than none', whole.acknowledged > 0);
  report.add('lost', whole.lost, 0);
  report.add('stored twice', whole.doubled, 0);
  report.add('kills of broker, ingest and database', whole.kills, ask.kills * 3);
  report.add('seconds until all was stored after the last message', whole.caughtUp, 'at most 30', whole.caughtUp <= 30);
  report.add('messages a second, sent', Math.round(whole.acknowledged / ask.seconds), `about ${ask.rate}`, true);
  const calm = whole.delays.filter((one) => one.at < (whole.killedAt[0] ?? Infinity) - 6).map((one) => one.seconds);
  report.add(
    `from the device to the row, p95 of ${calm.length} before the first kill, s`,
    at95(calm).toFixed(1),
    'at most 5',
    calm.length > 0 && at95(calm) <= 5,
  );
  const back = Math.max(...recoveries(whole));
  report.add(
    'after a kill, the last message that took more than 5 s came so many seconds later, at most',
    Math.round(back),
    'at most 30',
    back <= 30,
  );
  const away = await play({ ...ask, seconds: ask.away + 60, rate: Math.min(200, ask.rate), kills: 0 }, 'away');
  report.add(
    `messages sent while the database was away for ${ask.away} s, and around it`,
    away.acknowledged,
    'some',
    away.acknowledged > 0,
  );
  report.add('of them lost, stored twice', `${away.lost}, ${away.doubled}`, '0, 0');
  // Kills far enough apart that a new process has the dead one's lease and reads when the next one falls.
  const control = await play({ ...ask, seconds: Math.min(80, ask.seconds + 20), kills: 1 }, 'control');
  report.add('lost by the control, which acknowledges before the commit', control.lost, 'some', control.lost > 0);
  return report;
}

interface Played {
  acknowledged: number;
  lost: number;
  doubled: number;
  kills: number;
  caughtUp: number;
  /** Seconds from the broker's word to the row, one message at a time, by when the broker said so. */
  delays: { at: number; seconds: number }[];
  killedAt: number[];
}
/** How long after each kill a message was still late. */
const recoveries = ({ delays, killedAt }: Played): number[] =>
  killedAt.map((killed, n) => {
    const until = killedAt[n + 1] ?? Infinity;
    const late = delays.filter((one) => one.at >= killed && one.at < until && one.seconds > 5);
    return Math.max(0, ...late.map((one) => one.at - killed));
  });
const at95 = (all: readonly number[]): number => all.toSorted((a, b) => a - b)[Math.floor(all.length * 0.95)] ?? 0;

async function play(ask: TelemetryAsk, run: 'whole' | 'away' | 'control'): Promise<Played> {
  const ackFirst = run === 'control';
  const copy = await copyWorld(`telemetry_${run}`);
  const { settings, db: first } = copy;
  // The database is killed on purpose, and this connection with it.
  first.on('error', () => {});
  const broker = provideBroker(readBroker(stackEnvironment(), settings.database) as BrokerSettings) as DeviceBroker;
  const seat: { child?: ChildProcess } = {};
  const start = () => {
    seat.child = spawn(process.execPath, [join(root, 'drill/ingest-worker.ts'), ...(ackFirst ? ['--ack-first'] : [])], {
      env: { ...process.env, MULIAN_DB: settings.database },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  };
  const db: { now: Client } = { now: first };
  try {
    const targets = await targetsOf(settings, broker, ask.devices);
    await broker.ensureStream(1505);
    start();
    const where = { host: broker.settings.host, port: broker.settings.mqttPort, ca: broker.ca };
    const devices = targets.map((target) => ({ target, sim: new SimDevice(where, target) }));
    await Promise.all(devices.map(({ sim }) => sim.ready(60_000)));
    // From here on every acknowledged message is kept in mind, by device and number.
    const told = new Map<number, Set<number>>(targets.map((one) => [one.id, new Set()]));
    const sending: Promise<unknown>[] = [];
    let kills = 0;
    const began = Date.now();
    const quiet = (ask.seconds * 1000) / (ask.kills * 3 + 1);
    const probe: { last: { id: number; seq: number; at: number } | null } = { last: null };
    const delays: Played['delays'] = [];
    const killedAt: number[] = [];
    const ended = () => Date.now() - began > ask.seconds * 1000 - 6_000;
    const looking = (async () => {
      let asked: Client | null = null;
      for (let before = probe.last; run === 'whole' && !ended(); await pause(1_000)) {
        const one = probe.last;
        if (!one || one === before) continue;
        before = one;
        for (let found = 0; found === 0 && Date.now() - one.at < 60_000 && !ended(); ) {
          try {
            asked ??= await reopened(settings);
            const { rowCount } = await asked.query(
              'select 1 from device.device_position where tenant_no = 1505 and device_id = $1 and boot > 100000 and seq = $2 limit 1',
              [one.id, one.seq],
            );
            found = rowCount ?? 0;
          } catch {
            // Killed with its server: the next look has a connection of its own.
            asked = null;
          }
          if (found === 0) await pause(50);
        }
        if (!ended()) delays.push({ at: one.at / 1000, seconds: (Date.now() - one.at) / 1000 });
      }
      await asked?.end();
    })();
    const killing = (async () => {
      if (run === 'away') {
        await pause(20_000);
        killHard(postmasterPid());
        await pause(ask.away * 1000);
        await raiseStack();
        return;
      }
      const gap = quiet;
      for (let turn = 0; turn < ask.kills * 3; turn += 1) {
        await pause(gap);
        const which = turn % 3;
        if (which === 0) killHard(seat.child?.pid ?? 0);
        else if (which === 1 && !ackFirst) killHard(brokerPid());
        else if (which === 2 && !ackFirst) killHard(postmasterPid());
        else killHard(seat.child?.pid ?? 0);
        kills += 1;
        killedAt.push(Date.now() / 1000);
        await pause(300);
        await raiseStack();
        if (seat.child?.exitCode !== null || seat.child.signalCode !== null) start();
      }
    })();
    for (let n = 0; Date.now() - began < ask.seconds * 1000; n += 1) {
      const { target, sim } = devices[n % devices.length] as (typeof devices)[number];
      const { seq } = sim;
      const text = sim.compose([
        { t: Math.floor(Date.now() / 1000), lon: target.longitude + (n % 100) / 1e5, lat: target.latitude, acc: 8 },
      ]);
      sending.push(
        sim.send('pos', text).then(
          () => {
            told.get(target.id)?.add(seq);
            probe.last = { id: target.id, seq, at: Date.now() };
          },
          () => {},
        ),
      );
      const early = began + ((n + 1) / ask.rate) * 1000 - Date.now();
      if (early > 0) await pause(early);
    }
    await killing;
    await looking;
    await Promise.race([Promise.all(sending), pause(30_000)]);
    const stopped = Date.now();
    await Promise.all(devices.map(({ sim }) => sim.close()));
    db.now = await reopened(settings);
    const acknowledged = [...told.values()].reduce((sum, one) => sum + one.size, 0);
    const missing = async () => {
      const { rows } = await db.now.query<{ device: string; seqs: string[] }>(
        'select device_id as device, array_agg(seq) as seqs from device.device_position where device_id = any ($1) and boot > 100000 group by 1',
        [[...told.keys()]],
      );
      const stored = new Map(rows.map((row) => [Number(row.device), new Set(row.seqs.map(Number))]));
      let lost = 0;
      for (const [id, seqs] of told) for (const seq of seqs) if (!stored.get(id)?.has(seq)) lost += 1;
      return lost;
    };
    let lost = await missing();
    while (lost > 0 && Date.now() - stopped < 60_000) {
      await pause(1000);
      lost = await missing();
    }
    const caughtUp = Math.round((Date.now() - stopped) / 1000);
    const doubled = await figure(
      db.now,
      'select count(*) from (select 1 from device.device_position where boot > 100000 group by device_id, boot, seq, n having count(*) > 1) d',
    );
    return { acknowledged, lost, doubled, kills, caughtUp, delays, killedAt };
  } finally {
    if (seat.child) killHard(seat.child.pid ?? 0);
    await broker.close();
    await dropCopy({ settings, db: db.now });
  }
}

async function targetsOf(settings: DatabaseSettings, broker: DeviceBroker, devices: number) {
  const database = new Database(appLogin(settings), { max: 2, statementSeconds: 60 });
  const found = await prepareTargets(database, broker, { tenantNo: 1505, devices, kinds: ['collar'] });
  await database.close();
  return found;
}

/** The database was killed meanwhile: its connections went with it. */
async function reopened(settings: DatabaseSettings): Promise<Client> {
  const { Client: PgClient } = (await import('pg')).default;
  const { superuserLogin } = await import('#db/settings.ts');
  const client = new PgClient({ ...superuserLogin(settings), database: settings.database });
  client.on('error', () => {});
  await client.connect();
  return client;
}
