import { createHash, randomUUID } from 'node:crypto';
import type { BlockList } from 'node:net';
import type { Logger } from 'pino';
import { notFound } from '#kit/contract/errors.ts';
import type { Database, Tx } from '../db/database.ts';
import { systemScope } from '../db/scope.ts';
import { type Message, networksOf, send, type Target } from './send.ts';

export interface DeliveryInput {
  /** Registered by the module: `insurance.policy`. */
  readonly channel: string;
  /** Its messages arrive in the order they were written: `policy:77`. */
  readonly aggregate: string;
  readonly topic: string;
  readonly content: unknown;
}

export interface Delivery extends Message {
  readonly id: number;
  readonly channel: string;
  readonly attempts: number;
}

export interface Channel {
  /** Where a message goes now; null keeps it waiting, as for a partner whose line is switched off; `done` where it is taken here. */
  target(tx: Tx, delivery: Delivery): Promise<Target | 'done' | null>;
  /** In the transaction that notes it; each at most once. */
  sent?(tx: Tx, delivery: Delivery): Promise<void>;
  dead?(tx: Tx, delivery: Delivery): Promise<void>;
}

const channels = new Map<string, Channel>();
export const registerDelivery = (channel: string, handlers: Channel): void => {
  channels.set(channel, handlers);
};

/**
 * In the transaction of the record: what a partner must hear of, sent after the commit. Answers its hash, the same for ever.
 *
 * @example
 * await deliver(tx, { channel: 'insurance.policy', aggregate: `policy:${id}`, topic: 'policy.issued', content: { no, issuedOn } });
 */
export async function deliver(tx: Tx, input: DeliveryInput): Promise<{ id: number; hash: string }> {
  const body = JSON.stringify(input.content);
  const hash = hashOf(body);
  const { tenantNo } = tx.scope;
  // Two that write about one thing at once: the second waits, so that the order of numbers is the order of commits.
  await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 7306))', [
    `${tenantNo}:${input.channel}:${input.aggregate}`,
  ]);
  const [row] = await tx.query<{ id: number }>(
    `insert into kit.delivery (tenant_no, channel, aggregate, seq, topic, body, hash)
     select $1, $2, $3, coalesce(max(d.seq), 0) + 1, $4, $5, $6 from kit.delivery d
     where d.tenant_no = $1 and d.channel = $2 and d.aggregate = $3 returning id`,
    [tenantNo, input.channel, input.aggregate, input.topic, body, hash],
  );
  if (!row) throw notFound();
  return { id: row.id, hash };
}

/** Once more what is dead, as it was; whatever waits behind it follows. */
export const replayDelivery = (tx: Tx, id: number): Promise<void> =>
  settle(tx, id, "status = 'waiting', attempts = 0, next_at = now(), fault = null");

/** Given up: what waits behind it goes without it. */
export const dropDelivery = (tx: Tx, id: number): Promise<void> => settle(tx, id, "status = 'dropped'");

async function settle(tx: Tx, id: number, change: string): Promise<void> {
  const rows = await tx.query(
    `update kit.delivery set ${change}, lease = null, version = version + 1
     where id = $1 and status = 'dead' returning 1`,
    [id],
  );
  if (rows.length === 0) throw notFound();
}

export interface SendingOptions {
  /** Networks inside that may be sent to: `10.8.0.0/16,10.9.1.4`. */
  readonly networks?: string | undefined;
  readonly timeoutMs?: number;
  /** How long to wait after so many attempts. */
  readonly backoff?: (attempts: number) => number;
  readonly log?: Logger | undefined;
}

const batch = 20;
const timeout = 15_000;
/** Ten seconds, then longer, an hour at most; with the attempts below that is two days. */
const backoffOf = (attempts: number) => Math.min(3_600, 10 * 2 ** Math.min(attempts - 1, 9));
const mostAttempts = 56;
/** Who refuses a message for what it says will refuse it again. */
const mostRefusals = 5;
const isRefusal = (status: number) => status >= 400 && status < 500 && ![408, 409, 425, 429].includes(status);

/** The first of every aggregate, if it is time for it and nothing before it is waiting or dead; held until the lease ends. */
async function takeSome(tx: Tx, lease: string, leaseMs: number): Promise<Delivery[]> {
  return tx.query<Delivery>(
    `update kit.delivery d set lease = $3, attempts = d.attempts + 1,
       next_at = clock_timestamp() + make_interval(secs => $4)
     from (select w.id from kit.delivery w
       where w.tenant_no = $1 and w.status = 'waiting' and w.next_at <= statement_timestamp() and w.channel = any ($2)
         and not exists (select 1 from kit.delivery e where e.tenant_no = w.tenant_no and e.channel = w.channel
           and e.aggregate = w.aggregate and e.seq < w.seq and e.status in ('waiting', 'dead'))
       order by w.next_at limit ${batch} for update skip locked) w
     where d.id = w.id
     returning d.id, d.channel, d.aggregate, d.seq, d.topic, d.body, d.hash, d.key, d.attempts`,
    [tx.scope.tenantNo, [...channels.keys()], lease, leaseMs / 1000],
  );
}

const hashOf = (body: string) => createHash('sha256').update(body).digest('hex');
const asSent = (one: Delivery, { body }: Target): Message => (body ? { ...one, body, hash: hashOf(body) } : one);

interface Outcome {
  readonly status: number | null;
  readonly fault: string | null;
}

async function attempt(
  database: Database,
  tenantNo: number,
  one: Delivery,
  open: BlockList,
  ms: number,
): Promise<Outcome | null> {
  try {
    const target = await database.transaction(systemScope(tenantNo, 'delivery'), async (tx) =>
      channels.get(one.channel)?.target(tx, one),
    );
    if (!target) return null;
    if (hashOf(one.body) !== one.hash) return { status: 422, fault: 'the body is not what was written' };
    if (target === 'done') return { status: 200, fault: null };
    const status = await send(target, asSent(one, target), open, ms);
    return { status, fault: status < 300 ? null : `HTTP ${status}` };
  } catch (error) {
    return { status: null, fault: String(error).slice(0, 500) };
  }
}

async function note(tx: Tx, one: Delivery, lease: string, outcome: Outcome | null, wait: number): Promise<void> {
  const isSent = outcome?.status != null && outcome.status >= 200 && outcome.status < 300;
  const isOver =
    outcome !== null &&
    (one.attempts >= mostAttempts || (isRefusal(outcome.status ?? 0) && one.attempts >= mostRefusals));
  const status = isSent ? 'sent' : isOver ? 'dead' : 'waiting';
  // Whose lease has run out has been taken by somebody else: what came of it here is not noted.
  const rows = await tx.query(
    `update kit.delivery set status = $3, fault = $4, status_code = $5, lease = null, version = version + 1,
       sent_at = case when $3 = 'sent' then now() end, next_at = now() + make_interval(secs => $6),
       attempts = attempts - case when $7 then 1 else 0 end
     where id = $1 and lease = $2 and status = 'waiting' returning 1`,
    [one.id, lease, status, outcome?.fault ?? null, outcome?.status ?? null, wait, outcome === null],
  );
  if (rows.length === 0) return;
  if (isSent) await channels.get(one.channel)?.sent?.(tx, one);
  else if (isOver) await channels.get(one.channel)?.dead?.(tx, one);
}

/** One round: of every aggregate what is next and due, side by side; what follows it goes in the same round. */
export async function workDeliveries(database: Database, options: SendingOptions = {}): Promise<number> {
  if (channels.size === 0) return 0;
  const open = networksOf(options.networks ?? '');
  const ms = options.timeoutMs ?? timeout;
  const backoff = options.backoff ?? backoffOf;
  const [tenants] = await database.read<[{ no: number }]>(systemScope(0, 'delivery'), {
    text: 'select tenants_delivering as no from kit.tenants_delivering($1)',
    values: [[...channels.keys()]],
  });
  let done = 0;
  const work = async (no: number) => {
    for (;;) {
      const lease = randomUUID();
      const scope = systemScope(no, 'delivery');
      // Longer than an attempt can take: nobody else has the message meanwhile.
      const taken = await database.transaction(scope, (tx) => takeSome(tx, lease, ms * 2 + 5_000));
      await Promise.all(
        taken.map(async (one) => {
          const outcome = await attempt(database, no, one, open, ms);
          await database.transaction(scope, (tx) =>
            note(tx, one, lease, outcome, outcome ? backoff(one.attempts) : 60),
          );
        }),
      );
      done += taken.length;
      if (taken.length === 0) return;
    }
  };
  for (const { no } of tenants)
    await work(no).catch((error) => options.log?.error({ err: error, tenant: no }, 'deliveries of a tenant failed'));
  return done;
}

const every = 1_000;

export function startDeliveries(database: Database, options: SendingOptions): { stop(): Promise<void> } {
  // What is no network is told at start.
  networksOf(options.networks ?? '');
  let round: Promise<void> | null = null;
  const timer = setInterval(() => {
    round ??= workDeliveries(database, options)
      .then(() => {})
      .catch((error) => options.log?.error({ err: error }, 'sending deliveries failed'))
      .finally(() => {
        round = null;
      });
  }, every);
  return {
    stop: async () => {
      clearInterval(timer);
      await round;
    },
  };
}
