import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import {
  AckPolicy,
  type ConsumerMessages,
  DeliverPolicy,
  type JsMsg,
  jetstream,
  jetstreamManager,
} from '@nats-io/jetstream';
import { nanos } from '@nats-io/transport-node';
import type { Logger } from 'pino';
import { type Database, isDatabaseError } from '#kit/server/db/database.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import { type DeviceBroker, streamName } from '../broker/broker.ts';
import { type Arrived, Pace, takeBatch } from './batch.ts';
import { insertRejects } from './rows/device-reject.ts';
import { giveUpLease, takeLease, tellLag } from './rows/ingest-lease.ts';

export interface IngestOptions {
  database: Database;
  broker: DeviceBroker;
  log: Logger;
  /** For the drill's control alone: acknowledges before the commit, and so loses what is under way when it dies. */
  ackFirst?: boolean;
}

const durable = 'ingest';
const most = 2000;
/** A little waiting makes batches, and batches make throughput. */
const gatherMs = 60;
const ackWaitMs = 10_000;

const arrivedOf = (message: JsMsg): Arrived => ({
  subject: message.subject,
  text: new TextDecoder().decode(message.data),
  receivedAt: Math.floor(message.info.timestampNanos / 1e6),
});

/** Reads one tenant's stream for as long as it holds the lease. R23: nothing is acknowledged that is not committed. */
export class TenantIngest {
  readonly #holder = `${process.pid}-${randomUUID().slice(0, 8)}`;
  readonly #waiting: JsMsg[] = [];
  readonly #pace = new Pace();
  #messages: ConsumerMessages | null = null;
  #closing = false;
  #wake: () => void = () => {};
  readonly #done: Promise<void>;

  readonly tenantNo: number;
  readonly options: IngestOptions;

  constructor(tenantNo: number, options: IngestOptions) {
    this.tenantNo = tenantNo;
    this.options = options;
    this.#done = this.#run();
  }

  get #scope() {
    return systemScope(this.tenantNo, 'ingest');
  }

  async close(): Promise<void> {
    this.#closing = true;
    this.#wake();
    this.#messages?.stop();
    await this.#done;
  }

  async #run(): Promise<void> {
    const { log, database } = this.options;
    while (!this.#closing) {
      try {
        if (await database.transaction(this.#scope, (tx) => takeLease(tx, this.#holder))) await this.#read();
        else await pause(1000);
      } catch (error) {
        if (!this.#closing) log.warn({ err: error, tenantNo: this.tenantNo }, 'ingest waits');
        await pause(2_000);
      }
      this.#messages?.stop();
      this.#messages = null;
      this.#waiting.length = 0;
    }
    await database.transaction(this.#scope, (tx) => giveUpLease(tx, this.#holder)).catch(() => {});
  }

  async #read(): Promise<void> {
    const { broker, database, log } = this.options;
    await broker.ensureStream(this.tenantNo);
    const connection = await broker.tenant(this.tenantNo);
    const manager = await jetstreamManager(connection, { checkAPI: false });
    await manager.consumers.add(streamName, {
      durable_name: durable,
      ack_policy: AckPolicy.Explicit,
      deliver_policy: DeliverPolicy.All,
      ack_wait: nanos(ackWaitMs),
      max_ack_pending: most * 3,
      max_deliver: -1,
    });
    const consumer = await jetstream(connection).consumers.get(streamName, durable);
    let broken: unknown = null;
    const messages = await consumer.consume({
      max_messages: most * 2,
      expires: 5_000,
      callback: (message) => {
        this.#waiting.push(message);
        this.#wake();
      },
    });
    this.#messages = messages;
    void (async () => {
      for await (const status of messages.status())
        if (['consumer_deleted', 'stream_not_found', 'consumer_not_found'].includes(status.type)) broken = status.type;
    })();
    let told = 0;
    while (!this.#closing && !broken) {
      if (this.#waiting.length === 0) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, 2_000);
          this.#wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
        if (this.#waiting.length > 0 && this.#waiting.length < most) await pause(gatherMs);
      }
      const batch = this.#waiting.splice(0, most);
      if (batch.length > 0) await this.#store(batch);
      if (Date.now() - told < 2_000) continue;
      told = Date.now();
      const info = await consumer.info().catch(() => null);
      if (!info) throw new Error('the stream is away');
      const oldest = this.#waiting[0];
      await database.transaction(this.#scope, async (tx) => {
        if (!(await takeLease(tx, this.#holder))) throw new Error('another process reads this stream');
        await tellLag(tx, this.#holder, {
          messages: info.num_pending + this.#waiting.length,
          seconds: oldest ? Math.max(0, (Date.now() - oldest.info.timestampNanos / 1e6) / 1000) : 0,
          streamSeq: batch.at(-1)?.seq ?? 0,
        });
      });
    }
    if (broken) log.warn({ broken, tenantNo: this.tenantNo }, 'the stream was made anew');
  }

  /** The same batch until it is in: a database that is away is waited for. */
  async #store(batch: readonly JsMsg[]): Promise<void> {
    if (this.options.ackFirst) {
      for (const message of batch) message.ack();
      // Long enough for a kill to fall between the two.
      await pause(2_000);
    }
    // What is held here would be sent again as if it were lost.
    const awake = setInterval(() => {
      for (const message of [...batch, ...this.#waiting]) message.working();
    }, ackWaitMs / 3);
    try {
      await this.#storeUntilDone(batch);
    } finally {
      clearInterval(awake);
    }
  }

  async #storeUntilDone(batch: readonly JsMsg[]): Promise<void> {
    let stored = false;
    for (let wait = 200; !stored && !this.#closing; wait = Math.min(2_000, wait * 2)) {
      try {
        await this.#commit(batch.map(arrivedOf));
        stored = true;
      } catch (error) {
        // What the database refuses for good must not stop the rest (R23): found by halving, kept as refused.
        if (isDatabaseError(error) && /^(22|23)/.test(error.code ?? '')) {
          await this.#alone(batch, error);
          return;
        }
        this.options.log.warn({ err: error, tenantNo: this.tenantNo, messages: batch.length }, 'a batch waits');
        await pause(wait);
      }
    }
    if (this.options.ackFirst) return;
    // What was not stored goes at once to whoever comes next.
    for (const message of batch) stored ? message.ack() : message.nak();
  }

  async #alone(batch: readonly JsMsg[], error: Error): Promise<void> {
    if (batch.length > 1) {
      const half = Math.ceil(batch.length / 2);
      await this.#store(batch.slice(0, half));
      await this.#store(batch.slice(half));
      return;
    }
    const [message] = batch;
    if (!message) return;
    const one = arrivedOf(message);
    await this.options.database.transaction(this.#scope, (tx) =>
      insertRejects(tx, [
        {
          ...one,
          deviceNo: one.subject.split('.')[3] ?? null,
          deviceId: null,
          reason: 'badSchema',
          detail: error.message.slice(0, 200),
          raw: one.text,
        },
      ]),
    );
    message.ack();
  }

  async #commit(arrived: readonly Arrived[]): Promise<void> {
    await this.options.database.transaction(this.#scope, async (tx) => {
      if (!(await takeLease(tx, this.#holder))) throw new Error('another process reads this stream');
      await takeBatch(tx, arrived, this.#pace);
    });
    this.#pace.keep();
  }
}
