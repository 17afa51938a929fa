import type { Database, Tx } from '../db/database.ts';
import { makeScope } from '../db/scope.ts';
import type { Event, EventInput } from './event.ts';

/** Events are carried for all tenants; the functions behind this need no scope. */
const nobody = makeScope({ tenantNo: -1, userId: null });
const topicName = /^[a-z]\w*(\.\w+)*$/;
// NATS takes a megabyte; whoever has more to tell tells where it can be read.
const maxLength = 200_000;

const wakers = new Set<() => void>();

/** Called after every commit of this process that published something; a hint, the rows are the truth. */
export function onPublished(waker: () => void): () => void {
  wakers.add(waker);
  return () => wakers.delete(waker);
}

function wakeAll(): void {
  for (const wake of wakers) wake();
}

/**
 * Says that something happened, in the transaction in which it does. Whoever carries it on is woken after the commit and
 * not by NOTIFY, which lets commits through one at a time.
 */
export async function publish(tx: Tx, topic: string, event: EventInput): Promise<void> {
  const payload = JSON.stringify(event);
  if (!topicName.test(topic)) throw new Error(`no topic: ${topic}`);
  if (payload.length > maxLength) throw new Error(`event ${topic} ${event.kind} is too long: ${payload.length}`);
  await tx.query('insert into kit.outbox (tenant_no, topic, payload) values ($1, $2, $3)', [
    tx.scope.tenantNo,
    topic,
    payload,
  ]);
  tx.afterCommit(wakeAll);
}

export interface EventRow {
  id: number;
  position: number;
  tenant_no: number;
  topic: string;
  payload: EventInput;
  created_at: string;
}

export const asEvent = ({ id, position, tenant_no, topic, payload, created_at }: EventRow): Event => ({
  ...payload,
  id,
  position,
  tenantNo: tenant_no,
  topic,
  at: created_at,
});

export interface Cursor {
  generation: string;
  last: number;
  sent: number;
}

async function ask<Row>(database: Database, text: string, values: unknown[] = []): Promise<Row[]> {
  const [rows] = await database.read<[Row]>(nobody, { text, values });
  return rows;
}

/** The statements of whoever carries events, for the pool and for the relay's own connection alike. */
export const statements = {
  cursor: 'select generation, last, sent from kit.event_cursor',
  sequence: 'select kit.sequence_events(500) as last',
  after: 'select * from kit.events_after($1, $2)',
  sent: 'select kit.events_sent($1)',
  sweep: 'select kit.sweep_events(2000)',
};

export async function readCursor(database: Database): Promise<Cursor> {
  const [cursor] = await ask<Cursor>(database, statements.cursor);
  if (!cursor) throw new Error('kit.event_cursor has no row');
  return cursor;
}

/** Puts committed events in order; harmless whoever does it, and however many at once. */
export async function sequence(database: Database): Promise<void> {
  await ask(database, statements.sequence);
}

export async function eventsAfter(database: Database, position: number, max: number): Promise<Event[]> {
  return (await ask<EventRow>(database, statements.after, [position, max])).map(asEvent);
}

export async function canReplay(database: Database, position: number, minutes: number): Promise<boolean> {
  const [row] = await ask<{ can: boolean }>(database, 'select kit.can_replay($1, $2) as can', [position, minutes]);
  return row?.can ?? false;
}

export interface ReplayAsk {
  tenantNo: number;
  after: number;
  upto: number;
  topics: readonly string[];
}

export async function replay(database: Database, wanted: ReplayAsk, max: number): Promise<Event[]> {
  const rows = await ask<EventRow>(database, 'select * from kit.replay_events($1, $2, $3, $4, $5)', [
    wanted.tenantNo,
    wanted.after,
    wanted.upto,
    wanted.topics,
    max,
  ]);
  return rows.map(asEvent);
}
