import { describe, expect, it } from 'vitest';
import type { MenuItem } from '#modules/platform/contract/auth/session.ts';
import { entryOf, firstPage, type MenuNode, menuTitle, menuTree, trailTo } from './menu-tree.ts';

const item = (id: number, part: Partial<MenuItem>): MenuItem => ({
  id,
  menuName: `m${id}`,
  menuNameTw: `w${id}`,
  menuNameEn: '',
  visible: 1,
  menuType: 3,
  orderNum: id,
  parentId: null,
  path: `/p${id}`,
  icon: null,
  permission: null,
  linkType: 0,
  keepAlive: true,
  kind: 'list',
  systemId: 1,
  ownerPath: null,
  ...part,
});
const directory = (id: number, part: Partial<MenuItem> = {}) => item(id, { menuType: 2, path: null, ...part });
const shape = (nodes: readonly MenuNode[]): unknown[] =>
  nodes.map((node) => (node.children.length > 0 ? [node.item.id, shape(node.children)] : node.item.id));

describe('the menu tree (R50)', () => {
  it('is sorted by orderNum at every level', () => {
    const items = [
      directory(1, { orderNum: 9 }),
      item(2, { parentId: 1, orderNum: 5 }),
      item(3, { parentId: 1, orderNum: 4 }),
      item(4, { orderNum: 1 }),
    ];
    expect(shape(menuTree(items))).toEqual([4, [1, [3, 2]]]);
  });

  it('leaves out actions and hidden items, and directories left empty', () => {
    const items = [
      directory(1),
      item(2, { parentId: 1, menuType: 4 }),
      item(3, { parentId: 1, visible: 0 }),
      directory(4),
      item(5, { parentId: 4 }),
    ];
    expect(shape(menuTree(items))).toEqual([[4, [5]]]);
  });

  it('takes what stands below an absent parent as a root, and puts children in the place of the first level', () => {
    expect(shape(menuTree([directory(2, { parentId: 99 }), item(3, { parentId: 2 })]))).toEqual([[2, [3]]]);
    const withFirst = [directory(1, { menuType: 1 }), directory(2, { parentId: 1 }), item(3, { parentId: 2 })];
    expect(shape(menuTree(withFirst))).toEqual([[2, [3]]]);
  });

  it('finds the trail to a page and the first page that fits', () => {
    const tree = menuTree([directory(1), item(2, { parentId: 1 }), item(3, { parentId: 1 })]);
    expect(trailTo(tree, '/p3')).toEqual([1, 3]);
    expect(trailTo(tree, '/none')).toEqual([]);
    expect(firstPage(tree, (path) => path !== '/p2')).toBe('/p3');
  });

  it('keeps an entry selected for a page outside the menu: where it was opened if that is in the group of its owner, else its owner', () => {
    const groups = [
      directory(1),
      item(2, { parentId: 1 }),
      item(3, { parentId: 1 }),
      directory(4),
      item(5, { parentId: 4 }),
    ];
    const tree = menuTree(groups);
    const outside = (ownerPath: string | null) => ({ visible: 0 as const, ownerPath });
    const entry = (opener: string, page: { visible: 0 | 1; ownerPath: string | null } | undefined) =>
      entryOf(tree, { path: '/detail', opener, page });
    expect(entry('/p2', outside('/p3'))).toBe('/p2');
    expect(entry('/p5', outside('/p3'))).toBe('/p3');
    expect(entry('', outside('/p3'))).toBe('/p3');
    expect(entry('/p5', outside('/not/granted'))).toBe('/p5');
    expect(entry('', outside(null))).toBe('/detail');
    // A page of another system's menu belongs to no entry here.
    expect(entry('/p5', { visible: 1, ownerPath: null })).toBe('/detail');
    expect(entry('/p5', undefined)).toBe('/detail');
    expect(entryOf(tree, { path: '/p5', opener: '/p2', page: { visible: 1, ownerPath: null } })).toBe('/p5');
  });

  it('names an item in the language, falling back to zh_CN', () => {
    expect(menuTitle(item(1, {}), 'zh_TW')).toBe('w1');
    expect(menuTitle(item(1, {}), 'en')).toBe('m1');
  });
});
