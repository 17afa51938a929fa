import type { Frame } from './frames.ts';
import { lead } from './leader.ts';
import { Line, type LineEnds } from './line.ts';
import { keyOf, type Want } from './topics.ts';

export interface PushEvent {
  readonly topic: string;
  /** What happened; `resync`: something was missed, load afresh. */
  readonly kind: string;
  readonly at: string;
  readonly data: unknown;
  /** The parameters of those it is for; left out: for all who listen to the topic. */
  readonly to?: readonly NonNullable<Want['params']>[];
}

/** `live`: news arrive by themselves. `polling`: they are found when a page asks. */
export type PushState = 'live' | 'polling';

type Handler = (event: PushEvent) => void;

type Message =
  | { type: 'news'; id: string | null; event: PushEvent | null }
  | { type: 'state'; state: PushState; shown: readonly string[] }
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
  #channel: BroadcastChannel | null;
  /** Of the other tabs; kept by every tab, since any may come to lead. */
  readonly #others = new Map<string, readonly Want[]>();
  /** What the open stream has shown whole, by the keys of wants: from then on it is kept true by what comes. */
  readonly #shown = new Set<string>();
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
      // The stream of whoever led before is gone, and with it all that it brought.
      this.#become('polling');
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
      // Driven out by another tab that leads already: it says again how things stand.
      this.#say({ type: 'who' });
    });
    this.#say({ type: 'who' });
  }

  get state(): PushState {
    return this.#state;
  }

  /** Whether the values of a want arrive by themselves: they are asked for, and came whole once. */
  isShown(want: Want): boolean {
    return this.#shown.has(keyOf(want));
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
    if (this.#line) this.#become('polling');
    else this.#show('polling', []);
    this.#handlers.clear();
    this.#watchers.clear();
    this.#channel?.close();
    // The line ends a moment later, and a closed channel throws.
    this.#channel = null;
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
        // Whoever holds the line knows for itself.
        if (!this.#line) this.#show(message.state, message.shown);
        break;
      case 'wants':
        if (message.wants.length > 0) this.#others.set(message.tab, message.wants);
        else this.#others.delete(message.tab);
        this.#follow();
        this.#tellState();
        break;
      case 'who':
        this.#say({ type: 'wants', tab: this.#tab, wants: this.#own() });
        this.#tellState();
    }
  }

  /** Whoever wants what others are shown already is shown nothing whole again. */
  #tellState(): void {
    if (this.#line) this.#say({ type: 'state', state: this.#state, shown: [...this.#shown] });
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
      this.#follow();
    }, settleFor);
  }

  #follow(): void {
    this.#forget();
    this.#line?.follow();
  }

  /** What nobody wants is no longer sent. */
  #forget(): void {
    const wanted = new Set(this.#wanted().map(keyOf));
    for (const key of this.#shown) if (!wanted.has(key)) this.#shown.delete(key);
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
    const { topic, kind, to } = event;
    const keys = to?.map((params) => keyOf({ topic, params }));
    for (const [handler, want] of this.#handlers) {
      const isMeant = keys ? keys.includes(keyOf(want)) : want.topic === topic;
      if (isMeant || kind === 'resync') handler(event);
    }
    if (kind === 'snapshot' && keys) this.#show(this.#state, keys);
  }

  #become(state: PushState): void {
    this.#say({ type: 'state', state, shown: [] });
    this.#show(state, []);
  }

  #show(state: PushState, shown: readonly string[]): void {
    this.#state = state;
    if (state === 'polling') this.#shown.clear();
    for (const key of shown) this.#shown.add(key);
    this.#forget();
    for (const watcher of this.#watchers) watcher();
  }
}

const resync: PushEvent = { topic: '', kind: 'resync', at: '', data: null };
