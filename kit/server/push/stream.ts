import { Readable } from 'node:stream';
import { mayEnter } from '#kit/contract/permission.ts';
import type { Actor } from '../auth/actor.ts';
import { type Event, reaches } from '../events/event.ts';
import { type Subscription, type TopicParams, topicOf } from './topic.ts';

// A reader this far behind is cut off; it comes back and asks for what it missed.
const maxUnread = 1024 * 1024;

const frames = new WeakMap<Event, string>();

/** `to`: tabs share a stream, and each knows by its parameters what it asked for. */
function frameOf(event: Event, to: readonly TopicParams[]): string {
  let frame = frames.get(event);
  if (!frame) {
    const { position, topic, kind, at, data = null } = event;
    frame = `id: ${position}\nevent: ${topic}\ndata: ${JSON.stringify({ topic, kind, at, data }).slice(0, -1)}`;
    frames.set(event, frame);
  }
  const address = topicOf(event.topic)?.params ? `,"to":${JSON.stringify(to)}` : '';
  return `${frame}${address}}\n\n`;
}

/** One browser's open stream: what is written to it, in order, after the rules were asked at that moment. */
export class PushStream {
  readonly id: number;
  readonly readable: Readable;
  actor: Actor;
  subscriptions: readonly Subscription[];
  /** Told of every event that was written. */
  onSent: ((event: Event) => void) | undefined;
  readonly #work: (() => void | Promise<void>)[] = [];
  #position: number;
  #working = false;
  #ended = false;

  constructor(id: number, actor: Actor, subscriptions: readonly Subscription[], position: number) {
    this.id = id;
    this.actor = actor;
    this.subscriptions = subscriptions;
    this.#position = position;
    this.readable = new Readable({ read() {} });
    this.readable.on('error', () => {});
  }

  /** Everything up to here was written or was not meant for this stream. */
  get position(): number {
    return this.#position;
  }

  offer(event: Event): void {
    if (event.position <= this.#position) return;
    const meant = this.subscriptions.some((one) => one.topic === event.topic);
    if (meant) this.after(() => this.#deliver(event));
    else if (!this.#working) this.#position = event.position;
  }

  /** The reader has these already, from another process. */
  skipTo(position: number): void {
    this.#position = Math.max(this.#position, position);
  }

  /** Does something in its turn, after what was offered before. */
  after(work: () => void | Promise<void>): void {
    this.#work.push(work);
    if (!this.#working) void this.#goOn();
  }

  async #goOn(): Promise<void> {
    this.#working = true;
    for (let work = this.#work.shift(); work && !this.#ended; work = this.#work.shift()) {
      try {
        await work();
      } catch {
        // What cannot be decided is not shown; the reader comes back and asks for it again.
        this.destroy();
      }
    }
    this.#working = false;
  }

  async #deliver(event: Event): Promise<void> {
    if (event.position <= this.#position) return;
    this.send(event, await this.meantFor(event));
    this.#position = event.position;
  }

  /** The parameters of all subscriptions an event is for. */
  async meantFor(event: Event): Promise<TopicParams[]> {
    const topic = topicOf(event.topic);
    if (!topic || !mayEnter(this.actor.actions, topic.access)) return [];
    if (!reaches(this.actor, event.tenantNo, event.audience)) return [];
    const meant: TopicParams[] = [];
    for (const { topic: name, params = {} } of this.subscriptions) {
      if (name === event.topic && (!topic.filter || (await topic.filter(this.actor, event, params))))
        meant.push(params);
    }
    return meant;
  }

  send(event: Event, to: readonly TopicParams[]): void {
    if (to.length === 0) return;
    this.#write(frameOf(event, to));
    this.onSent?.(event);
  }

  /** Shown if it is meant for this stream, without a place: nobody can ask for it again. */
  whisper(event: Event): void {
    if (!this.subscriptions.some((one) => one.topic === event.topic)) return;
    this.after(async () => {
      const to = await this.meantFor(event);
      if (to.length > 0) this.#write(frameOf(event, to).replace(/^id: .*\n/, ''));
    });
  }

  /** A word of the stream itself; with `id` where the reader may take it for the place it has reached. */
  say(event: string, data: unknown, id?: number): void {
    this.#write(`${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
  }

  bye(reason: string): void {
    if (this.#ended) return;
    this.say('bye', { reason });
    this.#ended = true;
    this.readable.push(null);
  }

  destroy(): void {
    this.#ended = true;
    this.readable.destroy();
  }

  #write(frame: string): void {
    if (this.#ended) return;
    this.readable.push(frame);
    if (this.readable.readableLength > maxUnread) this.destroy();
  }
}
