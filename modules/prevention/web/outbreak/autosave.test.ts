import { beforeEach, expect, it, vi } from 'vitest';
import { tokenKey } from '#kit/web/api/token.ts';
import { fakeServer } from '#kit/web/testing/fake-server.ts';
import { autosave } from './autosave.ts';

const save = 'POST ant/investigationInfo/save';
const detail = 'GET ant/investigationInfo/7';
const info = { id: 7, version: 3, answers: { keeping: 'mixed' } };
const stale = { code: 409, msg: 'stale' };
const bodies = (made: ReturnType<typeof fakeServer>) => (made.get(save) ?? []).map((one) => one.body);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  sessionStorage.setItem(tokenKey, 'T');
});

it('sends one call after the other, each with the version the one before left', async () => {
  let version = 3;
  const made = fakeServer({
    [save]: ({ body }) => (body.version === version ? { data: { id: 7, version: ++version } } : stale),
  });
  const saver = autosave(info, () => {});
  saver.set({ ill: 1 });
  const first = saver.flush();
  saver.set({ ill: 2, answers: { opinion: 'a' } });
  saver.set({ answers: { keeping: 'stall' } });
  expect(await Promise.all([first, saver.flush()])).toEqual([true, true]);
  expect(bodies(made)).toMatchObject([
    { version: 3, ill: 1 },
    { version: 4, ill: 2, answers: { keeping: 'stall', opinion: 'a' } },
  ]);
  expect(saver.version()).toBe(5);
});

it('what others saved meanwhile stays where nothing was typed over it', async () => {
  const made = fakeServer({
    [save]: ({ body }) => (body.version === 9 ? { data: { id: 7, version: 10 } } : stale),
    [detail]: () => ({ data: { id: 7, version: 9, answers: { keeping: 'stall', disinfection: 'weekly' } } }),
  });
  const saver = autosave(info, () => {});
  saver.set({ answers: { opinion: 'b' } });
  expect(await saver.flush()).toBe(true);
  expect(bodies(made).at(-1)).toMatchObject({
    version: 9,
    answers: { keeping: 'stall', disinfection: 'weekly', opinion: 'b' },
  });
});

it('a lost connection loses nothing: it says so, keeps what was typed and tries again by itself', async () => {
  let isLost = true;
  const made = fakeServer({ [save]: () => (isLost ? undefined : { data: { id: 7, version: 4 } }) });
  const states: string[] = [];
  const saver = autosave(info, (state) => states.push(state));
  saver.set({ dead: 1 });
  await vi.advanceTimersByTimeAsync(900);
  expect(states).toEqual(['saving', 'failed']);
  expect(await saver.flush()).toBe(false);
  isLost = false;
  saver.set({ ill: 4 });
  await vi.advanceTimersByTimeAsync(5000);
  expect(states.at(-1)).toBe('saved');
  expect(bodies(made).at(-1)).toMatchObject({ version: 3, dead: 1, ill: 4 });
});
