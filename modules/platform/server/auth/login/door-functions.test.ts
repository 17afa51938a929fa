import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSession } from '#apps/server/testing/sessions.ts';
import { openWorld, type World } from '#apps/server/testing/world.ts';
import { makeScope } from '#kit/server/db/scope.ts';

/** Inside the transaction of one tenant the functions of the login reach nobody of another, whatever number they are given. */

let world: World;
let foreign: { user: number; session: number; principal: number; hash: string };
beforeAll(async () => {
  world = await openWorld();
  await openSession(world, 'op_admin');
  [foreign] = (await world.sql(
    `select u.id::int as user, u.principal_id::int as principal, u.password_hash as hash, max(s.id)::int as session from platform.sys_user u
     join platform.sys_session s on s.user_id = u.id where u.username = 'op_admin' group by 1, 2, 3`,
  )) as [typeof foreign];
});
afterAll(() => world.close());

const call = async (text: string, values: unknown[]) => {
  const [own] = await world.sql("select id::int from platform.sys_user where username = 'tl_sec'");
  return world.database.transaction(makeScope({ tenantNo: 1505, userId: own.id, roles: ['security_admin'] }), (tx) =>
    tx.query<Record<string, unknown>>(text, values),
  );
};
/** Everything of the other tenant that a login could change. */
const state = () =>
  world.sql(
    `select (select md5(string_agg(u::text, '|' order by id)) from platform.sys_user u where tenant_no = 0) as users,
       (select md5(string_agg(s::text, '|' order by id)) from platform.sys_session s where tenant_no = 0) as sessions,
       (select md5(string_agg(t::text, '|' order by token_hash)) from platform.sys_session_token t where tenant_no = 0) as tokens,
       (select count(*)::int from platform.sys_login_step where tenant_no = 0) as steps, (select count(*)::int from platform.sys_ticket where tenant_no = 0) as tickets,
       (select count(*)::int from platform.sys_user_device where tenant_no = 0) as devices, (select count(*)::int from platform.sys_login_log where tenant_no = 0) as logs`,
  );

const changing: Record<string, () => unknown[]> = {
  'platform.door_set_password($1, $2)': () => [foreign.user, 'x'],
  'platform.door_rehash($1, $2, $3)': () => [foreign.user, foreign.hash, 'x'],
  'platform.door_end($1, $2)': () => [foreign.session, 'kicked'],
  'platform.door_end_all($1, $2)': () => [foreign.user, 'kicked'],
  'platform.door_end_tenant($1, $2)': () => [0, 'kicked'],
  'platform.door_touch_at($1, $2)': () => [foreign.session, '/x'],
  'platform.door_renew($1, $2)': () => [foreign.session, 'x'],
  "platform.door_open($1, 'x', 'all', 'web', false, '', '', 60, 60, 3)": () => [foreign.user],
  "platform.door_step('x', $1, 'mfa', 'all', false, 'web', null, 60)": () => [foreign.user],
  "platform.door_put_ticket('x', 0, $1, null, 'x', null, 60)": () => [foreign.user],
  "platform.door_device($1, 'x', 'x', 'web', '', '')": () => [foreign.user],
  "platform.door_try('op_admin', '', $1, 5, 60)": () => [foreign.user],
  "platform.door_untry('op_admin', '', $1, 1, 5)": () => [foreign.user],
  'platform.door_unlock($1)': () => [foreign.user],
  "platform.door_log(0, $1, 'op_admin', null, 'web', '', '', 'ok', null)": () => [foreign.user],
};
const reading: Record<string, () => unknown[]> = {
  'platform.door_actor($1)': () => [foreign.user],
  "platform.door_seen($1, 'op_admin')": () => [foreign.user],
  'platform.door_menus(0, $1)': () => [foreign.principal],
  'platform.door_living($1)': () => [[foreign.session]],
  "platform.door_device_of($1, 'x')": () => [foreign.user],
  "platform.door_find('op_admin', '{}')": () => [],
};

describe('inside a tenant', () => {
  it.each(Object.keys(changing))('%s changes nothing of another', async (text) => {
    const before = await state();
    await call(`select ${text}`, changing[text]?.() ?? []);
    expect(await state()).toEqual(before);
  });

  it.each(Object.keys(reading))('%s tells nothing of another', async (text) => {
    expect(await call(`select * from ${text}`, reading[text]?.() ?? [])).toEqual([]);
  });

  it('every function of the login is looked at here, or takes nothing but a secret or a public name', async () => {
    const tried = [...Object.keys(changing), ...Object.keys(reading)].map((text) => /door_\w+/.exec(text)?.[0]);
    const bySecret = [
      'session',
      'token_over',
      'try_step',
      'take_step',
      'take_ticket',
      'put_captcha',
      'take_captcha',
      'client',
    ];
    const common = ['attempts', 'pace', 'config', 'whose', 'sweep', 'regions', 'scopes'];
    const known = [...tried, ...[...bySecret, ...common].map((one) => `door_${one}`)];
    const rows = await world.sql(
      "select distinct proname as name from pg_proc where proname like 'door\\_%' order by 1",
    );
    expect(rows.map((row) => row.name).filter((name) => !known.includes(name))).toEqual([]);
  });
});
