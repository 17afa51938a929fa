import { describe, expect, it } from 'vitest';
import {
  closeTab,
  closeTabs,
  type NewTab,
  noTabs,
  openTab,
  readdressTab,
  readTabs,
  renewTab,
  withHome,
} from './tabs.ts';

const tab = (path: string, search = '', key = path): NewTab => ({
  key,
  path,
  fullPath: path + search,
  title: path.slice(1),
  closable: path !== '/home',
  components: [path],
});
const open = (...paths: string[]) =>
  paths.reduce((tabs, path) => openTab(tabs, tab(path)), withHome(noTabs, tab('/home')));
const keys = (tabs: { list: readonly { key: string }[] }) => tabs.list.map((one) => one.key);

describe('opening (R67)', () => {
  it('adds a new key at the end and activates it', () => {
    const tabs = open('/a', '/b');
    expect(keys(tabs)).toEqual(['/home', '/a', '/b']);
    expect(tabs.active).toBe('/b');
  });

  it('adding an existing key replaces it if the path changed, in its place', () => {
    const tabs = openTab(open('/a', '/b'), tab('/a', '?page=2'));
    expect(keys(tabs)).toEqual(['/home', '/a', '/b']);
    expect(tabs.list[1]?.fullPath).toBe('/a?page=2');
    expect(tabs.active).toBe('/a');
  });

  it('adding an existing key with the same path only activates it', () => {
    const before = open('/a', '/b');
    const after = openTab(before, tab('/a'));
    expect(after.list).toBe(before.list);
    expect(openTab(after, tab('/a'))).toBe(after);
  });

  it('keeps the page of a list whose query changed, and drops that of a form opened for another record', () => {
    const before = open('/a');
    const instance = before.list[1]?.instance;
    expect(openTab(before, tab('/a', '?id=2')).list[1]?.instance).toBe(instance);
    expect(openTab(before, tab('/a', '?id=2'), true).list[1]?.instance).not.toBe(instance);
  });

  it('opens a detail screen once per full path', () => {
    const one = openTab(open(), tab('/d', '?id=1', '/d?id=1'));
    expect(keys(openTab(one, tab('/d', '?id=2', '/d?id=2')))).toEqual(['/home', '/d?id=1', '/d?id=2']);
  });

  it('never gives two lives of a page the same number', () => {
    const closed = closeTab(open('/a', '/b'), '/b').tabs;
    const again = openTab(closed, tab('/b'));
    expect(new Set([...closed.list, ...again.list.slice(-1)].map((one) => one.instance)).size).toBe(3);
    expect(renewTab(again, '/b').list[2]?.instance).toBeGreaterThan(again.list[2]?.instance ?? 0);
  });

  it('follows a page that changed its own address, and lets it keep its state', () => {
    const before = openTab(open(), tab('/d', '?id=1', '/d?id=1'));
    const after = readdressTab(before, '/d?id=1', { key: '/d?id=1&tab=log', fullPath: '/d?id=1&tab=log' });
    expect(after.active).toBe('/d?id=1&tab=log');
    expect(after.list[1]?.instance).toBe(before.list[1]?.instance);
  });
});

describe('the home tab (R68)', () => {
  it('stands first and cannot be closed', () => {
    const tabs = withHome(open('/a'), tab('/home'));
    expect(keys(tabs)).toEqual(['/home', '/a']);
    expect(closeTab(tabs, '/home')).toMatchObject({ closed: [], refused: 'unclosable' });
  });

  it('makes a former home a tab like any other', () => {
    const moved = withHome(open('/a'), { ...tab('/a'), closable: false });
    expect(moved.list.map((one) => [one.key, one.closable])).toEqual([
      ['/a', false],
      ['/home', true],
    ]);
  });
});

describe('closing one (R69)', () => {
  it('moves from the active tab to the one before it', () => {
    expect(closeTab(open('/a', '/b'), '/b').tabs.active).toBe('/a');
    expect(closeTab(openTab(open('/a', '/b'), tab('/a')), '/a').tabs.active).toBe('/home');
  });

  it('moves nothing when the tab is not active', () => {
    expect(closeTab(open('/a', '/b'), '/a').tabs.active).toBe('/b');
  });
});

describe('closing several (R70)', () => {
  const all = open('/a', '/b', '/c');

  it('closes left, right, others and all, but never home', () => {
    expect(keys(closeTabs(all, '/b', 'left').tabs)).toEqual(['/home', '/b', '/c']);
    expect(keys(closeTabs(all, '/b', 'right').tabs)).toEqual(['/home', '/a', '/b']);
    expect(keys(closeTabs(all, '/b', 'others').tabs)).toEqual(['/home', '/b']);
    expect(keys(closeTabs(all, '/b', 'all').tabs)).toEqual(['/home']);
  });

  it('activates the tab acted on, or home, when the active one is gone', () => {
    expect(closeTabs(all, '/b', 'right').tabs.active).toBe('/b');
    expect(closeTabs(all, '/b', 'left').tabs.active).toBe('/c');
    expect(closeTabs(all, '/b', 'all').tabs.active).toBe('/home');
  });

  it('refuses with its own message where there is nothing to close', () => {
    expect(closeTabs(all, '/a', 'left').refused).toBe('noneLeft');
    expect(closeTabs(all, '/c', 'right').refused).toBe('noneRight');
    expect(closeTabs(open(), '/home', 'others').refused).toBe('none');
    expect(closeTabs(open(), '/home', 'all').refused).toBe('none');
  });
});

describe('tabs kept over a reload (R73)', () => {
  it('come back as they were, broken ones dropped', () => {
    const { list } = open('/a');
    const read = readTabs(JSON.stringify([...list, { key: 1 }, null]));
    expect(read.list).toEqual(list);
    expect(read.lastInstance).toBe(2);
    expect(readTabs('nonsense').list).toEqual([]);
  });
});
