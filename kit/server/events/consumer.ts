import { setTimeout as pause } from 'node:timers/promises';
import { AckPolicy, type ConsumerMessages, DeliverPolicy, type JsMsg } from '@nats-io/jetstream';
import { nanos } from '@nats-io/transport-node';
import type { Logger } from 'pino';
import type { Database, Tx } from '../db/database.ts';
import { systemScope } from '../db/scope.ts';
import { type Bus, readEvent } from './bus.ts';
import type { Event } from './event.ts';
import { readCursor } from './outbox.ts';

export interface Consumer {
  /** Never changes: under it NATS remembers how far the work has come. */
  readonly name: string;
  /** Topics, `*` for one word and `>` for the rest. */
  readonly topics: readonly string[];
  /** Its effect belongs into `tx`, which sees the event's tenant and nothing else. */
  readonly handle: (tx: Tx, event: Event) => Promise<void>;
  /** Without an answer for so long the event is given out again. */
  readonly ackWait?: number;
}

const consumers: Consumer[] = [];

/** Registered at start by the module that listens; every process that works takes its share. */
export function registerConsumer(consumer: Consumer): void {
  if (!consumers.some((one) => one.name === consumer.name)) consumers.push(consumer);
}

export const registeredConsumers = (): readonly Consumer[] => consumers;

interface Parts {
  readonly bus: Bus;
  readonly database: Database;
  readonly log: Logger;
}

const maxTries = 10;

/** Every event at least once from NATS, its effect exactly once: both are in one transaction with the note that it was dealt with. */
export function consume(parts: Parts, consumer: Consumer): { close(): Promise<void> } {
  let closing = false;
  let messages: ConsumerMessages | null = null;
  const run = async () => {
    while (!closing) {
      try {
        const { generation } = await readCursor(parts.database);
        messages = await open(parts, consumer);
        for await (const message of messages) {
          // What was fetched ahead goes back at once, to whoever works on.
          if (closing) message.nak();
          else await deal(parts, consumer, generation, message);
        }
      } catch (error) {
        if (parts.bus.isUp) parts.log.warn({ err: error, consumer: consumer.name }, 'consumer starts again');
      }
      if (!closing) await pause(500);
    }
  };
  const done = run();
  return {
    close: async () => {
      closing = true;
      messages?.stop();
      await done;
    },
  };
}

async function open({ bus }: Parts, { name, topics, ackWait = 30_000 }: Consumer): Promise<ConsumerMessages> {
  const manager = await bus.manager();
  const only = topics.length === 1 ? topics[0] : undefined;
  await manager.consumers.add(bus.stream, {
    durable_name: name,
    ack_policy: AckPolicy.Explicit,
    ack_wait: nanos(ackWait),
    deliver_policy: DeliverPolicy.All,
    max_ack_pending: 64,
    // Several filters need a newer server than some run; those that are not meant are acknowledged unread.
    filter_subject: only ? `${bus.prefix}.*.${only}` : `${bus.prefix}.>`,
  });
  const durable = await bus.client().js.consumers.get(bus.stream, name);
  const messages = await durable.consume({ max_messages: 16, expires: 10_000, abort_on_missing_resource: true });
  // A connection that is closed for good ends the wait for the next message.
  void bus
    .client()
    .connection.closed()
    .then(() => messages.stop());
  return messages;
}

async function deal({ database, log }: Parts, consumer: Consumer, generation: string, message: JsMsg): Promise<void> {
  const event = readEvent(message);
  const mine = event?.generation === generation && consumer.topics.some((topic) => matches(topic, event.topic));
  if (!event || !mine) return message.ack();
  const scope = systemScope(event.tenantNo, consumer.name);
  try {
    await database.transaction(scope, async (tx) => {
      if (await note(tx, consumer, event, null)) await consumer.handle(tx, event);
    });
    message.ack();
  } catch (error) {
    const tries = message.info.deliveryCount;
    log.error(
      { err: error, consumer: consumer.name, event: event.id, topic: event.topic, tries },
      'event not dealt with',
    );
    if (tries < maxTries) return message.nak(Math.min(500 * 2 ** tries, 60_000));
    // One event that cannot be dealt with must not hold up the rest; it stays on record with its fault.
    const aside = await database
      .transaction(scope, (tx) => note(tx, consumer, event, String(error).slice(0, 500)))
      .catch(() => null);
    if (aside === null) message.nak(60_000);
    else message.term();
  }
}

/** Tells whether this is the first time. */
async function note(tx: Tx, { name }: Consumer, { tenantNo, id }: Event, fault: string | null): Promise<boolean> {
  const made = await tx.query(
    'insert into kit.consumed_event (tenant_no, consumer, event_id, fault) values ($1, $2, $3, $4) on conflict do nothing returning 1 as made',
    [tenantNo, name, id, fault],
  );
  return made.length > 0;
}

export function matches(pattern: string, topic: string): boolean {
  const [wanted, given] = [pattern.split('.'), topic.split('.')];
  for (const [index, word] of wanted.entries()) {
    if (word === '>') return given.length > index;
    if (given[index] === undefined || (word !== '*' && word !== given[index])) return false;
  }
  return wanted.length === given.length;
}
