import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeBrowser } from '#kit/web/testing/fake-browser.ts';
import { readFrames } from './frames.ts';
import type { PushEvent } from './push.ts';

let browser: FakeBrowser;
beforeEach(() => {
  browser = new FakeBrowser();
});
afterEach(() => browser.close());

const openTab = () => browser.openTab();
const pass = (ms?: number) => browser.pass(ms);
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
    expect(browser.served).toHaveLength(1);
    expect(browser.served[0]?.url).toBe('/api/sys/push/stream?topics=perm%2Cnotices%2Ctasks');
    expect(browser.served[0]?.headers.get('authorization')).toBe('T1');
    expect(browser.served[0]?.headers.get('x-background')).toBe('1');
    browser.served[0]?.say('notices', news('new'), 7);
    browser.served[0]?.say('tasks', news('opened', 'tasks'), 8);
    await pass();
    expect(heard.sort()).toEqual(['first new', 'second new', 'second task opened']);
    expect([first.state, second.state]).toEqual(['live', 'live']);
  });

  it('follows pages that come and go', async () => {
    const tab = openTab();
    await pass();
    const leave = tab.on({ topic: 'screen', params: { regionCode: '15' } }, () => {});
    await pass();
    expect(browser.posted).toMatchObject([
      { streamId: 1, add: [{ topic: 'screen', params: { regionCode: '15' } }], drop: [] },
    ]);
    leave();
    await pass();
    expect(browser.posted[1]).toMatchObject({ add: [], drop: [{ topic: 'screen', params: { regionCode: '15' } }] });
    expect(browser.served).toHaveLength(1);
  });

  it('is taken over by another tab, from the last event on', async () => {
    const heard: string[] = [];
    const first = openTab();
    await pass();
    const second = openTab();
    second.on({ topic: 'notices' }, (event) => heard.push(event.kind));
    await pass();
    browser.served[0]?.say('notices', news('one'), 7);
    browser.served[0]?.say('ping', {}, 9);
    await pass();
    first.close();
    await pass();
    expect(browser.served).toHaveLength(2);
    expect(browser.served[1]?.headers.get('last-event-id')).toBe('9');
    browser.served[1]?.say('notices', news('two'), 10);
    await pass();
    expect(heard).toEqual(['one', 'two']);
    expect(second.state).toBe('live');
  });

  it('that breaks is opened again with the last event; what was lost for good is told as resync', async () => {
    const heard: string[] = [];
    const tab = openTab();
    tab.on({ topic: 'notices' }, (event) => heard.push(event.kind));
    await pass();
    browser.served[0]?.say('notices', news('one'), 7);
    await pass();
    browser.served[0]?.end();
    await pass(0);
    expect(tab.state).toBe('polling');
    await pass(2_000);
    expect(browser.served[1]?.headers.get('last-event-id')).toBe('7');
    browser.served[1]?.say('resync', {}, 900);
    await pass();
    expect(heard).toEqual(['one', 'resync']);
    expect(tab.state).toBe('live');
  });

  it('is opened again when nothing comes for 40 s, and less and less often while the server is away', async () => {
    openTab();
    await pass();
    await pass(42_000);
    expect(browser.served).toHaveLength(2);
    browser.streams = 502;
    browser.served[1]?.end();
    await pass(300_000);
    expect(browser.served.length).toBeGreaterThan(8);
    expect(browser.served.length).toBeLessThan(30);
  });

  it('sent away because other browsers took the place stays away until somebody looks at the page', async () => {
    const tab = openTab();
    await pass();
    browser.served[0]?.say('bye', { reason: 'replaced' });
    browser.served[0]?.end();
    await pass(200_000);
    expect(browser.served).toHaveLength(1);
    expect(tab.state).toBe('polling');
    document.dispatchEvent(new Event('visibilitychange'));
    await pass();
    expect(browser.served).toHaveLength(2);
  });

  it('ends with the session', async () => {
    openTab();
    await pass();
    browser.served[0]?.say('bye', { reason: 'ended' });
    browser.served[0]?.end();
    await pass(600_000);
    expect(browser.served).toHaveLength(1);
  });

  it('is one for all tabs also where there are no locks', async () => {
    vi.stubGlobal('navigator', {});
    const first = openTab();
    await pass(1_000);
    openTab();
    await pass(20_000);
    expect(browser.served).toHaveLength(1);
    first.close();
    await pass(10_000);
    expect(browser.served).toHaveLength(2);
  });
});

describe('what a page asked for with parameters', () => {
  const wall = (screen: string, seasonId = '1') => ({ topic: 'screen', params: { screen, seasonId } });
  const shown = (kind: string, ...walls: ReturnType<typeof wall>[]): PushEvent => ({
    ...news(kind, 'screen'),
    to: walls.map((one) => one.params),
  });
  /** The server says at least this every 15 s. */
  const passPinged = async (ms: number) => {
    for (let left = ms; left > 0; left -= 10_000) {
      browser.stream.say('ping', {}, 1);
      await pass(Math.min(left, 10_000));
    }
  };

  it('reaches those who asked for it, in whichever tab; what is for nobody in particular reaches all', async () => {
    const heard: string[] = [];
    const [one, two] = [openTab(), openTab()];
    one.on(wall('index6'), ({ kind }) => heard.push(`index6 ${kind}`));
    two.on(wall('index3'), ({ kind }) => heard.push(`index3 ${kind}`));
    two.on(wall('index6', '2'), ({ kind }) => heard.push(`season 2 ${kind}`));
    two.on({ topic: 'screen' }, ({ kind }) => heard.push(`list ${kind}`));
    await pass();
    browser.stream.say('screen', shown('snapshot', wall('index6')));
    browser.stream.say('screen', shown('patch', wall('index3')));
    browser.stream.say('screen', { ...news('visit', 'screen'), to: [wall('index6', '2').params, {}] });
    await pass();
    expect(heard.sort()).toEqual(['index3 patch', 'index6 snapshot', 'list visit', 'season 2 visit']);
    heard.length = 0;
    // The control: said without its address, as it used to be, it reaches them all.
    browser.stream.say('screen', news('snapshot', 'screen'));
    await pass();
    expect(heard).toHaveLength(4);
  });

  it('is known by its words, in whatever order they stand', async () => {
    const heard: string[] = [];
    const tab = openTab();
    tab.on({ topic: 'screen', params: { b: '2', a: '1' } }, ({ kind }) => heard.push(kind));
    await pass();
    browser.stream.say('screen', { ...news('patch', 'screen'), to: [{ a: '1', b: '2' }] });
    await pass();
    expect(heard).toEqual(['patch']);
  });

  it.each([[503], [429], [0]])(
    'is asked for until the server takes it: after 1 s, 2 s, up to 30 s (%i)',
    async (code) => {
      const tab = openTab();
      browser.topics = code;
      tab.on(wall('index6'), () => {});
      await pass();
      const times: number[] = [];
      for (let last = 1, second = 1; second <= 125; second += 1) {
        await passPinged(1_000);
        if (browser.posted.length > last) times.push(second);
        last = browser.posted.length;
      }
      expect(times).toEqual([1, 3, 7, 15, 31, 61, 91, 121]);
      expect(tab.isShown(wall('index6'))).toBe(false);
      browser.topics = 200;
      await passPinged(31_000);
      const asked = browser.posted.length;
      expect(browser.posted.at(-1)).toMatchObject({ streamId: 1, add: [wall('index6')] });
      await passPinged(120_000);
      expect(browser.posted).toHaveLength(asked);
      expect(browser.served).toHaveLength(1);
    },
  );

  it('is asked for no more when the stream has ended, and afresh at the next', async () => {
    const tab = openTab();
    browser.topics = 503;
    tab.on(wall('index6'), () => {});
    await pass();
    await passPinged(20_000);
    const before = browser.posted.length;
    browser.streams = 502;
    browser.stream.end();
    await pass(30_000);
    expect(browser.posted).toHaveLength(before);
    browser.streams = 200;
    browser.topics = 200;
    await pass(31_000);
    expect(browser.posted).toHaveLength(before + 1);
    expect(browser.posted.at(-1)).toMatchObject({ streamId: browser.served.length, add: [wall('index6')] });
  });

  it('is asked for at once when it changes, and what may have been taken over is dropped', async () => {
    const tab = openTab();
    browser.topics = 0;
    const leave = tab.on(wall('index6'), () => {});
    await pass();
    await passPinged(20_000);
    browser.topics = 200;
    leave();
    tab.on(wall('index3'), () => {});
    await pass();
    expect(browser.posted.at(-1)).toMatchObject({ add: [wall('index3')], drop: [wall('index6')] });
    const asked = browser.posted.length;
    await passPinged(60_000);
    expect(browser.posted).toHaveLength(asked);
  });

  it('stays when the list that hears the whole topic is closed', async () => {
    const tab = openTab();
    const leave = tab.on({ topic: 'screen' }, () => {});
    tab.on(wall('index6'), () => {});
    await pass();
    leave();
    await pass();
    // Without parameters the server would take the big screen's away as well.
    expect(browser.posted.at(-1)).toMatchObject({ add: [], drop: [{ topic: 'screen', params: {} }] });
  });

  it('is shown once it came whole, until nobody wants it or the stream ends; a tab that comes later is told', async () => {
    const first = openTab();
    const leave = first.on(wall('index6'), () => {});
    await pass();
    expect(first.isShown(wall('index6'))).toBe(false);
    browser.stream.say('screen', shown('snapshot', wall('index6')));
    await pass();
    const later = openTab();
    later.on(wall('index6'), () => {});
    await pass();
    expect([first.isShown(wall('index6')), later.isShown(wall('index6'))]).toEqual([true, true]);
    expect(later.isShown(wall('index6', '2'))).toBe(false);
    leave();
    await pass();
    expect(later.isShown(wall('index6'))).toBe(true);
    browser.stream.end();
    await pass(0);
    expect([first.isShown(wall('index6')), later.isShown(wall('index6'))]).toEqual([false, false]);
    await pass(2_000);
    expect([later.state, later.isShown(wall('index6'))]).toEqual(['live', false]);
  });

  it('has to come whole again where it was let go meanwhile, or another tab took the stream over', async () => {
    const [first, second] = [openTab(), openTab()];
    const leave = second.on(wall('index6'), () => {});
    await pass();
    browser.stream.say('screen', shown('snapshot', wall('index6')));
    await pass();
    leave();
    await pass();
    // A late one is for nobody.
    browser.stream.say('screen', shown('snapshot', wall('index6')));
    await pass();
    second.on(wall('index6'), () => {});
    await pass();
    expect(second.isShown(wall('index6'))).toBe(false);
    browser.stream.say('screen', shown('snapshot', wall('index6')));
    await pass();
    expect(second.isShown(wall('index6'))).toBe(true);
    browser.topics = 503;
    browser.crash(first);
    await pass();
    expect(browser.served).toHaveLength(2);
    expect([second.state, second.isShown(wall('index6'))]).toEqual(['live', false]);
  });

  it('is not disturbed by another tab that closes', async () => {
    const [first, second, third] = [openTab(), openTab(), openTab()];
    second.on(wall('index6'), () => {});
    await pass();
    browser.stream.say('screen', shown('snapshot', wall('index6')));
    await pass();
    third.close();
    await pass();
    expect([first.state, second.state, second.isShown(wall('index6'))]).toEqual(['live', 'live', true]);
  });

  it('is brought by a new stream where the server no longer knows the old one', async () => {
    const tab = openTab();
    await pass();
    browser.topics = 404;
    tab.on(wall('index6'), () => {});
    await pass();
    expect(browser.served).toHaveLength(1);
    await pass(1_000);
    browser.topics = 200;
    await pass(3_000);
    expect(browser.served).toHaveLength(2);
    expect(browser.posted.at(-1)).toMatchObject({ streamId: 2, add: [wall('index6')] });
  });

  it('leaves nothing behind however often a wall moves on', async () => {
    const tab = openTab();
    let leave = () => {};
    for (let step = 0; step < 200; step += 1) {
      leave();
      leave = tab.on(wall('index6', String(step)), () => {});
      await pass();
      browser.stream.say('screen', shown('snapshot', wall('index6', String(step))));
      await pass();
    }
    expect(browser.posted.at(-1)).toMatchObject({ add: [wall('index6', '199')], drop: [wall('index6', '198')] });
    expect(
      Array.from({ length: 200 }, (_, at) => tab.isShown(wall('index6', String(at)))).filter(Boolean),
    ).toHaveLength(1);
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
