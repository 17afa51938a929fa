import { describe, expect, it } from 'vitest';
import type { MenuItem, UserInfo } from '#modules/platform/contract/auth/session.ts';
import { homeOf, landing, verdict } from './access.ts';

const page = (path: string, id: number): MenuItem => ({
  id,
  menuName: path,
  menuNameTw: path,
  menuNameEn: path,
  visible: 1,
  menuType: 3,
  orderNum: id,
  parentId: null,
  path,
  icon: null,
  permission: null,
  linkType: 0,
  keepAlive: true,
  kind: 'list',
  systemId: 1,
  ownerPath: null,
});
const user = (homePath: string | null, ...paths: string[]) =>
  ({ homePath, pages: paths.map((path, id) => page(path, id)) }) as unknown as UserInfo;
const built = new Set(['/a', '/b', '/ant/home/index', '/user/profile']);
const own = new Set(['/user/profile']);

describe('what a path shows (R45)', () => {
  it('shows a granted screen, 403 for a registered one that is not granted, 404 for no screen', () => {
    const one = user(null, '/a', '/unbuilt');
    expect(verdict('/a', one, built, own)).toBe('page');
    expect(verdict('/user/profile', one, built, own)).toBe('page');
    expect(verdict('/b', one, built, own)).toBe('forbidden');
    expect(verdict('/no/such', one, built, own)).toBe('notFound');
    expect(verdict('/unbuilt', one, built, own)).toBe('notFound');
  });
});

describe('the home page (R8)', () => {
  it('is the portal’s or tenant’s, else /ant/home/index, else the first of the own work or the menu, else none', () => {
    expect(homeOf(user('/b', '/a', '/b', '/ant/home/index'), [], built)).toBe('/b');
    expect(homeOf(user('/gone', '/a', '/ant/home/index'), [], built)).toBe('/ant/home/index');
    expect(homeOf(user(null, '/a', '/b'), [page('/unbuilt', 1), page('/b', 2)], built)).toBe('/b');
    expect(homeOf(user(null, '/a', '/b'), [page('/b', 2)], built, ['/unbuilt', '/a'])).toBe('/a');
    expect(homeOf(user(null), [], built)).toBeNull();
  });

  it('after login comes behind the path the user came from, if it may be opened', () => {
    const opens = (path: string) => path === '/a';
    expect(landing('/a?x=1', '/b', opens)).toBe('/a?x=1');
    expect(landing('/secret', '/b', opens)).toBe('/b');
    expect(landing('//evil', '/b', opens)).toBe('/b');
    expect(landing(null, null, opens)).toBe('/exception/403');
  });
});
