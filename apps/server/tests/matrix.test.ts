import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import {
  accessName,
  type MatrixRow,
  matrixFaults,
  readMatrix,
  routeName,
  writes,
} from '#apps/server/testing/access-matrix.ts';
import { openSession } from '#apps/server/testing/sessions.ts';
import { openWorld, type World } from '#apps/server/testing/world.ts';
import type { AnyEndpoint } from '#kit/contract/endpoint.ts';
import { endpointsIn } from '#kit/contract/module.ts';
import { decide } from '#kit/server/http/decide.ts';
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
  // 6300 is the tenant that is stopped below. A second account with the same roles would be asked the same.
  const known = accounts.filter((one) => one.tenantNo !== 6300);
  const kinds = new Map(known.toReversed().map((one) => [`${one.role} ${one.tenantNo === 5202}`, one]));
  for (const { username, role, tenantNo } of kinds.values())
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
});
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

type Ask = (endpoint: AnyEndpoint, token: string | null) => Promise<number>;

/** Asks the function that decides for every route, without a request around it. */
const byDecision: Ask = async (endpoint, token) =>
  (await decide(world.authenticator, endpoint, { token, background: true, page: null })).refused?.code ?? 200;

/** A real request with input that no schema takes, so that being let in changes nothing; 401, 403, or 200 for whatever comes after the door. */
const byRequest: Ask = async (endpoint, token) => {
  const response = await world.app.inject({
    method: endpoint.method,
    url: `/api/${endpoint.path.replace(/:\w+/g, '999999999')}${endpoint.method === 'GET' ? '?_=1' : ''}`,
    headers: token ? { authorization: token } : {},
    ...(endpoint.method === 'GET' ? {} : { payload: { _: 1 } }),
  });
  if (![401, 403].includes(response.statusCode)) return 200;
  expect(response.json().code).toBe(response.statusCode);
  return response.statusCode;
};

/** Routes and visitors that are not treated as the file says. */
async function differences(
  ask: Ask,
  of: readonly AnyEndpoint[],
  who: (endpoint: AnyEndpoint, at: number) => readonly Visitor[],
) {
  const found: string[] = [];
  let asked = 0;
  for (const [at, endpoint] of of.entries()) {
    const row = rowOf.get(routeName(endpoint));
    if (!row) continue;
    const some = who(endpoint, at);
    const answers = await Promise.all(some.map((visitor) => ask(endpoint, visitor.token)));
    asked += answers.length;
    for (const [nth, visitor] of some.entries()) {
      const wanted = expected(row, visitor);
      if (answers[nth] !== wanted)
        found.push(`${row.route} by ${visitor.name}: ${answers[nth]}, the file says ${wanted}`);
    }
  }
  return { found, asked };
}

/** Of these routes every visitor is asked for by a request: the first that reads and the first that changes, of each kind of access. */
const kindOf = (one: AnyEndpoint) =>
  `${typeof one.access === 'string' ? one.access : 'permission'} ${one.method} ${writes(one)}`;
const firstOfKind = new Map(endpoints.toReversed().map((one) => [kindOf(one), one]));

/** Each route by nobody, by one who is let in and by one who is refused; who these are changes from route to route. */
function sampled(endpoint: AnyEndpoint, at: number): readonly Visitor[] {
  if (firstOfKind.get(kindOf(endpoint)) === endpoint) return visitors;
  const row = rowOf.get(routeName(endpoint)) as MatrixRow;
  const known = visitors.filter((one) => one.roles);
  const pick = (code: number) => {
    const some = known.filter((one) => expected(row, one) === code);
    return some[at % Math.max(1, some.length)];
  };
  return [visitors.find((one) => !one.token), pick(200), pick(403)].filter((one) => one !== undefined);
}

describe('T3: who may call what', () => {
  it('has a line for every route, and none for a route that is gone', () => {
    // Proposed lines are for people to review and add; no program writes the files.
    expect(matrixFaults()).toEqual([]);
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
    const { found, asked } = await differences(byDecision, endpoints, () => visitors);
    console.log(`T3: ${endpoints.length} routes × ${visitors.length} visitors = ${asked} decisions`);
    expect(found).toEqual([]);
    expect(inject('accounts').length).toBeGreaterThanOrEqual(22);
    expect(asked).toBeGreaterThanOrEqual(endpoints.length * 28);
  });

  it('and answers requests by that decision: every route for some, every kind of access for all', async () => {
    const { found, asked } = await differences(byRequest, endpoints, sampled);
    console.log(`T3: ${asked} requests`);
    expect(found).toEqual([]);
    expect(asked).toBeGreaterThanOrEqual(endpoints.length * 2 + firstOfKind.size * 26);
    // R101: and no answer to anybody told a personal number in clear.
    expect(world.watch.told).toEqual([]);
    expect(world.watch.looked).toBeGreaterThanOrEqual(asked);
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
    for (const ask of [byDecision, byRequest])
      expect((await differences(ask, principal, () => [leader])).found).toEqual([
        'GET pri/principal/info/list by tl_leader: 403, the file says 200',
      ]);
    await world.sql(
      `insert into platform.sys_role_menu (tenant_no, role_id, menu_id) select 0, r.id, m.id from platform.sys_role r, platform.sys_menu m
       where r.role_code = 'security_admin' and m.permission = 'pri:principal:list'`,
    );
    const guard: Visitor = { name: 'tl_sec', token: await openSession(world, 'tl_sec'), roles: ['security_admin'] };
    for (const ask of [byDecision, byRequest])
      expect((await differences(ask, principal, () => [guard])).found).toHaveLength(1);
  });
});
