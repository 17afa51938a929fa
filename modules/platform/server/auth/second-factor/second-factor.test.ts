import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { fiveSecondsLater } from '#apps/server/testing/later.ts';
import { codeOf, openWorld, type World } from '#apps/server/testing/world.ts';
import { solvedCaptcha } from '#modules/platform/testing/captcha.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const ip = (last: number) => ({ 'x-forwarded-for': `10.7.0.${last}` });
const auditSecret = inject('accounts').find((one) => one.username === 'tl_audit')?.mfaSecret ?? '';
const nobody = () => world.person('');
const pass = (stepTicket: string, given: object, address = 1) =>
  nobody().post('sys/auth/mfa', { stepTicket, ...given }, ip(address));
const forget = async (username: string) => {
  await world.sql('update platform.sys_user set mfa_last_step = 0 where username = $1', [username]);
  await world.sql('select platform.door_unlock(id) from platform.sys_user where username = $1', [username]);
};

describe('one-time codes at the door', () => {
  it('R28: takes a code one step either side, and none twice', async () => {
    const first = await world.login('tl_audit', undefined, {}, ip(1));
    expect(first.data).toEqual({ step: 'mfa', stepTicket: expect.any(String) });
    const code = codeOf(auditSecret, -1);
    const done = await pass(first.data.stepTicket, { code });
    expect(done).toMatchObject({ code: 200, data: { step: 'done' } });
    expect((await world.person(done.data.token).get('sys/user/getUserInfo')).data.mfaEnabled).toBe(true);
    const again = await world.login('tl_audit', undefined, {}, ip(1));
    expect(await pass(again.data.stepTicket, { code })).toMatchObject({ bizCode: 'auth.mfa', msg: '动态码错误' });
    expect(await pass(again.data.stepTicket, { code: codeOf(auditSecret, 3) })).toMatchObject({ bizCode: 'auth.mfa' });
    expect((await pass(again.data.stepTicket, { code: codeOf(auditSecret) })).data).toMatchObject({ step: 'done' });
    // The ticket of a step is spent with it.
    expect(await pass(again.data.stepTicket, { code: codeOf(auditSecret, 1) })).toMatchObject({
      bizCode: 'auth.ticket',
    });
  });

  it('R19, R32: five codes in five minutes, and wrong ones count as wrong passwords', async () => {
    await forget('tl_audit');
    const { data } = await world.login('tl_audit', undefined, await solvedCaptcha(world), ip(2));
    const told = [];
    for (let i = 0; i < 6; i += 1) told.push((await pass(data.stepTicket, { code: '000000' }, 2)).bizCode);
    expect(told).toEqual(['auth.mfa', 'auth.mfa', 'auth.mfa', 'auth.mfa', 'auth.locked', 'auth.ticket']);
    expect(await world.login('tl_audit', undefined, {}, ip(3))).toMatchObject({ bizCode: 'auth.locked' });
    const log = await world.sql(
      "select count(*)::int as n from platform.sys_login_log where username = 'tl_audit' and result = 'mfaWrong' and ip = '10.7.0.2'",
    );
    expect(log).toEqual([{ n: 5 }]);
    await forget('tl_audit');
    await world.sql('delete from platform.sys_captcha');
    const late = await world.login('tl_audit', undefined, await solvedCaptcha(world), ip(4));
    await world.sql("update platform.sys_login_step set expires_at = now() - interval '1 second'");
    expect(await pass(late.data.stepTicket, { code: codeOf(auditSecret) }, 4)).toMatchObject({
      bizCode: 'auth.ticket',
    });
  });
});

describe('enrolment', () => {
  it('R29, R31: is on after one right code, gives ten codes once, and goes off with password and code', async () => {
    const person = await world.as('tl_leader');
    const { data: given } = await person.post('sys/mfa/begin');
    expect(given.otpauthUrl).toMatch(/^otpauth:\/\/totp\/Mulian:tl_leader\?.*secret=[A-Z2-7]{32}/);
    expect(await person.post('sys/mfa/confirm', { code: '000000' })).toMatchObject({ msg: '动态码错误' });
    expect((await world.login('tl_leader', undefined, {}, ip(10))).data.step).toBe('done');
    const { data } = await person.post('sys/mfa/confirm', { code: codeOf(given.secret, -1) });
    expect(new Set(data.recoveryCodes).size).toBe(10);
    // At rest neither the secret nor a recovery code can be read.
    const [kept] = await world.sql("select mfa_secret from platform.sys_user where username = 'tl_leader'");
    expect(kept.mfa_secret).not.toContain(given.secret);
    const rows = await world.sql('select code_hash from platform.sys_user_recovery_code');
    expect(JSON.stringify(rows)).not.toContain(data.recoveryCodes[0].slice(0, 5));

    const spare = { recoveryCode: data.recoveryCodes[3].toLowerCase() };
    const one = await world.login('tl_leader', undefined, {}, ip(11));
    expect((await pass(one.data.stepTicket, spare, 11)).data.step).toBe('done');
    const two = await world.login('tl_leader', undefined, {}, ip(11));
    expect(await pass(two.data.stepTicket, spare, 11)).toMatchObject({ bizCode: 'auth.mfa' });
    expect((await person.get('sys/user/mySecurity')).data).toMatchObject({ recoveryCodesLeft: 9 });

    const off = (password: string, code: string) => person.post('sys/mfa/disable', { password, code });
    expect(await off('Wrong-pass-1', codeOf(given.secret))).toMatchObject({ bizCode: 'auth.wrong' });
    expect(await off(world.password('tl_leader'), '000000')).toMatchObject({ bizCode: 'auth.mfa' });
    expect((await off(world.password('tl_leader'), codeOf(given.secret))).code).toBe(200);
    expect((await person.get('sys/user/mySecurity')).data).toMatchObject({ mfaEnabledAt: null, recoveryCodesLeft: 0 });
  });

  it('keeps nothing of it beside the key of a call, and does no call of a key twice', async () => {
    const person = await world.as('kzzq_mgr');
    const once = async (path: string, body: object = {}) => {
      const key = { 'idempotency-key': path };
      const { data } = await person.post(path, body, key);
      expect(await person.post(path, body, key)).toMatchObject({ code: 409, data: null });
      return data;
    };
    const { secret } = await once('sys/mfa/begin');
    const confirmed = await once('sys/mfa/confirm', { code: codeOf(secret, -1) });
    const anew = await once('sys/mfa/recoveryCodes', { code: codeOf(secret) });
    const kept = await world.sql("select answer from kit.idempotency_key where key like 'sys/mfa/%'");
    expect(kept).toEqual([{ answer: null }, { answer: null }, { answer: null }]);
    const [all] = await world.sql('select json_agg(k)::text as text from kit.idempotency_key k');
    for (const told of [secret, ...confirmed.recoveryCodes, ...anew.recoveryCodes])
      expect(all.text).not.toContain(told);
    // The codes that were told last are the ones that open.
    expect((await person.get('sys/user/mySecurity')).data).toMatchObject({ recoveryCodesLeft: 10 });
    const { data } = await world.login('kzzq_mgr', undefined, {}, ip(40));
    expect((await pass(data.stepTicket, { recoveryCode: anew.recoveryCodes[0] }, 40)).data.step).toBe('done');
  });

  it('R30: a role that demands it opens nothing but the enrolment, and then the session', async () => {
    await world.sql(
      "insert into platform.sys_param (tenant_no, param_key, param_value) values (1505, 'mfa.requiredRoles', '[\"ant_prefecture\"]')",
    );
    fiveSecondsLater();
    const stopped = await world.login('ant_pref1', undefined, {}, ip(20));
    expect(stopped.data).toEqual({ step: 'enrol', stepTicket: expect.any(String) });
    const { stepTicket } = stopped.data;
    expect((await world.person(stepTicket).get('sys/user/getUserInfo')).code).toBe(401);
    const { data: given } = await nobody().post('sys/auth/enrol/begin', { stepTicket });
    const confirm = (code: string) => nobody().post('sys/auth/enrol/confirm', { stepTicket, code }, ip(20));
    expect(await confirm('000000')).toMatchObject({ bizCode: 'auth.mfa' });
    const done = await confirm(codeOf(given.secret));
    expect(done.data).toMatchObject({ step: 'done', recoveryCodes: expect.any(Array) });
    expect((await world.person(done.data.token).get('sys/user/getUserInfo')).code).toBe(200);
    await world.sql("update platform.sys_role set mfa_required = true where role_code = 'bank_manager'");
    expect((await world.login('bank1', undefined, {}, ip(21))).data.step).toBe('enrol');
  });

  it('R31: an administrator only resets it: not their own, not an administrator’s without approval', async () => {
    const guard = await world.as('tl_sec');
    const idOf = async (name: string) =>
      (await world.sql('select id::int from platform.sys_user where username = $1', [name]))[0].id;
    const reset = async (name: string) => guard.post('sys/user/resetMfa', { id: await idOf(name), reason: '换手机' });
    expect(await reset('tl_sec')).toMatchObject({ code: 500, msg: '不能变更自己的授权或状态' });
    const asked = await reset('tl_audit');
    expect(asked).toMatchObject({ code: 200, data: { approvalId: expect.any(Number) } });
    const decide = { id: asked.data.approvalId, version: 0, decision: 'approve', opinion: '同意' };
    const hasFactor = async () =>
      (await world.sql("select mfa_secret is not null as has from platform.sys_user where username = 'tl_audit'"))[0]
        .has;
    // R97: never by who asked.
    expect((await guard.post('sys/approval/decide', decide)).code).not.toBe(200);
    expect(await hasFactor()).toBe(true);
    const other = await (await world.as('tl_admin')).post('sys/approval/decide', decide);
    expect(other, JSON.stringify(other)).toMatchObject({ code: 200, data: { status: 'executed' } });
    expect(await hasFactor()).toBe(false);
    expect((await reset('ant_pref1')).code).toBe(200);
    const [after] = await world.sql(
      "select mfa_secret, mfa_enabled_at from platform.sys_user where username = 'ant_pref1'",
    );
    expect(after).toEqual({ mfa_secret: null, mfa_enabled_at: null });
    expect((await (await world.as('tl_admin')).post('sys/user/resetMfa', { id: 1, reason: 'x' })).code).toBe(403);
  });
});

describe('inside', () => {
  it('R32: codes are tried no longer than passwords, and the last try ends the session', async () => {
    const person = world.person((await world.login('farm1', undefined, {}, ip(60))).data.token);
    const { data: given } = await person.post('sys/mfa/begin');
    expect((await person.post('sys/mfa/confirm', { code: codeOf(given.secret, -1) })).code).toBe(200);
    const anew = (code: string) => person.post('sys/mfa/recoveryCodes', { code });
    expect((await anew(codeOf(given.secret))).code).toBe(200);
    const told = [];
    for (let i = 0; i < 5; i += 1) told.push((await anew('000000')).bizCode);
    expect(told).toEqual(['auth.mfa', 'auth.mfa', 'auth.mfa', 'auth.mfa', 'auth.locked']);
    expect(await anew(codeOf(given.secret, 1))).toMatchObject({ bizCode: 'auth.locked' });
    fiveSecondsLater();
    expect((await person.get('sys/user/getUserInfo')).code).toBe(401);
  });
});
