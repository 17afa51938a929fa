import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import {
  accessName,
  type MatrixRow,
  proposedLine,
  readMatrix,
  routeName,
  writes,
} from '#apps/server/testing/access-matrix.ts';
import { openSession } from '#apps/server/testing/sessions.ts';
import { openWorld, type World } from '#apps/server/testing/world.ts';
import type { AnyEndpoint } from '#kit/contract/endpoint.ts';
import { endpointsIn } from '#kit/server/http/openapi.ts';
import { modules } from '#modules/index.contract.ts';

/** T3: every route under every account and every kind of token, against the file people agreed on. */

interface Visitor {
  name: string;
  token: string | null;
  /** Null: no session, so nothing but what is public. */
  roles: readonly string[] | null;
  readOnly?: boolean;
}

const endpoints = modules.flatMap(endpointsIn);
const { roles: knownRoles, rows } = readMatrix();
const rowOf = new Map(rows.map((row) => [row.route, row]));

let world: World;
let visitors: Visitor[];

beforeAll(async () => {
  world = await openWorld();
  const accounts = inject('accounts');
  // The demo world has a date of its own; how long a tenant still has must not depend on when the test runs.
  await world.sql(
    'update platform.sys_tenant set expire_on = current_date + case tenant_no when 5202 then -3 else 300 end',
  );
  visitors = [];
  // 6300 is the tenant that is stopped below.
  for (const { username, role, tenantNo } of accounts.filter((one) => one.tenantNo !== 6300))
    visitors.push({
      name: username,
      token: await openSession(world, username),
      roles: role.split('+'),
      readOnly: tenantNo === 5202,
    });
  visitors.push(
    { name: 'no token', token: null, roles: null },
    { name: 'garbage', token: 'x'.repeat(43), roles: null },
    { name: 'expired', token: await ended("last_active_at = now() - interval '3 days'"), roles: null },
    { name: 'beyond its last hour', token: await ended("absolute_end_at = now() - interval '1 minute'"), roles: null },
    { name: 'logged out', token: await ended("ended_at = now(), end_reason = 'logout'"), roles: null },
    { name: 'disabled user', token: await clone('m_disabled', 1505, "status = 'disabled'"), roles: null },
    { name: 'closed tenant', token: await clone('m_closed', 6300), roles: null },
    { name: 'other tenant', token: await clone('m_other', 1504), roles: ['region_manager'] },
  );
  await world.sql("update platform.sys_tenant set status = 'suspended' where tenant_no = 6300");
}, 60_000);
afterAll(() => world.close());

/** A session of the administrator that is over. */
async function ended(change: string): Promise<string> {
  const token = await openSession(world, 'tl_admin');
  await world.sql(
    `update platform.sys_session set ${change} where id = (select max(id) from platform.sys_session where user_id = (select id from platform.sys_user where username = 'tl_admin'))`,
  );
  return token;
}

/** A region manager like Tongliao's, elsewhere or otherwise. */
async function clone(username: string, tenantNo: number, change = "status = 'active'"): Promise<string> {
  await world.sql(
    `with made as (
       insert into platform.sys_user (tenant_no, username, nickname, real_name, principal_id, password_hash)
       select $2, $1, $1, $1, principal_id, '' from platform.sys_user where username = 'tl_region' returning id, tenant_no
     )
     insert into platform.sys_user_role (tenant_no, user_id, role_id)
     select made.tenant_no, made.id, r.id from made, platform.sys_role r where r.tenant_no = 0 and r.role_code = 'region_manager'`,
    [username, tenantNo],
  );
  const token = await openSession(world, username);
  await world.sql(`update platform.sys_user set ${change} where username = $1`, [username]);
  return token;
}

function expected(row: MatrixRow, { roles, readOnly }: Visitor): number {
  if (row.access === 'public') return 200;
  if (!roles) return 401;
  if (!roles.some((role) => row.allows.get(role))) return 403;
  return readOnly && row.writes ? 403 : 200;
}

/** Input that no schema takes, so that being let in changes nothing; 401, 403, or 200 for whatever comes after the door. */
async function decision(endpoint: AnyEndpoint, token: string | null): Promise<number> {
  const response = await world.app.inject({
    method: endpoint.method,
    url: `/api/${endpoint.path.replace(/:\w+/g, '999999999')}`,
    headers: token ? { authorization: token } : {},
    ...(endpoint.method === 'GET' ? {} : { payload: { _: 1 } }),
  });
  if (![401, 403].includes(response.statusCode)) return 200;
  expect(response.json().code).toBe(response.statusCode);
  return response.statusCode;
}

/** Routes and visitors that are not treated as the file says. */
async function differences(of: readonly AnyEndpoint[], who: readonly Visitor[]) {
  const found: string[] = [];
  let asked = 0;
  for (const endpoint of of) {
    const row = rowOf.get(routeName(endpoint));
    if (!row) continue;
    const answers = await Promise.all(who.map((visitor) => decision(endpoint, visitor.token)));
    asked += answers.length;
    for (const [at, visitor] of who.entries()) {
      const wanted = expected(row, visitor);
      if (answers[at] !== wanted)
        found.push(`${row.route} by ${visitor.name}: ${answers[at]}, the file says ${wanted}`);
    }
  }
  return { found, asked };
}

describe('T3: who may call what', () => {
  it('has a line for every route, and none for a route that is gone', () => {
    const missing = endpoints.filter((one) => !rowOf.has(routeName(one)));
    // Ready to be looked at and added; the file itself is never written by a program.
    expect(missing.map((one) => proposedLine(one, knownRoles))).toEqual([]);
    const names = new Set(endpoints.map(routeName));
    expect(rows.map((row) => row.route).filter((route) => !names.has(route))).toEqual([]);
    expect(rows.length).toBe(rowOf.size);
  });

  it('says of every route what the contract says: open, for the logged in, or for holders of these permissions', () => {
    const said = rows.map(({ route, access, writes: changes }) => ({ route, access, changes }));
    const byName = new Map(endpoints.map((one) => [routeName(one), one]));
    const declared = rows.map(({ route }) => {
      const one = byName.get(route) as AnyEndpoint;
      return { route, access: accessName(one), changes: writes(one) };
    });
    expect(said).toEqual(declared);
  });

  it('knows every role the demo accounts hold', () => {
    const held = inject('accounts').flatMap((one) => one.role.split('+'));
    expect(held.filter((role) => !knownRoles.includes(role))).toEqual([]);
  });

  it('and the server decides the same, for every account and every kind of token', async () => {
    const { found, asked } = await differences(endpoints, visitors);
    console.log(`T3: ${endpoints.length} routes × ${visitors.length} visitors = ${asked} decisions`);
    expect(found).toEqual([]);
    expect(inject('accounts').length).toBeGreaterThanOrEqual(22);
    expect(asked).toBeGreaterThanOrEqual(endpoints.length * 28);
  }, 120_000);

  it('R101: and no answer to anybody told a personal number in clear', () => {
    expect(world.watch.told).toEqual([]);
    expect(world.watch.looked).toBeGreaterThanOrEqual(endpoints.length * 28);
  });

  it('control: a permission taken from a role, or given to one, is seen', async () => {
    const principal = endpoints.filter((one) => routeName(one) === 'GET pri/principal/info/list');
    const change = (sql: string) =>
      world.sql(
        `${sql} (select r.id from platform.sys_role r where r.role_code = $1) and menu_id in (select id from platform.sys_menu where permission = $2)`,
        ['leader', 'pri:principal:list'],
      );
    await change('delete from platform.sys_role_menu where role_id in');
    const leader: Visitor = { name: 'tl_leader', token: await openSession(world, 'tl_leader'), roles: ['leader'] };
    expect((await differences(principal, [leader])).found).toEqual([
      'GET pri/principal/info/list by tl_leader: 403, the file says 200',
    ]);
    await world.sql(
      `insert into platform.sys_role_menu (tenant_no, role_id, menu_id) select 0, r.id, m.id from platform.sys_role r, platform.sys_menu m
       where r.role_code = 'security_admin' and m.permission = 'pri:principal:list'`,
    );
    const guard: Visitor = { name: 'tl_sec', token: await openSession(world, 'tl_sec'), roles: ['security_admin'] };
    expect((await differences(principal, [guard])).found).toHaveLength(1);
  });
});
