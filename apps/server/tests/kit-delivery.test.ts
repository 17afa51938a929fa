import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorld, type World } from '#apps/server/testing/world.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import {
  deliver,
  dropDelivery,
  registerDelivery,
  replayDelivery,
  type SendingOptions,
  workDeliveries,
} from '#kit/server/delivery/delivery.ts';
import { mayReach, networksOf, send } from '#kit/server/delivery/send.ts';

/** A partner's machine: dead, slow or well, as a test has it; it remembers what it was told by key. */
class Partner {
  mode: 'dead' | 'slow' | 'well' | 'refusing' | 'breaking' = 'well';
  readonly calls: { headers: IncomingHttpHeaders; body: string }[] = [];
  /** What it took in, each key once. */
  readonly taken = new Map<string, { aggregate: string; seq: number; hash: string; body: string }>();
  #server!: Server;

  async open(): Promise<void> {
    this.#server = createServer((request, reply) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        const body = Buffer.concat(parts).toString();
        const { headers } = request;
        this.calls.push({ headers, body });
        if (this.mode === 'dead') return void reply.writeHead(503).end();
        if (this.mode === 'refusing') return void reply.writeHead(422).end();
        const key = String(headers['idempotency-key']);
        const told = {
          aggregate: decodeURIComponent(String(headers['x-mulian-aggregate'])),
          seq: Number(headers['x-mulian-seq']),
          hash: String(headers['x-mulian-hash']),
          body,
        };
        if (!this.taken.has(key)) this.taken.set(key, told);
        // Slow: it has taken it in, and the answer comes when nobody waits any more; breaking: it hangs up instead.
        if (this.mode === 'slow') return void setTimeout(() => reply.writeHead(200).end('{}'), 400);
        if (this.mode === 'breaking') return void request.socket.destroy();
        reply.writeHead(200).end('{}');
      });
    });
    await new Promise<void>((done) => this.#server.listen(0, '127.0.0.1', done));
  }
  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/in`;
  }
  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

const tenant = 1505;
const scope = systemScope(tenant, 'test');
const secret = 'only the two of us know';
const partner = new Partner();
const done = { sent: [] as string[], dead: [] as string[] };
let world: World;
let isOpen = true;
beforeAll(async () => {
  world = await openWorld({ pool: 6 });
  await partner.open();
  registerDelivery('test.policy', {
    target: async () => (isOpen ? { url: partner.url, secret } : null),
    sent: async (_tx, one) => void done.sent.push(`${one.aggregate}#${one.seq}`),
    dead: async (_tx, one) => void done.dead.push(`${one.aggregate}#${one.seq}`),
  });
});
afterAll(async () => {
  partner.close();
  await world.close();
});

const quick: SendingOptions = { networks: '127.0.0.1', timeoutMs: 150, backoff: () => 60 };
const work = () => workDeliveries(world.database, quick);
const tell = (aggregate: string, n: number) =>
  world.database.transaction(scope, (tx) =>
    deliver(tx, { channel: 'test.policy', aggregate, topic: 'policy.changed', content: { aggregate, n, 名: '保单' } }),
  );
/** Rounds of the worker; what waits for its next attempt is due at once. */
async function rounds(n: number): Promise<void> {
  for (let turn = 0; turn < n; turn += 1) {
    await work();
    await world.sql("update kit.delivery set next_at = now() where status = 'waiting'");
  }
}
const statusOf = async (aggregate: string) =>
  (await world.sql('select status from kit.delivery where aggregate = $1 order by seq', [aggregate])).map(
    (row: { status: string }) => row.status,
  );

describe('S6: what partners are told', () => {
  it('must show 6: an endpoint dead, then slow, then hanging up, then well: in order, each once, the same hash', async () => {
    const aggregates = ['policy:1', 'policy:2', 'policy:3'];
    const hashes = new Map<string, string>();
    for (let n = 1; n <= 4; n += 1) for (const one of aggregates) hashes.set(`${one}#${n}`, (await tell(one, n)).hash);
    partner.mode = 'dead';
    await rounds(3);
    // Nothing but the first of each was tried, however often.
    expect(new Set(partner.calls.map((call) => call.headers['x-mulian-seq']))).toEqual(new Set(['1']));
    expect(partner.taken.size).toBe(0);
    partner.mode = 'slow';
    await rounds(2);
    partner.mode = 'breaking';
    await rounds(2);
    partner.mode = 'well';
    await rounds(6);
    // Two workers at once, of which the second finds nothing left.
    await Promise.all([work(), work()]);
    for (const one of aggregates) {
      const order = [...partner.taken.values()].filter((told) => told.aggregate === one);
      expect(order.map((told) => told.seq)).toEqual([1, 2, 3, 4]);
      for (const told of order) {
        expect(told.hash).toBe(hashes.get(`${one}#${told.seq}`));
        expect(createHash('sha256').update(told.body).digest('hex')).toBe(told.hash);
      }
      expect(await statusOf(one)).toEqual(['sent', 'sent', 'sent', 'sent']);
      expect(done.sent.filter((name) => name.startsWith(`${one}#`))).toEqual([1, 2, 3, 4].map((n) => `${one}#${n}`));
    }
    expect(partner.taken.size).toBe(12);
    // It came more than once, under one key and with the same bytes.
    expect(partner.calls.length).toBeGreaterThan(12);
    const bodies = new Map<string, Set<string>>();
    for (const { headers, body } of partner.calls) {
      const key = String(headers['idempotency-key']);
      bodies.set(key, (bodies.get(key) ?? new Set()).add(body));
    }
    expect([...bodies.values()].every((one) => one.size === 1)).toBe(true);
  }, 60_000);

  it('is signed by the secret, and by nothing an eavesdropper could keep for later', async () => {
    await tell('policy:signed', 1);
    await work();
    const headers = partner.calls.at(-1)?.headers ?? {};
    const text = `${headers['x-mulian-timestamp']}.${headers['idempotency-key']}.${headers['x-mulian-hash']}`;
    expect(headers['x-mulian-sign']).toBe(createHmac('sha256', secret).update(text).digest('hex'));
  });

  it('goes nowhere when the record comes to nothing, and waits while a line is switched off', async () => {
    const gone = world.database.transaction(scope, async (tx) => {
      await deliver(tx, { channel: 'test.policy', aggregate: 'policy:gone', topic: 't', content: {} });
      throw new Error('no');
    });
    await expect(gone).rejects.toThrow('no');
    expect(await statusOf('policy:gone')).toEqual([]);
    isOpen = false;
    await tell('policy:off', 1);
    await work();
    const [row] = await world.sql("select status, attempts from kit.delivery where aggregate = 'policy:off'");
    expect(row).toEqual({ status: 'waiting', attempts: 0 });
    isOpen = true;
    await rounds(1);
    await work();
    expect(await statusOf('policy:off')).toEqual(['sent']);
  });

  it('is dead after five refusals, holds back what follows, and goes on by a replay or without it', async () => {
    partner.mode = 'refusing';
    const { hash } = await tell('policy:dead', 1);
    await tell('policy:dead', 2);
    await rounds(6);
    expect(await statusOf('policy:dead')).toEqual(['dead', 'waiting']);
    expect(done.dead).toEqual(['policy:dead#1']);
    const before = partner.calls.length;
    await rounds(1);
    expect(partner.calls.length).toBe(before);
    partner.mode = 'well';
    const [{ id }] = await world.sql("select id from kit.delivery where aggregate = 'policy:dead' and seq = 1");
    await world.database.transaction(scope, (tx) => replayDelivery(tx, Number(id)));
    await work();
    expect(await statusOf('policy:dead')).toEqual(['sent', 'sent']);
    const order = [...partner.taken.values()].filter((told) => told.aggregate === 'policy:dead');
    expect(order.map((told) => told.seq)).toEqual([1, 2]);
    expect(order[0]?.hash).toBe(hash);
    await expect(world.database.transaction(scope, (tx) => dropDelivery(tx, Number(id)))).rejects.toMatchObject({
      code: 404,
    });
  });

  it('keeps what it says: neither body nor place can be changed', async () => {
    await expect(world.sql(`update kit.delivery set body = '{}'`)).rejects.toThrow(/keeps what it says/);
    await expect(world.sql('update kit.delivery set seq = seq + 100')).rejects.toThrow(/keeps what it says/);
  });
});

describe('S6: nobody is led inside', () => {
  const message = { key: 'k', topic: 't', aggregate: 'a', seq: 1, hash: 'h', body: '{}' };
  it.each([
    ['http://127.0.0.1:1/', 'of this machine'],
    ['https://127.0.0.1/', 'of this machine'],
    ['https://[::1]/', 'of this machine, in long'],
    ['https://[::ffff:10.0.0.1]/', 'inside, mapped'],
    ['https://169.254.169.254/latest/', 'of the hosting'],
    ['https://10.1.2.3/', 'inside'],
    ['https://localhost/', 'by a name that leads inside'],
    ['http://93.184.216.34/', 'outside in clear'],
    ['file:///etc/passwd', 'no address at all'],
  ])('%s, %s', async (url) => {
    const before = partner.calls.length;
    await expect(send({ url, secret }, message, networksOf(''), 500)).rejects.toThrow(/outside|not sent to/);
    expect(partner.calls.length).toBe(before);
  });

  it('what the operator opened is reached, and no more of it', () => {
    const open = networksOf('10.8.0.0/16, 192.168.4.4');
    expect(['10.8.3.1', '192.168.4.4', '93.184.216.34'].map((one) => mayReach(one, open))).toEqual([true, true, true]);
    expect(['10.9.0.1', '192.168.4.5', '127.0.0.1'].map((one) => mayReach(one, open))).toEqual([false, false, false]);
  });
});
