import { setTimeout as pause } from 'node:timers/promises';
import {
  type JetStreamClient,
  type JetStreamManager,
  jetstream,
  jetstreamManager,
  RetentionPolicy,
  StorageType,
} from '@nats-io/jetstream';
import { connect, type NatsConnection, nanos } from '@nats-io/transport-node';
import type { Logger } from 'pino';
import type { Event } from './event.ts';

export interface BusSettings {
  url: string;
  user?: string;
  password?: string;
  /** Several installations on one NATS keep apart by it. */
  space?: string;
}

/** An event on its way; `generation` names the database it comes from. */
export interface Carried extends Event {
  readonly generation: string;
}

/** Null for what is no event of ours, whoever sent it. */
export function readEvent(message: { json<T>(): T }): Carried | null {
  try {
    const event = message.json<Carried>();
    return typeof event?.position === 'number' && typeof event.topic === 'string' ? event : null;
  } catch {
    return null;
  }
}

const minute = 60_000;
const day = 24 * 60 * minute;

/**
 * The connection to NATS. It may be away at any time, at the start too: nothing here throws because of that, and
 * everything goes on by itself when it is back.
 */
export class Bus {
  readonly stream: string;
  readonly prefix: string;
  readonly #settings: BusSettings;
  readonly #log: Logger;
  readonly #onUp = new Set<() => void>();
  readonly #onEvent = new Set<(event: Carried) => void>();
  readonly #onNudge = new Set<() => void>();
  readonly #onSignal = new Set<(words: string) => void>();
  #connection: NatsConnection | null = null;
  #up = false;
  #closing = false;
  readonly #done: Promise<void>;

  constructor(settings: BusSettings, log: Logger) {
    this.#settings = settings;
    this.#log = log;
    this.stream = settings.space ? `EVENTS_${settings.space}` : 'EVENTS';
    this.prefix = settings.space ? `ev_${settings.space}` : 'ev';
    this.#done = this.#keepConnected();
  }

  get isUp(): boolean {
    return this.#up;
  }

  /** Called at every connection, the first one and those after a break. */
  onUp(listener: () => void): void {
    this.#onUp.add(listener);
    if (this.#up) listener();
  }

  /** What is published from now on, by whichever process; may miss some around a break. */
  onEvent(listener: (event: Carried) => void): void {
    this.#onEvent.add(listener);
  }

  onNudge(listener: () => void): void {
    this.#onNudge.add(listener);
  }

  /** What is said past the store: heard by whoever listens just now, this process included. */
  onSignal(listener: (words: string) => void): void {
    this.#onSignal.add(listener);
  }

  signal(words: string): void {
    if (this.#up) this.#connection?.publish(`${this.prefix}-signal`, words);
  }

  /** Tells the process that carries events that there are some. */
  nudge(): void {
    if (this.#up) this.#connection?.publish(`${this.prefix}-nudge`);
  }

  client(): { js: JetStreamClient; connection: NatsConnection } {
    if (!this.#connection || !this.#up) throw new Error('NATS is away');
    return { js: jetstream(this.#connection), connection: this.#connection };
  }

  manager(): Promise<JetStreamManager> {
    return jetstreamManager(this.client().connection, { checkAPI: false });
  }

  /** Answers how many, from the first on, are safely stored. */
  async store(events: readonly Carried[]): Promise<number> {
    const { js } = this.client();
    const stored = await Promise.allSettled(
      events.map((event) =>
        js.publish(`${this.prefix}.${event.tenantNo}.${event.topic}`, JSON.stringify(event), {
          msgID: `${event.generation}-${event.id}`,
          timeout: 5_000,
        }),
      ),
    );
    const failed = stored.findIndex((one) => one.status === 'rejected');
    if (failed < 0) return events.length;
    this.#log.warn({ err: (stored[failed] as PromiseRejectedResult).reason }, 'event not stored');
    // The stream itself may be gone, with all that NATS had: make it again.
    await this.#ensureStream().catch(() => {});
    return failed;
  }

  async close(): Promise<void> {
    this.#closing = true;
    this.#up = false;
    await this.#connection?.close().catch(() => {});
    await this.#done;
  }

  async #keepConnected(): Promise<void> {
    let told = false;
    while (!this.#closing) {
      try {
        const { url, user, password } = this.#settings;
        this.#connection = await connect({
          servers: url,
          ...(user === undefined ? {} : { user }),
          ...(password === undefined ? {} : { pass: password }),
          name: 'mulian',
          maxReconnectAttempts: -1,
          reconnectTimeWait: 500,
          reconnectJitter: 200,
          ignoreAuthErrorAbort: true,
          pingInterval: 5_000,
          timeout: 5_000,
        });
        told = false;
        await this.#liveOn(this.#connection);
      } catch (error) {
        if (!told && !this.#closing) this.#log.warn({ err: error }, 'NATS is away; events wait in the database');
        told = true;
      }
      this.#up = false;
      if (!this.#closing) await pause(500);
    }
  }

  /** Lives as long as the connection, breaks included. */
  async #liveOn(connection: NatsConnection): Promise<void> {
    // Closed while it was still being made.
    if (this.#closing) return connection.close();
    connection.subscribe(`${this.prefix}.>`, {
      callback: (error, message) => {
        const event = error ? null : readEvent(message);
        if (event) for (const listener of this.#onEvent) listener(event);
      },
    });
    connection.subscribe(`${this.prefix}-nudge`, {
      callback: () => {
        for (const listener of this.#onNudge) listener();
      },
    });
    connection.subscribe(`${this.prefix}-signal`, {
      callback: (error, message) => {
        if (!error) for (const listener of this.#onSignal) listener(message.string());
      },
    });
    void this.#becomeUp();
    for await (const status of connection.status()) {
      if (status.type === 'disconnect') {
        if (this.#up && !this.#closing) this.#log.warn('NATS is away; events wait in the database');
        this.#up = false;
      }
      if (status.type === 'reconnect') void this.#becomeUp();
    }
    await connection.closed();
  }

  async #becomeUp(): Promise<void> {
    const connection = this.#connection;
    while (!this.#closing && connection && !connection.isClosed()) {
      try {
        await this.#ensureStream();
        this.#up = true;
        this.#log.info('NATS is up');
        for (const listener of this.#onUp) listener();
        return;
      } catch (error) {
        this.#log.warn({ err: error }, 'the stream of events cannot be prepared');
        await pause(1_000);
      }
    }
  }

  async #ensureStream(): Promise<void> {
    if (!this.#connection) return;
    const manager = await jetstreamManager(this.#connection, { checkAPI: false });
    const known = await manager.streams.info(this.stream).then(
      () => true,
      (error: { code?: number; message?: string }) => {
        if (error.code === 10059 || /not found/i.test(error.message ?? '')) return false;
        throw error;
      },
    );
    if (known) return;
    await manager.streams.add({
      name: this.stream,
      subjects: [`${this.prefix}.>`],
      retention: RetentionPolicy.Limits,
      storage: StorageType.File,
      // A consumer that was down for a long weekend still finds everything.
      max_age: nanos(4 * day),
      duplicate_window: nanos(10 * minute),
    });
  }
}
