import { createHash } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openWorld, type World } from '#apps/server/testing/world.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import { workDeliveries } from '#kit/server/delivery/delivery.ts';
import { sealText } from '#kit/server/pii/pii.ts';
import { insurerOf } from '#modules/insurance/testing/fixtures.ts';
import { push } from './ins-push.ts';

const scope = systemScope(1505, 'test');
const policies = ['policy:1', 'policy:2', 'policy:3', 'policy:4', 'policy:5'];
const deadSeconds = 600;

interface Heard {
  readonly aggregate: string;
  readonly seq: number;
  readonly hash: string;
  readonly body: string;
}
/** The insurer's machine: it answers nothing while it is dead, and keeps what it took in under each key. */
const partner = { isDead: true, calls: 0, doubled: 0, heard: new Map<string, Heard>() };
let server: Server;
let world: World;
let insurerId: number;
let lineId: number;

beforeAll(async () => {
  server = createServer((request, reply) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      partner.calls += 1;
      if (partner.isDead) return void request.socket.destroy();
      const { headers } = request;
      const key = String(headers['idempotency-key']);
      if (partner.heard.has(key)) partner.doubled += 1;
      partner.heard.set(key, {
        aggregate: decodeURIComponent(String(headers['x-mulian-aggregate'])),
        seq: Number(headers['x-mulian-seq']),
        hash: String(headers['x-mulian-hash']),
        body: Buffer.concat(parts).toString(),
      });
      reply.writeHead(200).end('{}');
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  world = await openWorld({ pool: 6 });
  insurerId = await insurerOf(world, 'ins1');
  // What the demo has for partners that do not exist is not sent.
  await world.sql("update kit.delivery set status = 'dropped' where status in ('waiting', 'dead')");
  await world.sql("update insurance.ins_endpoint set status = 'paused' where insurer_id = $1", [insurerId]);
  const [line] = await world.sql<{ id: number }>(
    `insert into insurance.ins_endpoint (tenant_no, insurer_id, name, base_url, secret_enc, kinds, status)
     values (1505, $1, '试验线路', $2, $3, '{policy.issued,claim.reported,claim.paid}', 'on') returning id::int as id`,
    [insurerId, `http://127.0.0.1:${(server.address() as AddressInfo).port}/in`, sealText('only we two', 1505)],
  );
  lineId = line?.id ?? 0;
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await world.close();
});

/** How far the simulated clock is ahead: what waits for its next attempt comes nearer. */
let ahead = 0;
async function advance(seconds: number): Promise<void> {
  await world.sql(
    "update kit.delivery set next_at = next_at - make_interval(secs => $1) where status = 'waiting' and channel = 'insurance.push'",
    [seconds],
  );
  ahead += seconds;
  await workDeliveries(world.database, { networks: '127.0.0.1', timeoutMs: 1_000 });
}
let written = 0;
const tell = (aggregate: string, kind: string) =>
  world.database.transaction(scope, (tx) => {
    written += 1;
    return push(tx, { insurerId, kind, aggregate, docNo: `D-${written}`, content: { n: written, 名: '保单' } });
  });

it('must show 8: a line dead for ten minutes loses nothing: in order per policy, each once, with the hash it was written with', async () => {
  // An hour's work goes on while nobody answers.
  for (const one of policies) await tell(one, 'policy.issued');
  while (ahead < deadSeconds) {
    await advance(20);
    const at = ahead / 20;
    await tell(policies[at % policies.length] as string, at % 2 ? 'claim.reported' : 'claim.paid');
  }
  expect(partner.heard.size).toBe(0);
  const pushed = () =>
    world.sql<{ aggregate: string; seq: number; hash: string; own: string; status: string; sending: string }>(
      `select d.aggregate, d.seq, d.hash, p.payload_hash as own, p.status, d.status as sending
       from insurance.ins_push p join kit.delivery d on d.id = p.delivery_id where p.endpoint_id = $1
       order by d.aggregate, d.seq`,
      [lineId],
    );
  const waiting = await pushed();
  expect(waiting).toHaveLength(written);
  expect(new Set(waiting.map((one) => `${one.status} ${one.sending}`))).toEqual(new Set(['waiting waiting']));
  // Only the first of each policy was tried, ever more rarely: ten seconds, twenty, forty …
  expect(partner.calls).toBeGreaterThanOrEqual(policies.length * 4);
  expect(partner.calls).toBeLessThanOrEqual(policies.length * 8);

  partner.isDead = false;
  const back = ahead;
  for (let turn = 0; turn < 80 && partner.heard.size < written; turn += 1) await advance(10);
  expect(partner.heard.size).toBe(written);
  // Whoever is back hears the rest as soon as the last wait is over, not in hours.
  expect(ahead - back).toBeLessThanOrEqual(900);
  await advance(3_600);
  expect(partner.doubled).toBe(0);
  const heard = [...partner.heard.values()];
  for (const aggregate of policies.map((one) => `${lineId}/${one}`)) {
    const order = heard.filter((one) => one.aggregate === aggregate).map((one) => one.seq);
    expect(order).toEqual(order.map((_, at) => at + 1));
    expect(order.length).toBeGreaterThan(1);
  }
  const after = await pushed();
  expect(new Set(after.map((one) => `${one.status} ${one.sending}`))).toEqual(new Set(['sent sent']));
  for (const one of after) {
    const told = heard.find((other) => other.aggregate === one.aggregate && other.seq === one.seq);
    expect([told?.hash, one.own]).toEqual([one.hash, one.hash]);
    expect(
      createHash('sha256')
        .update(told?.body ?? '')
        .digest('hex'),
    ).toBe(one.hash);
  }
}, 120_000);
