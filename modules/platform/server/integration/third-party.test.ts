import { createHmac, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorld, type World } from '#apps/server/testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const nobody = () => world.person('');

describe('tickets', () => {
  it('R10, acceptance 22: a ticket opens one session within 60 seconds; afterwards it is worth nothing', async () => {
    const person = await world.as('tl_leader');
    const { data } = await person.post('sys/auth/ticket/issue', { toPath: '/user/profile' });
    expect(data.expiresIn).toBe(60);
    expect(await world.sql('select 1 from platform.sys_ticket where ticket_hash = $1', [data.ticket])).toEqual([]);
    const check = (ticket: string) => nobody().post('sys/auth/ticket/check', { ticket });
    const first = await check(data.ticket);
    expect(first.data).toMatchObject({ toPath: '/user/profile', token: expect.stringMatching(/^[\w-]{43}$/) });
    expect((await world.person(first.data.token).get('sys/user/getUserInfo')).data.username).toBe('tl_leader');
    expect(await check(data.ticket)).toMatchObject({ bizCode: 'auth.ticket', msg: '登录凭证无效或已使用' });
    const late = (await person.post('sys/auth/ticket/issue', {})).data.ticket;
    await world.sql("update platform.sys_ticket set expires_at = now() - interval '1 second' where used_at is null");
    expect(await check(late)).toMatchObject({ bizCode: 'auth.ticket' });
    // Two at once: one of them gets in.
    const raced = (await person.post('sys/auth/ticket/issue', {})).data.ticket;
    const codes = await Promise.all(Array.from({ length: 6 }, () => check(raced)));
    expect(codes.filter((one) => one.code === 200)).toHaveLength(1);
    const log = await world.sql("select count(*)::int as n from platform.sys_login_log where result = 'ticketInvalid'");
    expect(log[0].n).toBe(7);
  });
});

describe('third parties', () => {
  let clientId: string;
  let id: number;
  let secret: string;
  const sign = (nonce: string, timestamp: number, key = secret) => ({
    clientId,
    timestamp,
    nonce,
    sign: createHmac('sha256', key).update(`${clientId}${timestamp}${nonce}`).digest('hex'),
  });
  const now = () => Math.floor(Date.now() / 1000);
  const nonce = () => randomBytes(8).toString('hex');
  const token = (body: object, headers = {}) => nobody().post('sys/third/token', body, headers);

  beforeAll(async () => {
    const guard = await world.as('tl_sec');
    const [unit] = await world.sql("select principal_id::int as id from platform.sys_user where username = 'kzzq_mgr'");
    const form = {
      clientName: '试验门户',
      principalId: unit.id,
      scopes: ['ticket'],
      ipAllow: '127.0.0.1, 10.5.0.0/16',
      ratePerMinute: 20,
      validUntil: '2030-01-01',
      remark: null,
    };
    const added = await guard.post('sys/thirdClient/add', form);
    expect(added.code).toBe(200);
    id = added.data.id;
    const made = await guard.post('sys/thirdClient/newSecret', added.data);
    ({ clientId, secret } = made.data);
    const [kept] = await world.sql('select secret_enc from platform.sys_third_client where id = $1', [id]);
    expect(kept.secret_enc).not.toContain(secret);
  });

  it('get a token for a right signature of this moment, once per nonce, from their own addresses', async () => {
    const once = sign(nonce(), now());
    const first = await token(once);
    expect(first.data).toMatchObject({ expiresIn: 7200 });
    expect(await token(once)).toMatchObject({ code: 401, msg: '接入凭证无效' });
    expect((await token(sign(nonce(), now() - 301))).code).toBe(401);
    expect((await token(sign(nonce(), now(), 'WRONG'))).code).toBe(401);
    expect((await token({ ...sign(nonce(), now()), clientId: 'nobody' })).code).toBe(401);
    expect(await token(sign(nonce(), now()), { 'x-forwarded-for': '10.6.0.1' })).toMatchObject({
      code: 403,
      msg: '来源地址不在允许范围内',
    });
    expect((await token(sign(nonce(), now()), { 'x-forwarded-for': '10.5.9.9' })).code).toBe(200);
  });

  it('hand over users of their own organisation, none of another, and none with a second factor', async () => {
    const { data } = await token(sign(nonce(), now()));
    const ask = (username: string, bearer = data.token) =>
      world.person(`Bearer ${bearer}`).post('sys/third/ticket', { username, toPath: '/pri/principal/info' });
    const given = await ask('kzzq_mgr');
    expect((await nobody().post('sys/auth/ticket/check', { ticket: given.data.ticket })).data).toMatchObject({
      toPath: '/pri/principal/info',
    });
    expect((await ask('tl_leader')).code).toBe(404);
    expect((await ask('no_such_name')).code).toBe(404);
    expect((await ask('kzzq_mgr', 'x'.repeat(43))).code).toBe(401);
    await world.sql("update platform.sys_user set mfa_enabled_at = now() where username = 'kzzq_mgr'");
    expect(await ask('kzzq_mgr')).toMatchObject({ bizCode: 'third.secondFactor' });
    // A token of a client is no session.
    expect((await world.person(data.token).get('sys/user/getUserInfo')).code).toBe(401);
  });

  it('leave a row for every call, without secrets, which nobody can change', async () => {
    const guard = await world.as('tl_sec');
    const { data } = await guard.get(`sys/thirdLog/list?clientId=${clientId}&pageSize=100`);
    expect(data.length).toBeGreaterThanOrEqual(9);
    expect(new Set(data.map((one: { result: string }) => one.result))).toEqual(new Set(['ok', 'failed']));
    const texts = JSON.stringify(await world.sql('select request, response from platform.sys_third_log'));
    expect(texts).not.toContain(secret);
    expect(texts).not.toMatch(/"(token|ticket|sign)\\":\\"[\w-]{20,}/);
    await expect(world.sql('delete from platform.sys_third_log')).rejects.toThrow();
    const hours = (await guard.get('sys/thirdLog/hours')).data;
    expect(hours).toHaveLength(24);
    expect(hours.at(-1).calls).toBeGreaterThan(0);
  });

  it('are slowed at their rate, and shut when disabled or given a new secret', async () => {
    const guard = await world.as('tl_sec');
    const { data } = await token(sign(nonce(), now()));
    const codes = [];
    for (let i = 0; i < 20; i += 1) codes.push((await token(sign(nonce(), now()))).code);
    expect(codes.at(-1)).toBe(429);
    const row = (await guard.get(`sys/thirdClient/${id}`)).data;
    await guard.post('sys/thirdClient/transition', { id, version: row.version, name: 'disable', remark: '试验' });
    expect((await world.person(data.token).post('sys/third/ticket', { username: 'kzzq_mgr' })).code).toBe(401);
  });
});
