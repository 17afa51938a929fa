import type { Readable } from 'node:stream';
import type { Logger } from 'pino';
import { notFound } from '#kit/contract/errors.ts';
import type { Actor, Authenticator } from '../auth/actor.ts';
import type { Database, Tx } from '../db/database.ts';
import { makeScope } from '../db/scope.ts';
import type { Event } from '../events/event.ts';
import type { Feed } from '../events/feed.ts';
import { canReplay, publish, replay } from '../events/outbox.ts';
import { type Guest, guestAddress } from './guest.ts';
import { PushStream } from './stream.ts';
import { checked, type Subscription, type TopicParams, wordsOf } from './topic.ts';
import { Views } from './views.ts';

export interface HubParts {
  readonly database: Database;
  readonly authenticator: Authenticator;
  readonly feed: Feed;
  readonly log: Logger;
  limits(tenantNo: number): Promise<{ perUser: number; keepMinutes: number }>;
}

export interface StreamAsk {
  readonly topics: readonly Subscription[];
  /** What the reader had last, as it said it. */
  readonly lastEventId?: string | undefined;
}

const nobody = makeScope({ tenantNo: -1, userId: null });
const beatEvery = 3_000;
const beatsPerPing = 5;
const maxReplayed = 1_000;
const maxLookedAt = 10_000;

/** Internal: how processes tell each other about their streams. Browsers cannot have it. */
const control = 'push';

/** The streams of this process. Who listens in all processes together stands in `kit.push_stream`. */
export class PushHub {
  readonly #parts: HubParts;
  readonly #streams = new Map<number, PushStream>();
  /** Of those without an account: one each, in this process's memory alone. */
  readonly #guests = new Map<number, PushStream>();
  readonly #views: Views;
  #beats = 0;
  #closing = false;
  readonly #timer: NodeJS.Timeout;

  constructor(parts: HubParts) {
    this.#parts = parts;
    this.#views = new Views(parts.log);
    parts.feed.listen((event) => this.#hear(event));
    this.#timer = setInterval(() => void this.#beat(), beatEvery);
  }

  get size(): number {
    return this.#streams.size;
  }

  async open(actor: Actor, ask: StreamAsk): Promise<Readable> {
    const topics = checked(actor, ask.topics);
    const { database, feed } = this.#parts;
    const limits = await this.#parts.limits(actor.tenantNo);
    const { id, replaced } = await database.transaction(actor.scope, (tx) =>
      enter(tx, actor, topics, Math.max(1, limits.perUser)),
    );
    for (const old of replaced) this.#streams.get(old)?.bye('replaced');

    const upto = feed.position;
    const last = ask.lastEventId === undefined ? null : Number(ask.lastEventId);
    const stream = new PushStream(id, actor, topics, upto);
    this.#streams.set(id, stream);
    stream.readable.on('close', () => this.#left(stream));
    if (this.#closing) stream.bye('restart');
    stream.say('hello', { streamId: id, topics });
    stream.after(async () => {
      if (last !== null) {
        // This process may be a moment behind the one the reader was with.
        if (await this.#resend(stream, last, upto, limits.keepMinutes)) stream.skipTo(last);
        else stream.say('resync', {}, upto);
      }
      stream.say('ping', {}, stream.position);
    });
    stream.onSent = (event) => this.#views.touch(stream, event.topic);
    this.#views.follow(stream);
    return stream.readable;
  }

  /** A guest hears what is said to them by signals of one topic, and nothing else; opened again, the stream before it ends. */
  openGuest({ tenantNo, guestId }: Guest, topic: string): Readable {
    const userId = guestAddress(guestId);
    const actor: Actor = {
      userId,
      username: '',
      nickname: '',
      tenantNo,
      principalId: 0,
      sessionId: 0,
      portalId: null,
      roles: [],
      actions: new Set(),
      permVersion: 0,
      scope: makeScope({ tenantNo, userId: null }),
      readOnly: true,
    };
    const stream = new PushStream(userId, actor, [{ topic }], 0);
    this.#guests.get(guestId)?.bye('replaced');
    this.#guests.set(guestId, stream);
    stream.readable.on('close', () => {
      if (this.#guests.get(guestId) === stream) this.#guests.delete(guestId);
    });
    if (this.#closing) stream.bye('restart');
    stream.say('hello', { streamId: userId, topics: [{ topic }] });
    return stream.readable;
  }

  /** Changes what a stream of the actor's brings, whichever process holds it. */
  async subscribe(
    actor: Actor,
    streamId: number,
    add: readonly Subscription[],
    drop: readonly Subscription[],
  ): Promise<readonly Subscription[]> {
    const added = add.length > 0 ? checked(actor, add) : [];
    const topics = await this.#parts.database.transaction(actor.scope, async (tx) => {
      const [row] = await tx.query<{ topics: Subscription[] }>(
        'select topics from kit.push_stream where id = $1 and user_id = $2 and closed_at is null for update',
        [streamId, actor.userId],
      );
      if (!row) throw notFound();
      const kept = row.topics.filter((one) => !drop.some((gone) => covers(gone, one)));
      const fresh = added.filter((one) => !kept.some((other) => same(one, other)));
      const now = [...kept, ...fresh];
      if (now.length > 0) checked(actor, now);
      await tx.query('update kit.push_stream set topics = $2 where id = $1', [streamId, JSON.stringify(now)]);
      await publish(tx, control, { kind: 'topics', data: { streamId, topics: now } });
      return now;
    });
    this.#resubscribe(streamId, topics);
    return topics;
  }

  /** Something that is said now or never, to streams of this process; what the topic's own rules forbid is not shown. */
  signal(event: Event): void {
    for (const stream of [...this.#streams.values(), ...this.#guests.values()])
      if (stream.actor.tenantNo === event.tenantNo && event.audience?.userIds?.includes(stream.actor.userId))
        stream.whisper(event);
  }

  close(): void {
    this.#closing = true;
    clearInterval(this.#timer);
    this.#views.close();
    for (const stream of [...this.#streams.values(), ...this.#guests.values()]) stream.bye('restart');
  }

  /** Everything after `last` that is for this reader; false when that can no longer be told. */
  async #resend(stream: PushStream, last: number, upto: number, keepMinutes: number): Promise<boolean> {
    const { database } = this.#parts;
    if (!Number.isSafeInteger(last) || last < 0 || !(await canReplay(database, last, keepMinutes))) return false;
    const meant: [Event, TopicParams[]][] = [];
    const topics = [...new Set(stream.subscriptions.map((one) => one.topic))];
    for (let after = last, looked = 0; ; ) {
      const page = await replay(database, { tenantNo: stream.actor.tenantNo, after, upto, topics }, maxReplayed);
      for (const event of page) {
        const to = await stream.meantFor(event);
        if (to.length > 0) meant.push([event, to]);
      }
      looked += page.length;
      if (meant.length > maxReplayed || looked > maxLookedAt) return false;
      if (page.length < maxReplayed) break;
      after = page.at(-1)?.position ?? upto;
    }
    for (const [event, to] of meant) stream.send(event, to);
    return true;
  }

  #hear(event: Event): void {
    if (event.topic === control) this.#obey(event);
    if (event.topic === 'perm') {
      for (const userId of event.audience?.userIds ?? []) this.#parts.authenticator.forget(userId);
    }
    for (const stream of this.#streams.values()) {
      if (stream.actor.tenantNo !== event.tenantNo) continue;
      if (event.topic === 'perm' && event.audience?.userIds?.includes(stream.actor.userId)) this.#refresh(stream);
      stream.offer(event);
    }
  }

  #obey({ kind, data }: Event): void {
    if (kind === 'topics') {
      const { streamId, topics } = data as { streamId: number; topics: Subscription[] };
      this.#resubscribe(streamId, topics);
    }
    if (kind === 'close') {
      for (const id of (data as { streamIds: number[] }).streamIds) this.#streams.get(id)?.bye('replaced');
    }
  }

  #resubscribe(streamId: number, topics: readonly Subscription[]): void {
    const stream = this.#streams.get(streamId);
    if (!stream) return;
    stream.subscriptions = topics;
    this.#views.follow(stream);
  }

  /** Rights as they are now, before anything later is shown. */
  #refresh(stream: PushStream): void {
    stream.after(async () => {
      const actor = await this.#parts.authenticator.actorOf(stream.actor.userId);
      // It left meanwhile: nobody would ever take it out of a view again.
      if (!this.#streams.has(stream.id)) return;
      if (!actor) return stream.bye('ended');
      stream.actor = { ...actor, sessionId: stream.actor.sessionId };
      this.#views.follow(stream);
    });
  }

  /** Changed from outside the reader's tenant, where no event reaches them: their page is told here. */
  #changed(stream: PushStream): void {
    this.#parts.authenticator.forget(stream.actor.userId);
    this.#refresh(stream);
    const at = new Date().toISOString();
    stream.after(() => stream.say('perm', { topic: 'perm', kind: 'changed', at, data: null }));
  }

  /** Ended sessions lose their streams, changed rights take effect, and the line is kept open. */
  async #beat(): Promise<void> {
    this.#beats += 1;
    if (this.#beats % beatsPerPing === 0) for (const guest of this.#guests.values()) guest.say('ping', {});
    if (this.#streams.size === 0) return;
    const streams = [...this.#streams.values()];
    try {
      const living = await this.#parts.authenticator.living([...new Set(streams.map((one) => one.actor.sessionId))]);
      for (const stream of streams) {
        const version = living.get(stream.actor.sessionId);
        if (version === undefined) stream.bye('ended');
        else if (version !== stream.actor.permVersion) this.#changed(stream);
      }
      if (this.#beats % beatsPerPing !== 0) return;
      for (const stream of streams) stream.after(() => stream.say('ping', {}, stream.position));
      await this.#tell('select kit.beat_streams($1)', [streams.map((one) => one.id)]);
    } catch (error) {
      this.#parts.log.warn({ err: error }, 'streams could not be looked after');
    }
  }

  #left(stream: PushStream): void {
    this.#streams.delete(stream.id);
    this.#views.leave(stream);
    this.#tell('select kit.close_streams($1, $2)', [[stream.id], 'left']).catch(() => {});
  }

  async #tell(text: string, values: unknown[]): Promise<void> {
    await this.#parts.database.read(nobody, { text, values });
  }
}

/** Writes the stream down and closes the oldest of the user's beyond the limit, wherever they are. */
async function enter(
  tx: Tx,
  actor: Actor,
  topics: readonly Subscription[],
  perUser: number,
): Promise<{ id: number; replaced: number[] }> {
  await tx.query("select pg_advisory_xact_lock(hashtextextended('kit.push_stream', $1))", [actor.userId]);
  const [row] = await tx.query<{ id: number }>(
    'insert into kit.push_stream (tenant_no, user_id, session_id, topics) values ($1, $2, $3, $4) returning id',
    [actor.tenantNo, actor.userId, actor.sessionId, JSON.stringify(topics)],
  );
  const replaced = await tx.query<{ id: number }>(
    `update kit.push_stream set closed_at = clock_timestamp(), close_reason = 'replaced' where id in (
       select id from kit.push_stream where user_id = $1 and closed_at is null and seen_at > now() - interval '60 seconds'
       order by id desc offset $2) returning id`,
    [actor.userId, perUser],
  );
  const streamIds = replaced.map((one) => one.id);
  if (streamIds.length > 0) await publish(tx, control, { kind: 'close', data: { streamIds } });
  return { id: row?.id ?? 0, replaced: streamIds };
}

const same = (one: Subscription, other: Subscription) =>
  one.topic === other.topic && wordsOf(one.params) === wordsOf(other.params);
/** Dropped without parameters, a topic goes with all of them. */
const covers = (gone: Subscription, one: Subscription) =>
  gone.topic === one.topic && (gone.params === undefined || same(gone, one));
