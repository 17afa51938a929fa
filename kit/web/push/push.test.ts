import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { storeToken } from '#kit/web/api/token.ts';
import { readFrames } from './frames.ts';
import { Push, type PushEvent } from './push.ts';

const ends = {
  stream: endpoint({ method: 'GET', path: 'sys/push/stream', access: 'session', data: z.null() }),
  subscribe: endpoint({ method: 'POST', path: 'sys/push/subscribe', access: 'session', body: z.any(), data: z.any() }),
};

/** Tabs of one browser are several instances here: they share a channel and a lock. */
class Channel extends EventTarget {
  static all = new Set<Channel>();
  constructor() {
    super();
    Channel.all.add(this);
  }
  postMessage(data: unknown) {
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
  url: string;
  headers: Headers;
  say(event: string, data: unknown, id?: number): void;
  end(): void;
}

let served: Served[];
let posted: { streamId: number; add: unknown[]; drop: unknown[] }[];
let answer: number;
const tabs: Push[] = [];

beforeEach(() => {
  served = [];
  posted = [];
  answer = 200;
  Channel.all.clear();
  vi.useFakeTimers();
  vi.stubGlobal('BroadcastChannel', Channel);
  vi.stubGlobal('navigator', { locks: fakeLocks() });
  storeToken('T1', false);
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    if (init.method === 'POST') {
      posted.push(JSON.parse(String(init.body)));
      return new Response(JSON.stringify({ code: 200, msg: '', data: { topics: [] } }), {
        headers: { 'Content-Type': 'application/json' },
      });
    }
    let to: ReadableStreamDefaultController<Uint8Array> | undefined;
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        to = controller;
      },
    });
    init.signal?.addEventListener('abort', () => to?.error(new DOMException('gone', 'AbortError')));
    const one: Served = {
      url,
      headers: new Headers(init.headers),
      say: (event, data, id) =>
        to?.enqueue(
          new TextEncoder().encode(`${id ? `id: ${id}\n` : ''}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`),
        ),
      end: () => to?.close(),
    };
    served.push(one);
    if (answer === 200) one.say('hello', { streamId: served.length });
    return new Response(body, { status: answer });
  });
});
afterEach(() => {
  for (const tab of tabs.splice(0)) tab.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const openTab = () => {
  const tab = new Push('push:1', ends);
  tabs.push(tab);
  return tab;
};
const pass = (ms = 100) => vi.advanceTimersByTimeAsync(ms);
const news = (kind: string, topic = 'notices'): PushEvent => ({ topic, kind, at: 'x', data: null });

describe('the stream of a browser', () => {
  it('is one for all tabs, asks for what they want together, and all of them hear it', async () => {
    const heard: string[] = [];
    const first = openTab();
    first.on({ topic: 'notices' }, (event) => heard.push(`first ${event.kind}`));
    const second = openTab();
    second.on({ topic: 'notices' }, (event) => heard.push(`second ${event.kind}`));
    second.on({ topic: 'tasks' }, (event) => heard.push(`second task ${event.kind}`));
    await pass();
    expect(served).toHaveLength(1);
    expect(served[0]?.url).toBe('/api/sys/push/stream?topics=perm%2Cnotices%2Ctasks');
    expect(served[0]?.headers.get('authorization')).toBe('T1');
    expect(served[0]?.headers.get('x-background')).toBe('1');
    served[0]?.say('notices', news('new'), 7);
    served[0]?.say('tasks', news('opened', 'tasks'), 8);
    await pass();
    expect(heard.sort()).toEqual(['first new', 'second new', 'second task opened']);
    expect([first.state, second.state]).toEqual(['live', 'live']);
  });

  it('follows pages that come and go', async () => {
    const tab = openTab();
    await pass();
    const leave = tab.on({ topic: 'screen', params: { regionCode: '15' } }, () => {});
    await pass();
    expect(posted).toMatchObject([{ streamId: 1, add: [{ topic: 'screen', params: { regionCode: '15' } }], drop: [] }]);
    leave();
    await pass();
    expect(posted[1]).toMatchObject({ add: [], drop: [{ topic: 'screen', params: { regionCode: '15' } }] });
    expect(served).toHaveLength(1);
  });

  it('is taken over by another tab, from the last event on', async () => {
    const heard: string[] = [];
    const first = openTab();
    await pass();
    const second = openTab();
    second.on({ topic: 'notices' }, (event) => heard.push(event.kind));
    await pass();
    served[0]?.say('notices', news('one'), 7);
    served[0]?.say('ping', {}, 9);
    await pass();
    first.close();
    await pass();
    expect(served).toHaveLength(2);
    expect(served[1]?.headers.get('last-event-id')).toBe('9');
    served[1]?.say('notices', news('two'), 10);
    await pass();
    expect(heard).toEqual(['one', 'two']);
    expect(second.state).toBe('live');
  });

  it('that breaks is opened again with the last event; what was lost for good is told as resync', async () => {
    const heard: string[] = [];
    const tab = openTab();
    tab.on({ topic: 'notices' }, (event) => heard.push(event.kind));
    await pass();
    served[0]?.say('notices', news('one'), 7);
    await pass();
    served[0]?.end();
    await pass(0);
    expect(tab.state).toBe('polling');
    await pass(2_000);
    expect(served[1]?.headers.get('last-event-id')).toBe('7');
    served[1]?.say('resync', {}, 900);
    await pass();
    expect(heard).toEqual(['one', 'resync']);
    expect(tab.state).toBe('live');
  });

  it('is opened again when nothing comes for 40 s, and less and less often while the server is away', async () => {
    openTab();
    await pass();
    await pass(42_000);
    expect(served).toHaveLength(2);
    answer = 502;
    served[1]?.end();
    await pass(300_000);
    expect(served.length).toBeGreaterThan(8);
    expect(served.length).toBeLessThan(30);
  });

  it('sent away because other browsers took the place stays away until somebody looks at the page', async () => {
    const tab = openTab();
    await pass();
    served[0]?.say('bye', { reason: 'replaced' });
    served[0]?.end();
    await pass(200_000);
    expect(served).toHaveLength(1);
    expect(tab.state).toBe('polling');
    document.dispatchEvent(new Event('visibilitychange'));
    await pass();
    expect(served).toHaveLength(2);
  });

  it('ends with the session', async () => {
    openTab();
    await pass();
    served[0]?.say('bye', { reason: 'ended' });
    served[0]?.end();
    await pass(600_000);
    expect(served).toHaveLength(1);
  });

  it('is one for all tabs also where there are no locks', async () => {
    vi.stubGlobal('navigator', {});
    const first = openTab();
    await pass(1_000);
    openTab();
    await pass(20_000);
    expect(served).toHaveLength(1);
    first.close();
    await pass(10_000);
    expect(served).toHaveLength(2);
  });
});

it('frames are read whole however they are cut', async () => {
  const text = 'id: 1\nevent: a\ndata: {"x":"语"}\n\nevent: ping\ndata: {}\n\n';
  const bytes = new TextEncoder().encode(text);
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const byte of bytes) controller.enqueue(Uint8Array.of(byte));
      controller.close();
    },
  });
  const frames: unknown[] = [];
  await readFrames(
    body,
    (frame) => frames.push(frame),
    () => {},
  );
  expect(frames).toEqual([
    { id: '1', event: 'a', data: { x: '语' } },
    { id: null, event: 'ping', data: {} },
  ]);
});
