import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { openWorld, type World } from '#apps/server/testing/world.ts';
import { readRolePermissions, readTsv } from '#db/reference-files.ts';
import { roleGroupOf } from '#db/role-groups.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
  // The demo world has a date of its own; who may log in must not depend on when the test runs.
  await world.sql(
    'update platform.sys_tenant set expire_on = current_date + case tenant_no when 5202 then -3 else 300 end',
  );
});
afterAll(() => world.close());

const accounts = inject('accounts');

/** Roles with permissions of their own. */
const rolesWithWork = (): string[] => [...readRolePermissions().keys()].filter((role) => role !== '*');

describe('the accounts of the demo', () => {
  it('have one for every role that may do something', () => {
    const held = new Set(accounts.flatMap((one) => one.role.split('+')));
    const wanted = rolesWithWork();
    expect(wanted.length).toBeGreaterThan(20);
    expect(wanted.filter((role) => !held.has(role))).toEqual([]);
  });

  it('are grouped by data: every role group stands in exactly one group of the login page', () => {
    const given = readTsv('account-groups.tsv').flatMap((row) => row.roleGroups?.split(',') ?? []);
    const known = readTsv('role-groups.tsv').map((row) => row.groupCode ?? '');
    expect(given.toSorted()).toEqual(known.toSorted());
    const used = new Set(readTsv('roles.tsv').map(roleGroupOf));
    expect([...used].filter((group) => !given.includes(group))).toEqual([]);
  });

  it.each(accounts.map((one) => [one.username, one.portal, one.password]))(
    '%s logs in at %s',
    async (username, route, password) => {
      const face = (await world.person('').get(`sys/auth/portal?route=${route}`)).data;
      expect(face).toMatchObject({ route, status: 'enabled' });
      const answer = await world.login(username, password, { portalId: face.portalId });
      expect([answer.code, answer.msg]).toEqual([200, expect.anything()]);
    },
  );
});

describe('the login pages', () => {
  it('are all open, each with a name of its own, and those of a place have an account of its tenant', async () => {
    const open = (await world.person('').get('sys/auth/portals')).data as {
      route: string;
      title: Record<'zh_CN' | 'zh_TW' | 'en', string>;
    }[];
    const routes = new Set(open.map((one) => one.route));
    const rows = readTsv('portals.tsv');
    expect(rows.map((row) => row.route).filter((route) => !routes.has(route ?? ''))).toEqual([]);
    for (const language of ['zh_CN', 'zh_TW', 'en'] as const)
      expect(new Set(open.map((one) => one.title[language])).size).toBe(open.length);
    const tenants = new Set(accounts.map((one) => String(one.tenantNo)));
    expect(rows.filter((row) => row.tenantNo && !tenants.has(row.tenantNo))).toEqual([]);
  });
});
