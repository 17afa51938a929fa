import { beforeEach, describe, expect, it, vi } from 'vitest';
import { tokenKey } from '#kit/web/api/token.ts';
import { fakeStore } from '#kit/web/testing/fake-store.ts';

let store: ReturnType<typeof fakeStore>;

/** A page of the browser: its own session storage, the device's local one. */
async function page(userId: number, remembered = false): Promise<typeof import('./vault.ts')> {
  vi.resetModules();
  const vault = await import('./vault.ts');
  (remembered ? localStorage : sessionStorage).setItem(tokenKey, `of ${userId}`);
  vault.openVault(userId);
  return vault;
}
const closeTab = () => sessionStorage.clear();
const keysLeft = () => Object.keys(localStorage).filter((one) => one.startsWith('vaultKey'));

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  store = fakeStore();
});

describe('what a device keeps', () => {
  it('is gone with the tab, and what is owed is not: the same user finds it, and its key goes when it is settled', async () => {
    const first = await page(7);
    await first.keep('pack', { n: 1 });
    await first.owe('sheet:1', { n: 2 });
    closeTab();
    const later = await page(7);
    expect(await later.kept('owed:sheet:1')).toEqual({ n: 2 });
    expect(await later.countOwed()).toBe(1);
    await later.settle('sheet:1');
    closeTab();
    expect(keysLeft()).toEqual([]);
    expect(await (await page(7)).kept('pack')).toBeNull();
  });

  it('is nobody else’s, and is not lost because somebody else logged in', async () => {
    await (await page(7)).owe('sheet:1', { n: 2 });
    closeTab();
    const other = await page(8);
    expect(await other.countOwed()).toBe(0);
    expect(await other.kept('owed:sheet:1')).toBeNull();
    other.wipe();
    closeTab();
    expect(await (await page(7)).kept('owed:sheet:1')).toEqual({ n: 2 });
  });

  it('of two tabs that owe something is found by a third', async () => {
    await (await page(7)).owe('sheet:1', 1);
    const token = sessionStorage.getItem(tokenKey) ?? '';
    closeTab();
    const local = { ...localStorage };
    localStorage.removeItem('vaultKey:7');
    sessionStorage.setItem(tokenKey, token);
    const second = await page(7);
    await second.keep('first of its own', 0);
    for (const [name, value] of Object.entries(local)) localStorage.setItem(name, String(value));
    await second.owe('sheet:2', 2);
    closeTab();
    const third = await page(7);
    expect([await third.kept('owed:sheet:1'), await third.kept('owed:sheet:2')]).toEqual([1, 2]);
  });

  it('is left by nobody who leaves', async () => {
    const vault = await page(7, true);
    await vault.owe('sheet:1', 1);
    vault.wipe();
    await vi.waitFor(() => expect(store.all.size).toBe(0));
    expect([...Object.keys(localStorage), ...Object.keys(sessionStorage)].filter((one) => /vault/i.test(one))).toEqual(
      [],
    );
  });

  it('says when it cannot be kept, and holds the page open until it is settled', async () => {
    const vault = await page(7);
    store.isFull = true;
    expect(await vault.owe('sheet:1', 1)).toBe(false);
    const closing = () => {
      const event = new Event('beforeunload', { cancelable: true });
      globalThis.dispatchEvent(event);
      return event.defaultPrevented;
    };
    expect([await vault.countOwed(), closing()]).toEqual([1, true]);
    await vault.settle('sheet:1');
    expect(closing()).toBe(false);
  });
});
