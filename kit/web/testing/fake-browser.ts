import { vi } from 'vitest';
import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { storeToken } from '#kit/web/api/token.ts';
import { Push } from '#kit/web/push/push.ts';

const ends = {
  stream: endpoint({ method: 'GET', path: 'sys/push/stream', access: 'session', data: z.null() }),
  subscribe: endpoint({ method: 'POST', path: 'sys/push/subscribe', access: 'session', body: z.any(), data: z.any() }),
};

/** As the browser's: heard by all others of the name, and throws once it is closed. */
class Channel extends EventTarget {
  static all = new Set<Channel>();
  isMute = false;
  constructor() {
    super();
    Channel.all.add(this);
  }
  postMessage(data: unknown) {
    if (!Channel.all.has(this)) throw new DOMException('closed', 'InvalidStateError');
    if (this.isMute) return;
    for (const other of Channel.all)
      if (other !== this) queueMicrotask(() => other.dispatchEvent(Object.assign(new Event('message'), { data })));
  }
  close() {
    Channel.all.delete(this);
  }
}

function fakeLocks() {
  let held: Promise<unknown> = Promise.resolve();
  return {
    request: (_: string, { signal }: { signal: AbortSignal }, work: () => Promise<void>) => {
      const turn = held.then(() => (signal.aborted ? undefined : work()));
      held = turn.catch(() => {});
      return turn;
    },
  };
}

interface Served {
  readonly url: string;
  readonly headers: Headers;
  say(event: string, data: unknown, id?: number): void;
  end(): void;
}

interface Posted {
  readonly streamId: number;
  readonly add: unknown[];
  readonly drop: unknown[];
}

/** One browser and its server: tabs are several `Push` that share a channel and a lock. Timers are faked. */
export class FakeBrowser {
  readonly served: Served[] = [];
  readonly posted: Posted[] = [];
  /** How streams are answered from now on. */
  streams = 200;
  /** And requests for their topics; 0: not at all. */
  topics = 200;
  readonly #tabs = new Map<Push, Channel | undefined>();

  constructor() {
    Channel.all.clear();
    vi.useFakeTimers();
    vi.stubGlobal('BroadcastChannel', Channel);
    vi.stubGlobal('navigator', { locks: fakeLocks() });
    vi.stubGlobal('fetch', async (url: string, init: RequestInit) =>
      init.method === 'POST' ? this.#subscribe(init) : this.#stream(url, init),
    );
    storeToken('T1', false);
  }

  openTab(): Push {
    const tab = new Push('push:1', ends);
    this.#tabs.set(tab, [...Channel.all].at(-1));
    return tab;
  }

  /** It is gone without a word to the others. */
  crash(tab: Push): void {
    const channel = this.#tabs.get(tab);
    if (channel) channel.isMute = true;
    tab.close();
  }

  /** The stream that was opened last. */
  get stream(): Served {
    const last = this.served.at(-1);
    if (!last) throw new Error('no stream was opened');
    return last;
  }

  pass(ms = 100): Promise<unknown> {
    return vi.advanceTimersByTimeAsync(ms);
  }

  close(): void {
    for (const tab of this.#tabs.keys()) tab.close();
    vi.useRealTimers();
    vi.unstubAllGlobals();
  }

  #subscribe({ body }: RequestInit): Response {
    this.posted.push(JSON.parse(String(body)));
    if (this.topics === 0) throw new TypeError('Failed to fetch');
    const told = JSON.stringify({ code: this.topics, msg: '', data: { topics: [] } });
    return new Response(told, { status: this.topics, headers: { 'Content-Type': 'application/json' } });
  }

  #stream(url: string, { signal, headers }: RequestInit): Response {
    let to: ReadableStreamDefaultController<Uint8Array> | undefined;
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        to = controller;
      },
    });
    signal?.addEventListener('abort', () => to?.error(new DOMException('gone', 'AbortError')));
    const one: Served = {
      url,
      headers: new Headers(headers),
      say: (event, data, id) =>
        to?.enqueue(
          new TextEncoder().encode(`${id ? `id: ${id}\n` : ''}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`),
        ),
      end: () => to?.close(),
    };
    this.served.push(one);
    if (this.streams === 200) one.say('hello', { streamId: this.served.length });
    return new Response(body, { status: this.streams });
  }
}
