import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countEvent } from '#apps/server/testing/count-event.ts';
import { expectAll } from '#apps/server/testing/expect-all.ts';
import { Listener } from '#apps/server/testing/listener.ts';
import { OwnNats } from '#apps/server/testing/nats.ts';
import { until } from '#apps/server/testing/until.ts';
import { openWorld, type World } from '#apps/server/testing/world.ts';
import { appLogin, databaseSettings, root } from '#db/settings.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import { Bus } from '#kit/server/events/bus.ts';
import { type Consumer, consume, matches } from '#kit/server/events/consumer.ts';
import type { Event } from '#kit/server/events/event.ts';
import { publish } from '#kit/server/events/outbox.ts';
import { notify } from '#modules/platform/server/index.ts';
import { compose, type Running } from '../compose.ts';

/** On a NATS of its own, which is killed and brought back. */

let world: World;
let nats: OwnNats;
let running: Running;
let address: string;
const log = pino({ level: 'silent' });

beforeAll(async () => {
  world = await openWorld();
  nats = await OwnNats.prepare();
  await nats.start();
  // Where consumers of these tests leave their effect.
  await world.sql(
    `create table kit.test_effect (tenant_no int, event_id bigint, at timestamptz default clock_timestamp());
     grant select, insert on kit.test_effect to mulian_app`,
  );
  running = await compose({
    login: appLogin(databaseSettings(world.name)),
    root,
    pool: 4,
    rate: 1_000_000,
    bus: { url: nats.url },
  });
  address = await running.app.listen({ host: '127.0.0.1', port: 0 });
  await until(async () => (await state()) === 'up');
});
afterAll(async () => {
  await running.close();
  await nats.remove();
  await world.close();
});

const state = async () => (await running.app.inject('/health/ready')).json().events;

const say = (topic: string, kind = 'x', tenantNo = 1505) =>
  running.database.transaction(systemScope(tenantNo, 'test'), (tx) => publish(tx, topic, { kind }));
const effects = () =>
  world.sql<{ event_id: string; n: number }>('select event_id, count(*)::int as n from kit.test_effect group by 1');
const cursor = async () =>
  (await world.sql<{ last: number; sent: number }>('select last::int, sent::int from kit.event_cursor'))[0] ?? {
    last: 0,
    sent: 0,
  };

async function working<T>(consumer: Consumer, work: (bus: Bus) => Promise<T>): Promise<T> {
  const bus = new Bus({ url: nats.url }, log);
  const taking = consume({ bus, database: running.database, log }, consumer);
  try {
    return await work(bus);
  } finally {
    await taking.close();
    await bus.close();
  }
}

describe('NATS killed', () => {
  it('R136: the product works, streams go on from the database, the outbox waits and is carried on after', async () => {
    const leader = await world.as('tl_leader');
    const listener = await Listener.open(address, leader.token);
    const [user] = await world.sql<{ id: number }>(
      "select id::int from platform.sys_user where username = 'tl_leader'",
    );
    const tell = (title: string) =>
      running.database.transaction(systemScope(1505, 'test'), (tx) =>
        notify(tx, { userIds: [user?.id ?? 0], type: 'system', title, content: '' }),
      );
    const bus = new Bus({ url: nats.url }, log);
    const taking = consume(
      { bus, database: world.database, log },
      { name: 'bulk', topics: ['bulk'], handle: countEvent },
    );
    await until(() => bus.isUp);
    await nats.kill();
    await until(async () => (await state()) === 'away');
    const sentBefore = (await cursor()).sent;

    expect((await leader.get('sys/user/getUserInfo')).code).toBe(200);
    const away = await tell('away');
    await listener.until((one) => one.data?.data?.noticeId === away);
    for (let turn = 0; turn < 2_000; turn += 100) {
      await running.database.transaction(systemScope(1505, 'test'), async (tx) => {
        for (let index = 0; index < 100; index += 1)
          await publish(tx, 'bulk', { kind: 'x', data: { n: turn + index } });
      });
    }
    await until(async () => (await cursor()).last >= sentBefore + 2_001);
    expect((await cursor()).sent).toBe(sentBefore);
    expect((await running.app.inject('/health/ready')).statusCode).toBe(200);

    await nats.start();
    const begun = Date.now();
    await until(async () => {
      const { last, sent } = await cursor();
      return sent === last;
    });
    console.log(
      `push-nats: 2,001 waiting events carried on ${Date.now() - begun} ms after NATS was back (reconnecting included)`,
    );
    const back = await tell('back');
    await listener.until((one) => one.data?.data?.noticeId === back);
    expect(listener.news.map((one) => one.data.data.noticeId)).toEqual([away, back]);
    listener.cut();

    // Every event once, although relay and consumer had to begin again.
    await until(async () => (await effects()).length === 2_000);
    console.log(`push-nats: 2,000 effects of a consumer ${Date.now() - begun} ms after NATS was back`);
    expectAll(await effects(), (row) => row.n === 1);
    await world.sql('truncate kit.test_effect');
    const stored = await (await bus.manager()).streams.info(bus.stream);
    expect(stored.state.messages).toBe((await cursor()).sent);
    await taking.close();
    await bus.close();
  });

  it('a process that starts while NATS is away serves, and connects when it comes', async () => {
    const late = await OwnNats.prepare();
    const lonely = await compose({
      login: appLogin(databaseSettings(world.name)),
      root,
      pool: 2,
      bus: { url: late.url },
    });
    expect((await lonely.app.inject('/health/ready')).json()).toMatchObject({ status: 'ok', events: 'away' });
    await late.start();
    await until(async () => (await lonely.app.inject('/health/ready')).json().events === 'up');
    await lonely.close();
    await late.remove();
  });
});

describe('a consumer', () => {
  it('sees its topics, in their tenant, and nothing else', async () => {
    const seen: Event[] = [];
    const handle: Consumer['handle'] = async (tx, event) => {
      const [row] = await tx.query<{ tenant: string }>("select current_setting('app.tenant') as tenant");
      expect(Number(row?.tenant)).toBe(event.tenantNo);
      seen.push(event);
    };
    await working({ name: 'two-topics', topics: ['herd.*', 'sold'], handle }, async () => {
      for (const topic of ['herd.moved', 'other', 'sold', 'herd.moved.far']) await say(topic);
      await say('sold', 'x', 1504);
      await until(() => seen.length >= 3);
      await pause(300);
    });
    expect(seen.map((event) => [event.topic, event.tenantNo])).toEqual([
      ['herd.moved', 1505],
      ['sold', 1505],
      ['sold', 1504],
    ]);
    expect([matches('a.>', 'a.b.c'), matches('a.>', 'a'), matches('a.*', 'a.b.c')]).toEqual([true, false, false]);
  });

  it('has its effect once when the same event is delivered twice', async () => {
    await working({ name: 'twice', topics: ['twice'], handle: countEvent }, async (bus) => {
      await say('twice');
      await until(async () => (await effects()).length === 1);
      const stream = await bus.client().js.streams.get(bus.stream);
      const message = await stream.getMessage({ last_by_subj: `${bus.prefix}.1505.twice` });
      // As if the window in which NATS knows its own had passed.
      await bus.client().js.publish(`${bus.prefix}.1505.twice`, message?.data as Uint8Array);
      await say('twice');
      await until(async () => (await effects()).length === 2);
    });
    expect((await effects()).map((row) => row.n)).toEqual([1, 1]);
  });

  it('killed between effect and acknowledgement: the event comes again and has no second effect', async () => {
    await world.sql('truncate kit.test_effect');
    await say('mortal');
    const child = spawn(
      process.execPath,
      ['apps/server/testing/dying-consumer.ts', world.name, JSON.stringify({ url: nats.url })],
      {
        cwd: root,
        stdio: ['ignore', 'ignore', 'inherit'],
      },
    );
    expect(await once(child, 'exit')).toEqual([null, 'SIGKILL']);
    expect((await effects()).map((row) => row.n)).toEqual([1]);
    const consumer = { name: 'mortal', topics: ['mortal'], ackWait: 1_000, handle: countEvent };
    await working(consumer, async (bus) => {
      const left = async () => {
        const info = await (await bus.manager()).consumers.info(bus.stream, 'mortal');
        return info.num_ack_pending + info.num_pending;
      };
      await until(() => bus.isUp);
      expect(await left()).toBe(1);
      await until(async () => (await left()) === 0);
    });
    expect((await effects()).map((row) => row.n)).toEqual([1]);
  });

  it('that fails tries again and leaves nothing of the failed try', async () => {
    await world.sql('truncate kit.test_effect');
    let tries = 0;
    const handle: Consumer['handle'] = async (tx, event) => {
      await countEvent(tx, event);
      tries += 1;
      if (tries === 1) throw new Error('not yet');
    };
    await working({ name: 'stumbles', topics: ['stumbles'], handle }, async () => {
      await say('stumbles');
      await until(() => tries === 2);
    });
    expect((await effects()).map((row) => row.n)).toEqual([1]);
  });
});
