import type { Logger } from 'pino';
import type { Database } from '../db/database.ts';
import { hasPassed } from '../has-passed.ts';
import type { Bus, Carried } from './bus.ts';
import type { Event } from './event.ts';
import { eventsAfter, onPublished, readCursor, sequence } from './outbox.ts';

const page = 500;
const lookEvery = 1_000;
const lookRarely = 5_000;

/**
 * All events, in order, each once, for this process. NATS brings them fast; whatever it left out (a gap in the positions,
 * a break, no NATS at all) is read from the outbox.
 */
export class Feed {
  readonly #database: Database;
  readonly #bus: Bus | null;
  readonly #log: Logger;
  readonly #listeners = new Set<(event: Event) => void>();
  #position = 0;
  #generation = '';
  #reading = false;
  #again = false;
  #lookedAt = 0;
  #timer: NodeJS.Timeout | undefined;
  #stop: () => void = () => {};

  constructor(database: Database, bus: Bus | null, log: Logger) {
    this.#database = database;
    this.#bus = bus;
    this.#log = log;
  }

  /** The last event that every listener was told. */
  get position(): number {
    return this.#position;
  }

  listen(listener: (event: Event) => void): void {
    this.#listeners.add(listener);
  }

  async start(): Promise<void> {
    const { generation, last } = await readCursor(this.#database);
    this.#position = last;
    this.#generation = generation;
    this.#bus?.onEvent((event) => this.#hear(event));
    this.#bus?.onUp(() => void this.#catchUp());
    const stop = onPublished(() => {
      if (!this.#bus?.isUp) void this.#catchUp();
    });
    this.#timer = setInterval(() => {
      // Also with NATS up: whoever carries events may hang.
      if (!this.#bus?.isUp || hasPassed(this.#lookedAt, lookRarely)) void this.#catchUp(true);
    }, lookEvery);
    this.#stop = () => {
      clearInterval(this.#timer);
      stop();
      this.#listeners.clear();
    };
  }

  close(): void {
    this.#stop();
  }

  #hear(event: Carried): void {
    if (event.generation !== this.#generation || event.position <= this.#position) return;
    if (event.position === this.#position + 1 && !this.#reading) this.#tell(event);
    else void this.#catchUp();
  }

  async #catchUp(order = !this.#bus?.isUp): Promise<void> {
    this.#again = true;
    if (this.#reading) return;
    this.#reading = true;
    try {
      while (this.#again) {
        this.#again = false;
        this.#lookedAt = Date.now();
        // With nobody to carry them, somebody must still put them in order.
        if (order) await sequence(this.#database);
        const events = await eventsAfter(this.#database, this.#position, page);
        for (const event of events) this.#tell(event);
        if (events.length === page) this.#again = true;
      }
    } catch (error) {
      this.#log.warn({ err: error }, 'events cannot be read');
    } finally {
      this.#reading = false;
    }
  }

  #tell(event: Event): void {
    this.#position = event.position;
    for (const listener of this.#listeners) {
      try {
        listener(event);
      } catch (error) {
        this.#log.error({ err: error, topic: event.topic }, 'a listener failed');
      }
    }
  }
}
