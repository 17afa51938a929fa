import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { openSession } from '#apps/server/testing/sessions.ts';
import { openWorld, type World } from '#apps/server/testing/world.ts';
import { loadReference } from '#db/reference.ts';
import { readTsv } from '#db/reference-files.ts';
import { databaseSettings } from '#db/settings.ts';

/** What each account is offered, and in which order: read from the catalogue, for every system and every demo account. */

interface Item {
  readonly id: number;
  readonly menuName: string;
  readonly menuType: number;
  readonly visible: number;
  readonly orderNum: number;
  readonly parentId: number | null;
  readonly path: string | null;
}

let world: World;
let usernames: string[];
beforeAll(async () => {
  world = await openWorld();
  usernames = (
    await world.sql<{ username: string }>(
      "select username from platform.sys_user where status = 'active' and username in (select jsonb_array_elements_text($1::jsonb)) order by 1",
      [JSON.stringify(inject('accounts').map((one) => one.username))],
    )
  ).map((row) => row.username);
});
afterAll(() => world.close());

const catalogue = readTsv('menu-directories.tsv').map((row) => row.zh_CN);
const inOrder = (items: readonly Item[]) => items.toSorted((a, b) => a.orderNum - b.orderNum || a.id - b.id);
const directoriesOf = (items: readonly Item[]) => inOrder(items.filter((one) => one.menuType === 2));
const pagesOf = (items: readonly Item[]) =>
  directoriesOf(items).flatMap((directory) =>
    inOrder(items.filter((one) => one.menuType === 3 && one.visible === 1 && one.parentId === directory.id)),
  );
const isHome = (page: Item) => page.menuName.endsWith('首页');

function expectCatalogueOrder(about: string, items: readonly Item[]): void {
  const names = directoriesOf(items).map((one) => one.menuName);
  expect([about, names]).toEqual([about, names.toSorted((a, b) => catalogue.indexOf(a) - catalogue.indexOf(b))]);
  const pages = pagesOf(items);
  if (pages.some(isHome)) expect([about, pages[0]?.menuName]).toEqual([about, pages.find(isHome)?.menuName]);
}

describe('menus in the order of the catalogue', () => {
  it('in all thirteen systems, built or not: home first, directories as listed, settings last', async () => {
    for (let system = 1; system <= 13; system += 1) {
      const items = await world.sql<Item>(
        `select id::int, menu_name as "menuName", menu_type as "menuType", visible, order_num as "orderNum", parent_id::int as "parentId", path
         from platform.sys_menu where terminal = 'web' and menu_type in (2, 3) and system_id = $1`,
        [system],
      );
      expectCatalogueOrder(`system ${system}`, items);
    }
    expect(catalogue.at(-1)).toBe('系统设置');
  });
});

describe('what an account is offered', () => {
  it('every system has work of its own for it, in the order of the catalogue; messages and tasks stay open to everybody', async () => {
    let offered = 0;
    for (const username of usernames) {
      const person = world.person(await openSession(world, username));
      const { code, data } = await person.get('sys/user/getUserInfo');
      // One tenant of the demo has ended its service.
      if (code === 401) continue;
      offered += 1;
      const general = new Set<string>(data.servesAll);
      for (const first of data.firstMenus as { id: number; menuName: string }[]) {
        const items: Item[] = (await person.get(`sys/user/getUserWebMenuByFirstMenuId?menuId=${first.id}`)).data;
        const about = `${username}: ${first.menuName}`;
        const own = pagesOf(items).filter((one) => !general.has(one.path ?? '') && !messages.test(one.path ?? ''));
        expect([about, own.length > 0]).toEqual([about, true]);
        expectCatalogueOrder(about, items);
      }
      const open = data.pages.map((one: Item) => one.path);
      expect([username, open]).toEqual([username, expect.arrayContaining(['/anm/warning/msg', '/anm/task/manage'])]);
      expect([username, data.servesAll]).toEqual([
        username,
        expect.arrayContaining(['/anm/warning/msg', '/anm/task/manage']),
      ]);
      // Whoever has no system at all still has a menu.
      if (data.firstMenus.length === 0) expect(pagesOf(data.menus).length).toBeGreaterThan(0);
    }
    expect(offered).toBeGreaterThan(30);
  });
});

// Last: it moves a directory that the accounts above are offered.
describe('an order an operator chose', () => {
  it('is kept when the catalogue is loaded again', async () => {
    const operator = await world.as('op_admin');
    const [directory] = await world.sql<{ id: number; parent: number }>(
      "select id::int, parent_id::int as parent from platform.sys_menu where menu_name = '数据大屏' and menu_type = 2",
    );
    const first = async () =>
      (
        await world.sql<{ id: number }>(
          'select id::int from platform.sys_menu where parent_id = $1 and menu_type = 2 order by order_num, id',
          [directory?.parent],
        )
      )[0]?.id;
    const moved = await operator.post('sys/menu/web/move', {
      id: directory?.id,
      parentId: directory?.parent,
      index: 0,
    });
    expect(moved).toMatchObject({ code: 200 });
    await world.sql("delete from kit.reference_file where file = 'menus'");
    await loadReference(databaseSettings(world.name));
    expect(await first()).toBe(directory?.id);
  });
});

/** By path too, so that the test does not lean on what it judges. */
const messages = /^\/anm\/(warning\/msg|task\/|notice\/|device\/alarm)/;
