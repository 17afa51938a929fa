import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { readMessages } from '#apps/server/config.ts';
import { openWorld, type World } from '#apps/server/testing/world.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import { workDeliveries } from '#kit/server/delivery/delivery.ts';
import { provideMessages, type Sending, sendMessage } from '#kit/server/message/message.ts';
import { seal } from '#kit/server/pii/pii.ts';

const tenant = 1505;
const phone = '13800138000';
const secret = 'only the service and we know it';
const calls: { headers: IncomingHttpHeaders; body: string }[] = [];
let status = 200;
let server: Server;
let world: World;
const said: string[] = [];
const log = pino({ level: 'info' }, { write: (line: string) => void said.push(line) });

beforeAll(async () => {
  world = await openWorld();
  server = createServer((request, reply) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      calls.push({ headers: request.headers, body: Buffer.concat(parts).toString() });
      reply.writeHead(status).end();
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await world.close();
});
beforeEach(async () => {
  calls.length = 0;
  status = 200;
  const { port } = server.address() as AddressInfo;
  provideMessages(
    { driver: 'http', url: `http://127.0.0.1:${port}/send`, secret, templates: { 'sms:alarm.test': 'T1001' } },
    log,
  );
});

const send = (more: Partial<Sending> = {}) =>
  world.database.transaction(systemScope(tenant, 'test'), (tx) =>
    sendMessage(tx, {
      way: 'sms',
      template: 'alarm.test',
      args: { name: '韩梅' },
      sealedPhone: seal(phone, tenant),
      ...more,
    }),
  );
const work = () => workDeliveries(world.database, { networks: '127.0.0.1', backoff: () => 0 });
const kept = () =>
  world.sql(`select status, attempts, body from kit.delivery where channel = 'kit.message' order by id`);

it('a message goes out under the template of the service, signed over the bytes that are sent', async () => {
  expect(await send()).toBe(true);
  await work();
  const [{ headers, body }] = calls as [(typeof calls)[0]];
  expect(JSON.parse(body)).toEqual({ way: 'sms', to: phone, template: 'T1001', args: { name: '韩梅' } });
  const hash = createHash('sha256').update(body).digest('hex');
  expect(headers['x-mulian-hash']).toBe(hash);
  const text = `${headers['x-mulian-timestamp']}.${headers['idempotency-key']}.${hash}`;
  expect(headers['x-mulian-sign']).toBe(createHmac('sha256', secret).update(text).digest('hex'));
});

it('a service that is away is asked again under the same key, and the number stands nowhere in clear', async () => {
  status = 503;
  await send();
  const running = work();
  while (calls.length < 3) await new Promise((done) => setTimeout(done, 10));
  status = 200;
  await running;
  expect(new Set(calls.map((one) => one.headers['idempotency-key'])).size).toBe(1);
  const rows = await kept();
  expect(rows.at(-1)).toMatchObject({ status: 'sent' });
  expect(rows.at(-1).attempts).toBeGreaterThanOrEqual(3);
  expect(rows.some((row) => row.body.includes(phone))).toBe(false);
});

it('a way or a text that is not connected is told, and nothing is kept for it', async () => {
  const before = (await kept()).length;
  expect(await send({ way: 'voice' })).toBe(false);
  expect(await send({ template: 'other' })).toBe(false);
  provideMessages(null, log);
  expect(await send()).toBe(false);
  expect((await kept()).length).toBe(before);
});

it('the log takes every message in a demo, without the number', async () => {
  provideMessages({ driver: 'log' }, log);
  said.length = 0;
  expect(await send({ way: 'voice' })).toBe(true);
  await work();
  expect((await kept()).at(-1)).toMatchObject({ status: 'sent' });
  expect(said.join()).toContain('"way":"voice"');
  expect(said.join()).not.toContain(phone);
  expect(calls).toEqual([]);
});

it('the test of a receiver goes by text message where that is connected, and names the ways that are not', async () => {
  const farm = await world.as('farm1');
  const [own] = await world.sql(
    `select id::int as "userId", principal_id::int as "principalId" from platform.sys_user where username = 'farm1'`,
  );
  const made = await farm.post('sys/alarmReceiver/add', {
    ...own,
    bankId: null,
    supervisorId: null,
    receiverName: '韩梅',
    phone,
    sources: null,
    kinds: null,
    minLevel: 'info',
    whereKind: 'all',
    whereIds: [],
    channels: ['notice', 'sms', 'voice'],
    step: 1,
    quietFrom: null,
    quietTo: null,
  });
  expect(made.code, JSON.stringify(made.errors)).toBe(200);
  const tested = await farm.post('sys/alarmReceiver/test', { id: made.data.id });
  expect(tested.data).toEqual({ sent: ['notice', 'sms'], unsent: ['voice'] });
  await work();
  expect(JSON.parse(calls[0]?.body ?? '{}')).toMatchObject({ to: phone, template: 'T1001' });
});

it('settings name the service and its templates, and refuse what is none', () => {
  expect(readMessages({})).toBeUndefined();
  expect(readMessages({ MULIAN_MESSAGES: 'log' })).toEqual({ driver: 'log' });
  const http = {
    MULIAN_MESSAGES: 'http',
    MULIAN_MESSAGES_URL: 'https://sms.example.org/v1',
    MULIAN_MESSAGES_SECRET: secret,
  };
  expect(readMessages({ ...http, MULIAN_MESSAGES_TEMPLATES: 'sms:alarm.test=T1, voice:alarm.test=V7' })).toMatchObject({
    templates: { 'sms:alarm.test': 'T1', 'voice:alarm.test': 'V7' },
  });
  expect(() => readMessages({ ...http, MULIAN_MESSAGES_TEMPLATES: 'fax:alarm.test=1' })).toThrow(/no template/);
});
