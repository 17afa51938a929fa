import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Push } from '#kit/web/push/push.ts';
import { PushContext } from '#kit/web/push/use-push.ts';
import { FakeBrowser } from '#kit/web/testing/fake-browser.ts';
import { useLive } from './use-live.ts';

type Params = Readonly<Record<string, string>>;
interface Figures {
  readonly of: string;
  readonly heads: number;
}

let browser: FakeBrowser;
beforeEach(() => {
  browser = new FakeBrowser();
});
afterEach(() => {
  cleanup();
  browser.close();
});

const pass = (ms?: number) => act(() => browser.pass(ms));
const overview = { screen: 'index6', regionCode: '15' };
const reds = { screen: 'index3', regionCode: '15' };
const lastSeason = { ...overview, seasonId: '7' };

const say = (kind: string, data: unknown, to?: Params) =>
  browser.stream.say('screen', { topic: 'screen', kind, at: 'x', data, ...(to && { to: [to] }) });

interface Options {
  readonly tab?: Push;
  readonly client?: QueryClient;
  load?(): Promise<Figures>;
}

/** A big screen that loads its own name with no heads; a patch says how many there are. */
function openWall(params: Params, { tab = browser.openTab(), client = new QueryClient(), load }: Options = {}) {
  const loads: string[] = [];
  const wrapper = ({ children }: { children: ReactNode }) => (
    <PushContext value={tab}>
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    </PushContext>
  );
  const hook = renderHook(
    ({ now }: { now: Params }) =>
      useLive<Figures>({
        topic: 'screen',
        params: now,
        load: () => {
          loads.push(JSON.stringify(now));
          return load?.() ?? Promise.resolve({ of: JSON.stringify(now), heads: 0 });
        },
        merge: (known, patch) => ({ ...known, ...(patch as Partial<Figures>) }),
      }),
    { wrapper, initialProps: { now: params } },
  );
  return {
    loads,
    shows: () => hook.result.current.data,
    lamp: () => hook.result.current.lamp,
    go: (now: Params) => hook.rerender({ now }),
    close: () => hook.unmount(),
  };
}

it('walls of one browser are shown each its own, whether in one tab or in two', async () => {
  const [tab, client] = [browser.openTab(), new QueryClient()];
  const walls = [openWall(overview, { tab, client }), openWall(reds, { tab, client }), openWall(lastSeason)];
  await pass();
  for (const [at, to] of [overview, reds, lastSeason].entries()) say('snapshot', { of: `wall ${at}`, heads: at }, to);
  await pass();
  expect(walls.map((one) => one.shows())).toEqual([0, 1, 2].map((at) => ({ of: `wall ${at}`, heads: at })));
  say('patch', { heads: 70 }, lastSeason);
  await pass();
  expect(walls.map((one) => one.shows()?.heads)).toEqual([0, 1, 70]);
  // The control: without saying for whom, as it used to be, one big screen's figures stand on all of them.
  say('snapshot', { of: 'wall 0', heads: 5 });
  await pass();
  expect(walls.map((one) => one.shows()?.of)).toEqual(['wall 0', 'wall 0', 'wall 0']);
});

it('asks every half minute until its own figures came by the stream, and then no more', async () => {
  browser.topics = 503;
  const wall = openWall(overview);
  await pass();
  const ping = async (ms: number) => {
    for (let left = ms; left > 0; left -= 10_000) {
      browser.stream.say('ping', {}, 1);
      await pass(10_000);
    }
  };
  expect(wall.lamp()).toBe('polling');
  await ping(120_000);
  expect([wall.lamp(), wall.loads.length]).toEqual(['polling', 5]);
  browser.topics = 200;
  await ping(30_000);
  expect(wall.lamp()).toBe('polling');
  say('snapshot', { of: 'pushed', heads: 3 }, overview);
  await pass();
  expect([wall.lamp(), wall.shows()?.of]).toEqual(['live', 'pushed']);
  const asked = wall.loads.length;
  await ping(300_000);
  expect([wall.lamp(), wall.loads.length]).toEqual(['live', asked]);
  browser.streams = 502;
  browser.stream.end();
  await pass();
  expect(wall.lamp()).toBe('polling');
  await pass(61_000);
  expect(wall.loads.length).toBe(asked + 2);
});

it('an answer that comes late does not undo what was told meanwhile', async () => {
  let answer = (_: Figures) => {};
  const late = new Promise<Figures>((resolve) => {
    answer = resolve;
  });
  const wall = openWall(overview, { load: () => late });
  await pass();
  say('snapshot', { of: 'pushed', heads: 3 }, overview);
  say('patch', { heads: 4 }, overview);
  await pass();
  answer({ of: 'asked', heads: 1 });
  await pass();
  expect(wall.shows()).toEqual({ of: 'pushed', heads: 4 });
});

it('a tab that opens what another shows already is live as soon as it has loaded', async () => {
  openWall(overview);
  await pass();
  say('snapshot', { of: 'pushed', heads: 3 }, overview);
  await pass();
  let answer = (_: Figures) => {};
  const late = new Promise<Figures>((resolve) => {
    answer = resolve;
  });
  const second = openWall(overview, { load: () => late });
  await pass();
  say('patch', { heads: 4 }, overview);
  await pass();
  answer({ of: 'asked', heads: 3 });
  await pass();
  expect([second.lamp(), second.shows()]).toEqual(['live', { of: 'asked', heads: 4 }]);
});

it('the lamp stays live on the short way to the next place, and says so where the way is long', async () => {
  const wall = openWall(overview);
  await pass();
  say('snapshot', { of: 'here', heads: 3 }, overview);
  await pass();
  wall.go(reds);
  await pass(3_000);
  expect(wall.lamp()).toBe('live');
  // Late and of the place it has left.
  say('snapshot', { of: 'here', heads: 9 }, overview);
  say('snapshot', { of: 'there', heads: 1 }, reds);
  await pass(10_000);
  expect([wall.lamp(), wall.shows()]).toEqual(['live', { of: 'there', heads: 1 }]);
  wall.go(lastSeason);
  await pass(6_000);
  expect(wall.lamp()).toBe('polling');
});

it('a wall that is closed is dropped at the server', async () => {
  const wall = openWall(overview);
  await pass();
  wall.close();
  await pass();
  expect(browser.posted.at(-1)).toMatchObject({ add: [], drop: [{ topic: 'screen', params: overview }] });
});
