import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Listener } from '#apps/server/testing/listener.ts';
import { OwnNats } from '#apps/server/testing/nats.ts';
import { until } from '#apps/server/testing/until.ts';
import { openWorld, type World } from '#apps/server/testing/world.ts';
import { appLogin, databaseSettings, root } from '#db/settings.ts';
import { needs } from '#kit/contract/permission.ts';
import { Bus } from '#kit/server/events/bus.ts';
import { sendEphemeral } from '#kit/server/push/ephemeral.ts';
import { registerTopic } from '#kit/server/push/topic.ts';
import { compose, type Running } from '../compose.ts';

let world: World;
let nats: OwnNats;
/** Two processes of one installation; what is sent here is sent from the second. */
let one: Running;
let other: Running;
let [first, second] = ['', ''];
let leaderId = 0;
const ring = (n: number, userIds = [leaderId], tenantNo = 1505) =>
  sendEphemeral({ tenantNo }, userIds, 'test.call', { kind: 'ring', data: { n } });
const heardBy = (listener: Listener) =>
  listener.heard.filter((frame) => frame.event === 'test.call').map((frame) => frame.data.data.n);

beforeAll(async () => {
  registerTopic('test.call', { access: 'session' });
  registerTopic('test.closed', { access: needs('nobody:has:this') });
  world = await openWorld();
  nats = await OwnNats.prepare();
  await nats.start();
  const parts = {
    login: appLogin(databaseSettings(world.name)),
    root,
    pool: 4,
    rate: 1_000_000,
    bus: { url: nats.url },
  };
  one = await compose(parts);
  other = await compose(parts);
  first = await one.app.listen({ host: '127.0.0.1', port: 0 });
  second = await other.app.listen({ host: '127.0.0.1', port: 0 });
  await until(async () =>
    (await Promise.all([one, other].map((each) => each.app.inject('/health/ready')))).every(
      (ready) => ready.json().events === 'up',
    ),
  );
  const [user] = await world.sql<{ id: number }>("select id::int from platform.sys_user where username = 'tl_leader'");
  leaderId = user?.id ?? 0;
});
afterAll(async () => {
  await one.close();
  await other.close();
  await nats.remove();
  await world.close();
});

it('S11 a signal reaches its user’s streams in every process, nobody else’s, and nothing of it is kept', async () => {
  const [leader, county] = [await world.as('tl_leader'), await world.as('tl_region')];
  const far = await Listener.open(first, leader.token, { topics: 'test.call' });
  const near = await Listener.open(second, leader.token, { topics: 'test.call' });
  const stranger = await Listener.open(first, county.token, { topics: 'test.call' });
  const bus = new Bus({ url: nats.url }, pino({ level: 'silent' }));
  await until(() => bus.isUp);
  const stored = async () => (await (await bus.manager()).streams.info(bus.stream)).state.messages;
  const before = await stored();
  ring(1);
  ring(2, [leaderId], 5202);
  ring(3);
  await far.until((frame) => frame.data?.data?.n === 3);
  await near.until((frame) => frame.data?.data?.n === 3);
  expect([heardBy(far), heardBy(near), heardBy(stranger)]).toEqual([[1, 3], [1, 3], []]);
  // Without a place: whoever comes back does not ask from here.
  expect(far.heard.filter((frame) => frame.event === 'test.call').every((frame) => frame.id === null)).toBe(true);
  const rows = await world.sql("select 1 from kit.outbox where topic like 'test.%'");
  expect([rows.length, await stored()]).toEqual([0, before]);
  await bus.close();
  for (const listener of [far, near, stranger]) listener.cut();
});

it('S11 without NATS the streams of the own process still hear, and the sender is told what does not fit', async () => {
  const leader = await world.as('tl_leader');
  const near = await Listener.open(second, leader.token, { topics: 'test.call' });
  await nats.kill();
  await until(async () => (await other.app.inject('/health/ready')).json().events === 'away');
  ring(4);
  await near.until((frame) => frame.data?.data?.n === 4);
  near.cut();
  const large = 'x'.repeat(70_000);
  expect(() => sendEphemeral({ tenantNo: 1505 }, [leaderId], 'test.call', { kind: 'x', data: large })).toThrow(
    /larger/,
  );
  const closed = await Listener.open(second, leader.token, { topics: 'test.closed' });
  expect(closed.status).toBe(403);
});
