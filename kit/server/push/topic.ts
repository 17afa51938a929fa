import type { z } from 'zod';
import { forbidden, invalid } from '#kit/contract/errors.ts';
import { type Access, mayEnter } from '#kit/contract/permission.ts';
import type { Actor } from '../auth/actor.ts';
import type { Event } from '../events/event.ts';

export type TopicParams = Readonly<Record<string, string>>;

/** A topic as a stream asks for it. */
export interface Subscription {
  readonly topic: string;
  readonly params?: TopicParams | undefined;
}

/** The same words for the same parameters, in whatever order they were said. */
export const wordsOf = (params: TopicParams = {}): string => JSON.stringify(Object.entries(params).sort());

/** Values a topic shows while they change. */
export interface View {
  /** Streams of the same key and parameters are shown the same; null: this subscription wants events alone. */
  key(actor: Actor, params: TopicParams): string | null;
  read(actor: Actor, params: TopicParams): Promise<unknown>;
  /** What differs, as it is now; null where nothing does. */
  diff(before: unknown, after: unknown): unknown;
}

export interface Topic {
  /** The permission of the list its events belong to. */
  readonly access: Access;
  /** What a subscriber may say about it; left out, nothing. Answered as it was said: by it a page knows what is its own. */
  readonly params?: z.ZodType<TopicParams>;
  /** Beyond the event's audience, which is always asked first. */
  readonly filter?: (actor: Actor, event: Event, params: TopicParams) => boolean | Promise<boolean>;
  /** Besides its events: the whole when a stream comes, then at most once a second what an event has moved. */
  readonly view?: View;
}

const topics = new Map<string, Topic>();

/** Makes a topic one that browsers may listen to; by the module that publishes it, at start. */
export function registerTopic(name: string, topic: Topic): void {
  topics.set(name, topic);
}

export const topicOf = (name: string): Topic | undefined => topics.get(name);

const maxSubscriptions = 50;

/** Refuses what is no topic, what the actor may not have, and parameters that make no sense. */
export function checked(actor: Actor, wanted: readonly Subscription[]): Subscription[] {
  if (wanted.length === 0 || wanted.length > maxSubscriptions)
    throw invalid([{ field: 'topics', key: 'error.field.pattern' }]);
  return wanted.map(({ topic, params = {} }) => {
    const known = topicOf(topic);
    if (!known) throw invalid([{ field: 'topics', key: 'error.field.dict' }]);
    if (!mayEnter(actor.actions, known.access)) throw forbidden();
    const read = known.params?.safeParse(params);
    if (read ? !read.success : Object.keys(params).length > 0)
      throw invalid([{ field: topic, key: 'error.field.pattern' }]);
    return read?.data && Object.keys(read.data).length > 0 ? { topic, params: read.data } : { topic };
  });
}
