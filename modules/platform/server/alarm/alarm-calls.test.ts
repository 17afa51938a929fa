import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { openWorld, type World } from '#apps/server/testing/world.ts';
import { workDeliveries } from '#kit/server/delivery/delivery.ts';
import { provideMessages } from '#kit/server/message/message.ts';
import { seal, searchHash } from '#kit/server/pii/pii.ts';
import { runAlarmClock } from '#modules/platform/server/index.ts';
import { alarmFixtures } from '#modules/platform/testing/alarms.ts';

/** Receivers who chose a text message or a call get one from the service, which here is a server of our own. */
const tenant = 1505;
const phone = '13800138000';
const other = '13900139000';
interface Taken {
  way: string;
  to: string;
  template: string;
  args: Record<string, unknown>;
}
const taken: Taken[] = [];
let service: Server;
let world: World;
let fixtures: Awaited<ReturnType<typeof alarmFixtures>>;

beforeAll(async () => {
  world = await openWorld({ pool: 6 });
  fixtures = await alarmFixtures(world);
  service = createServer((request, reply) => {
    void json(request).then((body) => {
      taken.push(body as Taken);
      reply.writeHead(200).end();
    });
  });
  await new Promise<void>((done) => service.listen(0, '127.0.0.1', done));
  const { port } = service.address() as AddressInfo;
  const templates = { 'sms:alarm.opened': 'T2001', 'voice:alarm.opened': 'V2001' };
  const url = `http://127.0.0.1:${port}/send`;
  provideMessages({ driver: 'http', url, secret: 'only the service and we', templates }, pino({ level: 'silent' }));
});
afterAll(async () => {
  service.closeAllConnections();
  service.close();
  await world.close();
});
beforeEach(async () => {
  taken.length = 0;
  await world.sql('delete from platform.alarm_receiver');
});

const numbered = (number: string) => ({
  user_id: null,
  phone_enc: seal(number, tenant),
  phone_hash: searchHash(number, tenant),
});
const work = () => workDeliveries(world.database, { networks: '127.0.0.1', backoff: () => 0 });
const told = async (id: number) =>
  (
    await world.sql("select data from platform.alarm_step where alarm_id = $1 and what = 'notified' order by id", [id])
  ).map((one) => one.data);
const around = (minutes: number) => new Date(Date.now() + 8 * 3_600_000 + minutes * 60_000).toISOString().slice(11, 16);

it('an alarm goes to each number once by each way, and names nobody', async () => {
  await fixtures.receiver('farm1', { ...numbered(phone), channels: '{sms,voice}' });
  await fixtures.receiver('farm1', { ...numbered(phone), channels: '{sms}' });
  await fixtures.receiver('farm1', { ...numbered(other), channels: '{notice,sms}' });
  const id = await fixtures.raise(fixtures.input({ args: { name: '包海山' } }));
  await work();
  expect(taken.map((one) => `${one.way} ${one.to} ${one.template}`).sort()).toEqual([
    `sms ${phone} T2001`,
    `sms ${other} T2001`,
    `voice ${phone} V2001`,
  ]);
  const { doc_no: no } = await fixtures.row(id);
  expect(taken[0]?.args).toMatchObject({ level: '一般', no, n: 1 });
  expect(JSON.stringify(taken)).not.toContain('包海山');
  expect(JSON.stringify(taken)).not.toContain('耳标');
  expect(await told(id)).toMatchObject([{ calls: 3, held: 0, unsent: [] }]);
  // A repetition tells nobody anew; a rise of the level does.
  await work();
  expect(taken).toHaveLength(3);
});

it('who is not reached at the place is not called either', async () => {
  await fixtures.receiver('kel_worker1', { channels: '{sms}', phone_enc: seal(phone, tenant), phone_hash: 'x' });
  await fixtures.raise(fixtures.input());
  await work();
  expect(taken).toEqual([]);
});

it('quiet hours hold a call back until they are over, never an urgent one', async () => {
  await fixtures.receiver('farm1', {
    ...numbered(phone),
    channels: '{sms,app}',
    quiet_from: around(-60),
    quiet_to: around(60),
  });
  const id = await fixtures.raise(fixtures.input());
  await work();
  expect(taken).toEqual([]);
  expect(await told(id)).toMatchObject([{ calls: 0, held: 1, unsent: ['app'] }]);
  await world.sql("update platform.alarm set held_until = now() - interval '1 minute' where id = $1", [id]);
  await runAlarmClock(world.database);
  await work();
  expect(taken.map((one) => one.to)).toEqual([phone]);
  expect(await fixtures.row(id)).toMatchObject({ held_receiver_ids: [], held_until: null });
  await fixtures.raise(fixtures.input({ level: 'urgent' }));
  await work();
  expect(taken.map((one) => one.args.level)).toEqual(['一般', '紧急']);
});

it('a way that leads nowhere is noted', async () => {
  provideMessages(null, pino({ level: 'silent' }));
  await fixtures.receiver('farm1', { ...numbered(phone), channels: '{voice}' });
  const id = await fixtures.raise(fixtures.input());
  expect(await told(id)).toMatchObject([{ calls: 0, unsent: ['voice'] }]);
});
