import { createHmac, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { readBus } from '#apps/server/config.ts';
import { Listener } from '#apps/server/testing/listener.ts';
import { openWorld, type World } from '#apps/server/testing/world.ts';
import { appLogin, databaseSettings, root, stackEnvironment } from '#db/settings.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import { notify } from '#modules/platform/server/index.ts';
import { compose } from '../compose.ts';

/** Ways into somebody else's session that must not work. */

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const nobody = () => world.person('');
const ip = (n: number) => ({ 'x-forwarded-for': `10.31.0.${n}` });
const refused = { bizCode: 'auth.ticket' };

describe('the ticket of a login step', () => {
  it('is good for its own step alone, and for nothing else', async () => {
    await world.sql("update platform.sys_user set must_change_password = true where username = 'house1'");
    await world.sql("update platform.sys_role set mfa_required = true where role_code = 'bank_manager'");
    const accounts = { mfa: 'tl_audit', changePassword: 'house1', enrol: 'bank1' };
    const fresh = { newPassword: 'Another-pass-7', repeatNewPassword: 'Another-pass-7' };
    const uses: Record<string, (stepTicket: string) => Promise<object>> = {
      mfa: (stepTicket) => nobody().post('sys/auth/mfa', { stepTicket, code: '000000' }),
      changePassword: (stepTicket) => nobody().post('sys/auth/changeExpired', { stepTicket, ...fresh }),
      enrol: (stepTicket) => nobody().post('sys/auth/enrol/begin', { stepTicket }),
      enrolConfirm: (stepTicket) => nobody().post('sys/auth/enrol/confirm', { stepTicket, code: '000000' }),
      ticket: (ticket) => nobody().post('sys/auth/ticket/check', { ticket }),
    };
    for (const [step, name] of Object.entries(accounts)) {
      const { data } = await world.login(name, undefined, {}, ip(1));
      expect(data.step).toBe(step);
      for (const [other, use] of Object.entries(uses).filter(([one]) => !one.startsWith(step)))
        expect([step, other, await use(data.stepTicket)]).toMatchObject([step, other, refused]);
      expect((await world.person(data.stepTicket).get('sys/user/getUserInfo')).code).toBe(401);
    }
  });

  it('opens one session, however many finish the step at once', async () => {
    const { data } = await world.login('house1', undefined, {}, ip(2));
    const finish = (n: number) => {
      const password = `Another-pass-${n}`;
      return nobody().post('sys/auth/changeExpired', {
        stepTicket: data.stepTicket,
        newPassword: password,
        repeatNewPassword: password,
      });
    };
    const answers = await Promise.all([11, 12, 13, 14].map(finish));
    expect(answers.filter((one) => one.code === 200)).toHaveLength(1);
  });
});

describe('session fixation', () => {
  it('a token brought to the login is neither taken over nor turned into another user’s', async () => {
    const attacker = (await world.login('coop1', undefined, {}, ip(3))).data.token as string;
    const brought = await world.login('tl_leader', undefined, {}, { ...ip(4), authorization: attacker });
    expect(brought.data.token).not.toBe(attacker);
    expect((await world.person(attacker).get('sys/user/getUserInfo')).data.username).toBe('coop1');
    const made = randomBytes(32).toString('base64url');
    const chosen = await world.login('tl_leader', undefined, {}, { ...ip(4), authorization: made });
    expect(chosen.data.token).not.toBe(made);
    expect((await world.person(made).get('sys/user/getUserInfo')).code).toBe(401);
    expect((await world.login('tl_leader', undefined, { token: made }, ip(4))).code).toBe(422);
    const person = world.person(attacker);
    const { data } = await person.post('sys/auth/ticket/issue', {});
    const redeemed = await nobody().post('sys/auth/ticket/check', { ticket: data.ticket }, { authorization: made });
    expect(redeemed.data.token).not.toBe(made);
    expect((await world.person(made).get('sys/user/getUserInfo')).code).toBe(401);
  });
});

it('a caller does not pass for the program’s own work by a word in the body', async () => {
  for (const clientType of ['import', 'system', 'app']) {
    const payload = { username: 'farm1', password: world.password('farm1'), portalId: 'all', clientType };
    await world.app.inject({ method: 'POST', url: '/api/sys/auth/login', payload, headers: ip(6) });
  }
  const rows = await world.sql("select client_type from platform.sys_login_log where ip = '10.31.0.6' order by id");
  expect(rows.map((row) => row.client_type)).toEqual(['unknown', 'unknown', 'app']);
});

describe('the push stream', () => {
  it('brings nothing of another user, neither now, nor from before, nor by their stream number', async () => {
    const bus = readBus(stackEnvironment(), world.name);
    if (!bus) throw new Error('no NATS: run scripts/stack up');
    const running = await compose({
      login: appLogin(databaseSettings(world.name)),
      root,
      pool: 4,
      rate: 1_000_000,
      bus,
    });
    const address = await running.app.listen({ host: '127.0.0.1', port: 0 });
    await vi.waitFor(async () => expect((await running.app.inject('/health/ready')).json().events).toBe('up'), 20_000);
    const [owner, thief] = [await world.as('kzzq_mgr'), await world.as('ins1')];
    const [user] = await world.sql("select id::int from platform.sys_user where username = 'kzzq_mgr'");
    const mine = await Listener.open(address, owner.token, { topics: 'notices' });
    const theirs = await Listener.open(address, thief.token, { topics: 'notices' });
    const tell = (title: string) =>
      world.database.transaction(systemScope(1505, 'test'), (tx) =>
        notify(tx, { userIds: [user.id], type: 'notice', title, content: title }),
      );
    await tell('first');
    await mine.until((one) => one.event === 'notices');
    const again = await Listener.open(address, thief.token, { topics: 'notices', lastEventId: '1' });
    const asked = await running.app.inject({
      method: 'POST',
      url: '/api/sys/push/subscribe',
      headers: { authorization: thief.token },
      payload: { streamId: mine.streamId, add: ['tasks'] },
    });
    expect(asked.json().code).toBe(404);
    const before = mine.news.length;
    await tell('second');
    await mine.until(() => mine.news.length > before);
    expect([...theirs.news, ...again.news]).toEqual([]);
    for (const one of [mine, theirs, again]) one.cut();
    await running.close();
  });
});

describe('third parties', () => {
  it('hand over nobody of another tenant, no absolute address, and nothing once they are shut', async () => {
    const guard = await world.as('tl_sec');
    const [unit] = await world.sql("select principal_id::int as id from platform.sys_user where username = 'kzzq_mgr'");
    const added = await guard.post('sys/thirdClient/add', {
      ...{ clientName: '试验门户', principalId: unit.id, scopes: ['ticket'], ipAllow: null, ratePerMinute: 60 },
      ...{ validUntil: '2030-01-01', remark: null },
    });
    const { clientId, secret } = (await guard.post('sys/thirdClient/newSecret', added.data)).data;
    const nonce = randomBytes(8).toString('hex');
    const timestamp = Math.floor(Date.now() / 1000);
    const sign = createHmac('sha256', secret).update(`${clientId}${timestamp}${nonce}`).digest('hex');
    const { data } = await nobody().post('sys/third/token', { clientId, timestamp, nonce, sign });
    const client = world.person(`Bearer ${data.token}`);
    const ask = (username: string, toPath = '/user/profile') => client.post('sys/third/ticket', { username, toPath });
    for (const name of ['op_admin', 'cf_mgr', 'tl_admin', 'kzzq_worker1']) expect((await ask(name)).code).toBe(404);
    for (const path of ['//evil.example', 'https://evil.example', '/\\evil.example', 'javascript:alert(1)']) {
      expect(await ask('kzzq_mgr', path)).toMatchObject({ code: 422, errors: [{ field: 'toPath' }] });
      expect((await guard.post('sys/auth/ticket/issue', { toPath: path })).code).toBe(422);
    }
    const open = await ask('KZZQ_mgr');
    expect(open.code).toBe(200);
    await world.sql("update platform.sys_third_client set status = 'disabled' where client_id = $1", [clientId]);
    expect(await nobody().post('sys/auth/ticket/check', { ticket: open.data.ticket })).toMatchObject(refused);
    await world.sql("update platform.sys_third_client set status = 'enabled' where client_id = $1", [clientId]);
    // Made an administrator between the ticket and its use.
    const late = await ask('kzzq_mgr');
    await world.sql("update platform.sys_role set mfa_required = true where role_code = 'region_manager'");
    expect(await nobody().post('sys/auth/ticket/check', { ticket: late.data.ticket })).toMatchObject(refused);
    expect(await ask('kzzq_mgr')).toMatchObject({ bizCode: 'third.secondFactor' });
  });
});
