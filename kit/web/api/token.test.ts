import { beforeEach, describe, expect, it, vi } from 'vitest';

const key = 'access_token';
type Token = typeof import('./token.ts');

/** A channel between "tabs", which in a test are copies of the module; each has only its own session storage. */
class Channel {
  static all: Channel[] = [];
  listeners: ((event: { data: unknown }) => void)[] = [];
  constructor() {
    Channel.all.push(this);
  }
  addEventListener(_: string, listener: (event: { data: unknown }) => void) {
    this.listeners.push(listener);
  }
  postMessage(data: unknown) {
    for (const other of Channel.all) if (other !== this) for (const listener of other.listeners) listener({ data });
  }
}

function hear(data: unknown): void {
  for (const listener of Channel.all[0]?.listeners ?? []) listener({ data });
}

async function tab(): Promise<Token> {
  vi.resetModules();
  return import('./token.ts');
}

describe('the token', () => {
  beforeEach(() => {
    vi.stubGlobal('BroadcastChannel', Channel);
    Channel.all = [];
    sessionStorage.clear();
    localStorage.clear();
  });

  it('is in local storage if remembered, else in session storage, never in both (R12)', async () => {
    const { storeToken } = await tab();
    storeToken('A', true);
    expect([localStorage.getItem(key), sessionStorage.getItem(key)]).toEqual(['A', null]);
    storeToken('B', false);
    expect([localStorage.getItem(key), sessionStorage.getItem(key)]).toEqual([null, 'B']);
  });

  it('renewed in one tab is taken over by the others of the session at once, and by no other session (R37)', async () => {
    const first = await tab();
    first.storeToken('A1', false);
    const posted = vi.spyOn(Channel.prototype, 'postMessage');
    first.renewToken('A2');
    expect(posted).toHaveBeenCalledWith({ type: 'renewed', from: 'A1', token: 'A2' });

    hear({ type: 'renewed', from: 'A2', token: 'A3' });
    expect(sessionStorage.getItem(key)).toBe('A3');
    // Renewed elsewhere from an older token of ours at the same moment: still our session.
    hear({ type: 'renewed', from: 'A1', token: 'A4' });
    expect(sessionStorage.getItem(key)).toBe('A4');
    hear({ type: 'renewed', from: 'B1', token: 'B2' });
    expect(sessionStorage.getItem(key)).toBe('A4');
  });

  it('ended in one tab ends the session in its other tabs', async () => {
    const { onSessionEnded, storeToken } = await tab();
    const ended = vi.fn();
    onSessionEnded(ended);
    storeToken('A', false);
    hear({ type: 'ended', token: 'other', how: 'left' });
    expect(ended).not.toHaveBeenCalled();
    hear({ type: 'ended', token: 'A', how: 'ranOut' });
    expect(ended.mock.calls).toEqual([['ranOut']]);
  });
});
