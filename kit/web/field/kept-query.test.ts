import { beforeEach, expect, it } from 'vitest';
import { ApiError } from '#kit/web/api/client.ts';
import { tokenKey } from '#kit/web/api/token.ts';
import { openVault, wipe } from '#kit/web/offline/vault.ts';
import { fakeStore } from '#kit/web/testing/fake-store.ts';
import { keptAnswer } from './kept-query.ts';

const key = ['sheet', 7];
const away = () => Promise.reject(new ApiError({ code: 0, msg: 'no network' }));
const logIn = (userId: number) => {
  sessionStorage.setItem(tokenKey, `of ${userId}`);
  openVault(userId);
};

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
  fakeStore();
  logIn(7);
});

it('what a form asked for is there without a network, for its user until logout, and never in place of a refusal', async () => {
  await expect(keptAnswer(key, away)).rejects.toThrow('no network');
  await keptAnswer(key, async () => ({ n: 1 }));
  expect(await keptAnswer(key, away)).toEqual({ n: 1 });
  const refused = () => Promise.reject(new ApiError({ code: 403, msg: 'not yours any more' }));
  await expect(keptAnswer(key, refused)).rejects.toThrow('not yours any more');
  await expect(keptAnswer(['sheet', 8], away)).rejects.toThrow('no network');

  logIn(8);
  await expect(keptAnswer(key, away)).rejects.toThrow('no network');
  logIn(7);
  await keptAnswer(key, async () => ({ n: 2 }));
  expect(await keptAnswer(key, away)).toEqual({ n: 2 });
  wipe();
  logIn(7);
  await expect(keptAnswer(key, away)).rejects.toThrow('no network');
});
