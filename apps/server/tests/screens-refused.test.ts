import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { routeName } from '#apps/server/testing/access-matrix.ts';
import { openSession } from '#apps/server/testing/sessions.ts';
import { openWorld, type Person, type World } from '#apps/server/testing/world.ts';
import { root } from '#db/settings.ts';
import type { AnyEndpoint } from '#kit/contract/endpoint.ts';
import { endpointsIn } from '#kit/contract/module.ts';
import { holdsAny, mayEnter } from '#kit/contract/permission.ts';
import { modules } from '#modules/index.contract.ts';
import type { MenuItem, UserInfo } from '#modules/platform/contract/auth/session.ts';
import { readPageKeys } from '#tools/built-pages.ts';
import { readCatalogue } from '#tools/catalogue.ts';
import { Tree } from '#tools/tree.ts';

/** Every built screen: in the pages and menus of whoever holds its permission and of nobody else, who is refused its calls too. */

interface Visitor {
  readonly name: string;
  readonly person: Person;
  readonly actions: ReadonlySet<string>;
  /** What the shell opens. */
  readonly pages: ReadonlySet<string>;
  /** What the menus of all systems offer. */
  readonly offered: ReadonlySet<string>;
}

const tree = new Tree(root);
const built = new Set(readPageKeys(tree).map((one) => one.path));
const screens = readCatalogue(tree)
  .filter((one) => built.has(one.path) && one.permissions.length > 0)
  .map(({ path, permissions: [permission = ''] }) => ({ path, any: permission.split('|') }));
const endpoints = modules.flatMap(endpointsIn);
/** Pages whose calls everybody may make, for rows of their own, and a bank's view of alarms and devices, whose calls need the permissions of these. */
const withoutCalls = ['/bank/alarms', '/bank/bluetooth', '/bank/video', '/bank/platform/receiver', '/system/jobs'];

let world: World;
let visitors: Visitor[];

beforeAll(async () => {
  world = await openWorld();
  // The world has a date of its own: whether a tenant has run out must not depend on when the test runs.
  await world.sql('update platform.sys_tenant set expire_on = current_date + 300');
  const met = new Map<string, Visitor>();
  for (const { username, role, tenantNo } of inject('accounts')) {
    const key = `${role} ${tenantNo}`;
    if (!met.has(key)) met.set(key, await meet(username));
  }
  visitors = [...met.values()];
}, 60_000);
afterAll(() => world.close());

async function meet(name: string): Promise<Visitor> {
  const person = world.person(await openSession(world, name));
  const { data } = await person.get<UserInfo>('sys/user/getUserInfo');
  const offered = new Set<string>();
  for (const { id } of data.firstMenus) {
    const menus = await person.get<MenuItem[]>(`sys/user/getUserWebMenuByFirstMenuId?menuId=${id}`);
    for (const { path } of menus.data) if (path) offered.add(path);
  }
  return {
    name,
    person,
    actions: new Set(data.actions),
    pages: new Set(data.pages.flatMap((one) => one.path ?? [])),
    offered,
  };
}

/** What a screen reads by its permission; what it writes, where it reads nothing by it. */
function callsOf(any: readonly string[]): AnyEndpoint[] {
  const calls = endpoints.filter(
    ({ method, access }) =>
      method !== 'DELETE' && typeof access !== 'string' && access.any.some((one) => any.includes(one)),
  );
  const reads = calls.filter((one) => one.method === 'GET');
  return reads.length > 0 ? reads : calls;
}

describe('every built screen', () => {
  it('opens for whoever holds its permission, and neither opens for nor is offered to anybody else', () => {
    const wrong: string[] = [];
    for (const { path, any } of screens)
      for (const { name, actions, pages, offered } of visitors) {
        const isHeld = holdsAny(actions, any);
        if (pages.has(path) !== isHeld) wrong.push(`${path} ${isHeld ? 'does not open' : 'opens'} for ${name}`);
        if (!isHeld && offered.has(path)) wrong.push(`${path} is offered to ${name}`);
      }
    expect(wrong).toEqual([]);
    expect(screens.length).toBeGreaterThan(160);
    expect(screens.filter(({ any }) => !visitors.some((one) => holdsAny(one.actions, any)))).toEqual([]);
  });

  it('has calls that need its permission, and they answer 403 to whoever lacks it', async () => {
    const wrong: string[] = [];
    const asked = new Set<AnyEndpoint>();
    const bare = screens.filter(({ any }) => callsOf(any).length === 0).map((one) => one.path);
    expect(bare).toEqual(withoutCalls);
    for (const { any } of screens)
      for (const call of callsOf(any)) {
        if (asked.has(call)) continue;
        asked.add(call);
        const strangers = visitors.filter((one) => !mayEnter(one.actions, call.access));
        const path = call.path.replace(/:\w+/g, '999999999');
        for (const { name, person } of strangers) {
          const { status, code } = await (call.method === 'GET' ? person.get(path) : person.post(path, { _: 1 }));
          if (status !== 403 || code !== 403) wrong.push(`${routeName(call)} by ${name}: ${status}`);
        }
      }
    expect(wrong).toEqual([]);
    expect(asked.size).toBeGreaterThan(100);
  });
});
