import type { Logger } from 'pino';
import type { PushStream } from './stream.ts';
import { type TopicParams, topicOf, type View, wordsOf } from './topic.ts';

const gatherFor = 100;
const atMostEvery = 1_000;
/** What takes long is read less often, so that looking never costs more than a small part of the house's time. */
const restFor = 20;
const restAtMost = 2_500;
/** Clocks move figures too: days end, things grow old. */
const anywayEvery = 60_000;

interface Group {
  readonly topic: string;
  readonly params: TopicParams;
  readonly view: View;
  /** Whether the stream has been shown the whole already. */
  readonly members: Map<PushStream, boolean>;
  last: unknown;
  readAt: number;
  took: number;
  timer: NodeJS.Timeout | undefined;
  reading: boolean;
  again: boolean;
}

/** Values shown while they change: read once for everybody who is shown the same, and sent as what differs. */
export class Views {
  readonly #groups = new Map<string, Group>();
  readonly #log: Logger;
  readonly #clock: NodeJS.Timeout;
  #turn: Promise<void> = Promise.resolve();

  constructor(log: Logger) {
    this.#log = log;
    this.#clock = setInterval(() => {
      for (const group of this.#groups.values()) this.#soon(group);
    }, anywayEvery);
  }

  get size(): number {
    return this.#groups.size;
  }

  /** Brings a stream to the views its subscriptions name now. */
  follow(stream: PushStream): void {
    const wanted = new Map<string, { topic: string; params: TopicParams; view: View }>();
    for (const { topic, params = {} } of stream.subscriptions) {
      const view = topicOf(topic)?.view;
      const key = view?.key(stream.actor, params);
      if (view && key != null) wanted.set(`${topic} ${key} ${wordsOf(params)}`, { topic, params, view });
    }
    for (const [key, group] of this.#groups) if (!wanted.has(key)) this.#part(key, group, stream);
    for (const [key, one] of wanted) {
      let group = this.#groups.get(key);
      if (group?.members.has(stream)) continue;
      if (!group) {
        group = {
          ...one,
          members: new Map(),
          last: undefined,
          readAt: 0,
          took: 0,
          timer: undefined,
          reading: false,
          again: false,
        };
        this.#groups.set(key, group);
      }
      group.members.set(stream, false);
      this.#soon(group);
    }
  }

  leave(stream: PushStream): void {
    for (const [key, group] of this.#groups) this.#part(key, group, stream);
  }

  /** An event reached the stream: what it shows may have moved. */
  touch(stream: PushStream, topic: string): void {
    for (const group of this.#groups.values())
      if (group.topic === topic && group.members.has(stream)) this.#soon(group);
  }

  close(): void {
    clearInterval(this.#clock);
    for (const group of this.#groups.values()) clearTimeout(group.timer);
    this.#groups.clear();
  }

  #part(key: string, group: Group, stream: PushStream): void {
    group.members.delete(stream);
    if (group.members.size > 0) return;
    clearTimeout(group.timer);
    this.#groups.delete(key);
  }

  #soon(group: Group): void {
    if (group.reading) group.again = true;
    if (group.timer || group.reading) return;
    const rest = Math.max(atMostEvery, Math.min(restAtMost, group.took * restFor));
    const wait = Math.max(gatherFor, Math.min(rest, group.readAt + rest - Date.now()));
    group.timer = setTimeout(() => {
      // One after the other: those who work come before those who watch.
      this.#turn = this.#turn.then(() => this.#show(group));
    }, wait);
  }

  async #show(group: Group): Promise<void> {
    group.timer = undefined;
    const [reader] = group.members.keys();
    if (!reader) return;
    group.reading = true;
    group.readAt = Date.now();
    try {
      const now = await group.view.read(reader.actor, group.params);
      group.took = Date.now() - group.readAt;
      const change = group.last === undefined ? null : group.view.diff(group.last, now);
      group.last = now;
      const at = new Date().toISOString();
      const say = (stream: PushStream, kind: string, data: unknown) =>
        stream.after(() => stream.say(group.topic, { topic: group.topic, kind, at, data, to: [group.params] }));
      for (const [stream, knows] of group.members) {
        if (!knows) say(stream, 'snapshot', now);
        else if (change !== null) say(stream, 'patch', change);
        group.members.set(stream, true);
      }
    } catch (error) {
      this.#log.warn({ err: error, topic: group.topic }, 'a view could not be read');
    } finally {
      group.reading = false;
    }
    if (group.again) {
      group.again = false;
      this.#soon(group);
    }
  }
}
