import pg from 'pg';
import type { Logger } from 'pino';
import type { Login } from '../db/database.ts';
import { hasPassed } from '../has-passed.ts';
import type { Bus } from './bus.ts';
import { asEvent, type Cursor, type EventRow, onPublished, statements } from './outbox.ts';

const lockKey = 7_309;
const batch = 500;
const lookEvery = 500;
const standby = 2_000;
const givesUpAfter = 10_000;
const sweepEvery = 60_000;

/**
 * Carries events from the outbox to NATS. One process does it, the holder of an advisory lock; its statements run on the
 * very connection that holds it, so a process that lost the lock cannot go on by mistake.
 */
export class Relay {
  readonly #login: Login;
  readonly #bus: Bus;
  readonly #log: Logger;
  readonly #done: Promise<void>;
  #client: pg.Client | null = null;
  #leads = false;
  #closing = false;
  #woken = false;
  #wake: () => void = () => {};
  #sweptAt = Date.now();

  constructor(login: Login, bus: Bus, log: Logger) {
    this.#login = login;
    this.#bus = bus;
    this.#log = log;
    const stop = onPublished(() => (this.#leads ? this.#wakeUp() : this.#bus.nudge()));
    bus.onNudge(() => this.#leads && this.#wakeUp());
    bus.onUp(() => this.#wakeUp());
    this.#done = this.#run().finally(stop);
  }

  async close(): Promise<void> {
    this.#closing = true;
    this.#wakeUp();
    await this.#done;
  }

  async #run(): Promise<void> {
    while (!this.#closing) {
      try {
        await this.#session();
      } catch (error) {
        if (!this.#closing) this.#log.warn({ err: error }, 'the relay of events starts again');
      }
      this.#leads = false;
      await this.#client?.end().catch(() => {});
      this.#client = null;
      await this.#sleep(standby);
    }
  }

  async #session(): Promise<void> {
    const client = new pg.Client({
      ...this.#login,
      application_name: 'mulian relay',
      connectionTimeoutMillis: 10_000,
      options:
        '-c timezone=Asia/Shanghai -c statement_timeout=15s -c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5',
    });
    this.#client = client;
    client.on('error', () => this.#wakeUp());
    await client.connect();
    while (!this.#closing) {
      const { rows } = await client.query<{ held: boolean }>('select pg_try_advisory_lock($1) as held', [lockKey]);
      if (rows[0]?.held) return this.#lead(client);
      await this.#sleep(standby);
    }
  }

  async #lead(client: pg.Client): Promise<void> {
    this.#leads = true;
    let awaySince = 0;
    while (!this.#closing) {
      if (this.#bus.isUp) awaySince = 0;
      else awaySince ||= Date.now();
      // Perhaps only this process cannot reach NATS: let another one try.
      if (awaySince > 0 && hasPassed(awaySince, givesUpAfter)) return;
      await client.query(statements.sequence);
      const full = this.#bus.isUp && (await this.#carry(client));
      if (hasPassed(this.#sweptAt, sweepEvery)) {
        this.#sweptAt = Date.now();
        await client.query(statements.sweep);
      }
      if (!full) await this.#sleep(lookEvery);
    }
  }

  /** Tells whether there is more at once. */
  async #carry(client: pg.Client): Promise<boolean> {
    const [cursor] = (await client.query<Cursor>(statements.cursor)).rows;
    if (!cursor || cursor.sent >= cursor.last) return false;
    const { rows } = await client.query<EventRow>(statements.after, [cursor.sent, batch]);
    const stored = await this.#bus.store(rows.map((row) => ({ ...asEvent(row), generation: cursor.generation })));
    const last = rows[stored - 1];
    if (last) await client.query(statements.sent, [last.position]);
    return stored === rows.length && rows.length > 0;
  }

  #wakeUp(): void {
    this.#woken = true;
    this.#wake();
  }

  /** At most this long; less when there is something to do, also if that was said a moment ago. */
  async #sleep(ms: number): Promise<void> {
    if (!this.#woken && !this.#closing) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms);
        this.#wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
      this.#wake = () => {};
    }
    this.#woken = false;
  }
}
