import type { Logger } from 'pino';
import type { Database, Login } from '../db/database.ts';
import { Bus, type BusSettings } from './bus.ts';
import { consume, registeredConsumers } from './consumer.ts';
import { Feed } from './feed.ts';
import { Relay } from './relay.ts';

export interface EventParts {
  readonly login: Login;
  readonly database: Database;
  readonly log: Logger;
  /** Left out, events stay in this database: streams work, durable consumers do not. */
  readonly bus?: BusSettings | undefined;
  /** Does the work of durable consumers too. */
  readonly worker?: boolean;
}

export interface Events {
  readonly feed: Feed;
  /** Null: this process is alone with its database. */
  readonly bus: Bus | null;
  state(): 'up' | 'away' | 'off';
  close(): Promise<void>;
}

/** Everything that carries events in this process. */
export async function startEvents(parts: EventParts): Promise<Events> {
  const { login, database, log, bus: settings } = parts;
  const bus = settings ? new Bus(settings, log) : null;
  const feed = new Feed(database, bus, log);
  await feed.start();
  const relay = bus ? new Relay(login, bus, log) : null;
  const work = bus && parts.worker ? registeredConsumers() : [];
  const consumers = work.map((one) => consume({ bus: bus as Bus, database, log }, one));
  return {
    feed,
    bus,
    state: () => (bus ? (bus.isUp ? 'up' : 'away') : 'off'),
    close: async () => {
      feed.close();
      await Promise.all(consumers.map((one) => one.close()));
      await relay?.close();
      await bus?.close();
    },
  };
}
