import type { Frame } from './frames.ts';
import { lead } from './leader.ts';
import { keyOf, Line, type LineEnds, type Want } from './line.ts';

export interface PushEvent {
  readonly topic: string;
  /** What happened; `resync`: something was missed, load afresh. */
  readonly kind: string;
  readonly at: string;
  readonly data: unknown;
}

/** `live`: news arrive by themselves. `polling`: they are found when a page asks. */
export type PushState = 'live' | 'polling';

type Handler = (event: PushEvent) => void;

type Message =
  | { type: 'news'; id: string | null; event: PushEvent | null }
  | { type: 'state'; state: PushState }
  | { type: 'wants'; tab: string; wants: readonly Want[] }
  | { type: 'who' };

/** Everybody hears of a change of their rights. */
const always: Want = { topic: 'perm' };
const settleFor = 50;
const gapFor = 3_000;
const missed: Frame = { id: null, event: 'resync', data: null };

/** One tab's share of the browser's one stream: the leading tab holds it, all of them hear it. */
export class Push {
  readonly #tab = String(Math.random());
  readonly #handlers = new Map<Handler, Want>();
  readonly #watchers = new Set<() => void>();
  readonly #channel: BroadcastChannel | null;
  /** Of the other tabs; kept by every tab, since any may come to lead. */
  readonly #others = new Map<string, readonly Want[]>();
  readonly #giveUp: () => void;
  #line: Line | null = null;
  #state: PushState = 'polling';
  #lastId: string | null = null;
  #settling: ReturnType<typeof setTimeout> | undefined;

  constructor(name: string, ends: Pick<LineEnds, 'stream' | 'subscribe'>) {
    this.#channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(name);
    this.#channel?.addEventListener('message', ({ data }: MessageEvent<Message>) => this.#hear(data));
    window.addEventListener('pagehide', this.#leave);
    const begun = Date.now();
    this.#giveUp = lead(name, async (signal) => {
      this.#line = new Line(
        {
          ...ends,
          lastId: () => this.#lastId,
          wants: () => this.#wanted(),
          take: (frame) => this.#take(frame),
          live: (isLive) => {
            this.#become(isLive ? 'live' : 'polling');
            // The pages have been without news for a while, and there is no event to go on from.
            if (isLive && this.#lastId === null && Date.now() - begun > gapFor) this.#take(missed);
          },
        },
        signal,
      );
      this.#say({ type: 'who' });
      // The others answer and the page draws itself; then all topics go in one request.
      await new Promise((resolve) => setTimeout(resolve, settleFor));
      await this.#line.run();
      this.#line = null;
    });
    this.#say({ type: 'who' });
  }

  get state(): PushState {
    return this.#state;
  }

  readonly watch = (watcher: () => void): (() => void) => {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  };

  on(want: Want, handler: Handler): () => void {
    this.#handlers.set(handler, want);
    this.#settle();
    return () => {
      this.#handlers.delete(handler);
      this.#settle();
    };
  }

  close(): void {
    this.#giveUp();
    this.#leave();
    window.removeEventListener('pagehide', this.#leave);
    clearTimeout(this.#settling);
    this.#become('polling');
    this.#handlers.clear();
    this.#watchers.clear();
    this.#channel?.close();
  }

  readonly #leave = (): void => this.#say({ type: 'wants', tab: this.#tab, wants: [] });

  #say(message: Message): void {
    this.#channel?.postMessage(message);
  }

  #hear(message: Message): void {
    switch (message.type) {
      case 'news':
        this.#tell(message.id, message.event);
        break;
      case 'state':
        this.#show(message.state);
        break;
      case 'wants':
        if (message.wants.length > 0) this.#others.set(message.tab, message.wants);
        else this.#others.delete(message.tab);
        void this.#line?.follow();
        break;
      case 'who':
        this.#say({ type: 'wants', tab: this.#tab, wants: this.#own() });
        if (this.#line) this.#say({ type: 'state', state: this.#state });
    }
  }

  #own(): Want[] {
    return [always, ...this.#handlers.values()];
  }

  #wanted(): Want[] {
    const all = [...this.#own(), ...[...this.#others.values()].flat()];
    return [...new Map(all.map((want) => [keyOf(want), want])).values()];
  }

  /** Pages come and go in bursts. */
  #settle(): void {
    clearTimeout(this.#settling);
    this.#settling = setTimeout(() => {
      this.#say({ type: 'wants', tab: this.#tab, wants: this.#own() });
      void this.#line?.follow();
    }, settleFor);
  }

  #take({ id, event, data }: Frame): void {
    const known = data as PushEvent;
    const news = event === 'ping' ? null : event === 'resync' ? resync : known;
    this.#tell(id, news);
    this.#say({ type: 'news', id, event: news });
  }

  #tell(id: string | null, event: PushEvent | null): void {
    if (id !== null) this.#lastId = id;
    if (event === null) return;
    for (const [handler, want] of this.#handlers) {
      if (event.kind === 'resync' || want.topic === event.topic) handler(event);
    }
  }

  #become(state: PushState): void {
    this.#say({ type: 'state', state });
    this.#show(state);
  }

  #show(state: PushState): void {
    if (state === this.#state) return;
    this.#state = state;
    for (const watcher of this.#watchers) watcher();
  }
}

const resync: PushEvent = { topic: '', kind: 'resync', at: '', data: null };
