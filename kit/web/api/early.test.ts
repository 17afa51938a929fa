import { beforeEach, expect, it } from 'vitest';
import { dropEarly, forgetEarly, rememberCall, rememberFirstAddress, takeEarly } from './early.ts';
import { clearToken, storeToken } from './token.ts';

const url = '/api/sys/post/list?pageSize=20&pageNum=1';
const given = (token: string | null, language = 'zh_CN') => {
  const answer = Promise.resolve(new Response());
  globalThis.earlyCalls = { by: 'build', calls: new Map([[url, { token, language, answer }]]) };
  return answer;
};
const kept = (store = localStorage) => JSON.parse(store.getItem('early') ?? '{}').pages ?? {};

beforeEach(() => {
  globalThis.earlyCalls = undefined;
  sessionStorage.clear();
  localStorage.clear();
  storeToken('mine', false);
});

it('gives an answer once', () => {
  const answer = given('mine');
  expect(takeEarly(url)).toBe(answer);
  expect(takeEarly(url)).toBeUndefined();
});

it('gives nothing that another session or language asked for', () => {
  void given('another');
  expect(takeEarly(url)).toBeUndefined();
  void given('mine', 'en');
  expect(takeEarly(url)).toBeUndefined();
  void given('mine');
  clearToken('left');
  expect(takeEarly(url)).toBeUndefined();
});

it('gives nothing that was asked for before something was written', () => {
  void given('mine');
  dropEarly();
  expect(takeEarly(url)).toBeUndefined();
});

it('remembers by address what a page begins with, and forgets it with the session', () => {
  void given('mine');
  location.hash = '/system/post';
  rememberCall(url);
  const sorted = `${url}&sort=name:asc`;
  rememberCall(sorted);
  expect(kept()).toMatchObject({ '/system/post': { calls: [sorted] } });
  forgetEarly();
  expect(kept()).toEqual({});
  expect(globalThis.earlyCalls?.calls.size).toBe(0);
});

it('keeps an address that somebody searched with no longer than the tab', () => {
  void given('mine');
  location.hash = '/system/post?keyword=someone';
  rememberCall(url);
  expect([kept(localStorage), Object.keys(kept(sessionStorage))]).toEqual([{}, ['/system/post?keyword=someone']]);
  sessionStorage.clear();
  storeToken('mine', true);
  rememberCall(url);
  expect([localStorage.getItem('early'), sessionStorage.getItem('early')]).toEqual([null, null]);
  clearToken('left');
});

it('keeps for a new window the address a page leads to by itself', () => {
  void given('mine');
  rememberFirstAddress('/system/post', '/system/post?status=active');
  location.hash = '/system/post?status=active';
  rememberCall(url);
  expect(Object.keys(kept())).toEqual(['/system/post?status=active']);
});
