import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fiveSecondsLater } from '#apps/server/testing/later.ts';
import { openWorld, type World } from '#apps/server/testing/world.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import { piiColumns } from '#kit/server/pii/pii.ts';
import { closeUnusedAccounts } from '#modules/platform/server/account/unused-accounts.ts';
import { stopAccount, stopUsersOf } from '#modules/platform/server/index.ts';
import { solvedCaptcha } from '#modules/platform/testing/captcha.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const ip = (last: number) => ({ 'x-forwarded-for': `10.8.0.${last}` });

async function setPhone(username: string, phone: string): Promise<void> {
  const [{ tenant_no }] = (await world.sql('select tenant_no from platform.sys_user where username = $1', [
    username,
  ])) as [{ tenant_no: number }];
  const values = piiColumns('phone', 'phone', phone, tenant_no).map(([, value]) => value);
  await world.sql('update platform.sys_user set phone_enc = $2, phone_hash = $3, phone_mask = $4 where username = $1', [
    username,
    ...values,
  ]);
}

describe('captcha', () => {
  it('R14, R15: is a picture of 120 seconds, good for one attempt right or wrong, kept as a hash, and costs no attempt', async () => {
    const drawn = await world.person('').get('sys/auth/captcha');
    expect(drawn.data).toMatchObject({ expiresIn: 120 });
    const png = Buffer.from(drawn.data.image.split(',')[1], 'base64');
    expect(png.subarray(1, 4).toString()).toBe('PNG');
    const [row] = await world.sql('select answer_hash from platform.sys_captcha where captcha_id = $1', [
      drawn.data.captchaId,
    ]);
    expect(row.answer_hash).toMatch(/^[\w-]{43}$/);

    await world.login('bank1', 'wrong', {}, ip(1));
    await world.login('bank1', 'wrong', {}, ip(1));
    const wanted = await world.login('bank1', undefined, {}, ip(2));
    expect(wanted).toMatchObject({
      bizCode: 'auth.captcha',
      msg: '验证未通过或已过期，请重试',
      errors: [{ field: 'captchaCode' }],
    });
    const solved = await solvedCaptcha(world);
    expect(await world.login('bank1', undefined, { ...solved, captchaCode: 'NOPE' }, ip(2))).toMatchObject({
      bizCode: 'auth.captcha',
    });
    expect(await world.login('bank1', undefined, solved, ip(2))).toMatchObject({ bizCode: 'auth.captcha' });
    const late = await solvedCaptcha(world);
    await world.sql("update platform.sys_captcha set expires_at = now() - interval '1 second'");
    expect(await world.login('bank1', undefined, late, ip(2))).toMatchObject({ bizCode: 'auth.captcha' });
    // None of this was a wrong password: three attempts are left, as before.
    expect((await world.login('bank1', 'wrong', await solvedCaptcha(world), ip(2))).data.attemptsLeft).toBe(2);
    expect((await world.login('bank1', undefined, await solvedCaptcha(world), ip(2))).code).toBe(200);
    // A success ends the asking for this name.
    expect((await world.login('bank1', undefined, {}, ip(3))).code).toBe(200);
  });

  it('R14: asks no question that a program could answer, and the portal says beforehand that something will be asked', async () => {
    const asked = await world.person('').get('sys/auth/captcha?kind=question', { 'accept-language': 'en' });
    expect(asked.data?.question).toBeUndefined();
    const now = async (address: number) =>
      (await world.person('').get('sys/auth/portal?loginId=all', ip(address))).data.captchaNow;
    expect([await now(1), await now(9)]).toEqual([true, false]);
    await world.sql(
      "insert into platform.sys_param (tenant_no, param_key, param_value) values (0, 'login.captchaMode', 'always')",
    );
    fiveSecondsLater();
    expect(await now(9)).toBe(true);
    expect(await world.login('house1', undefined, {}, ip(9))).toMatchObject({ bizCode: 'auth.captcha' });
    await world.sql("delete from platform.sys_param where param_key = 'login.captchaMode'");
    fiveSecondsLater();
  });
});

describe('names', () => {
  it('R7: a phone number logs in where the portal admits exactly one account with it; two are told to use their names', async () => {
    await setPhone('house1', '13900000001');
    expect((await world.login('13900000001', world.password('house1'), {}, ip(20))).code).toBe(200);
    await setPhone('ins1', '13900000001');
    expect(await world.login('13900000001', world.password('house1'), {}, ip(21))).toMatchObject({
      bizCode: 'auth.phoneNotUnique',
      msg: '该手机号对应多个账号，请用用户名登录',
    });
    // Each has a door of their own, which admits but one of them.
    const own = { portalId: 'insure' };
    expect((await world.login('13900000001', world.password('ins1'), own, ip(22))).code).toBe(200);
    expect(await world.login('13900000001', 'Wrong-pass-1', {}, ip(23))).toMatchObject({ bizCode: 'auth.wrong' });
    expect(await world.login('13911111111', 'Wrong-pass-1', {}, ip(23))).toMatchObject({ bizCode: 'auth.wrong' });
    const logged = await world.sql("select distinct username from platform.sys_login_log where username like '139%'");
    expect(logged.map((row) => row.username).sort()).toEqual(['139****0001', '139****1111']);
  });

  it('R20: no password, code or token stands in any log', async () => {
    const secret = world.password('house1');
    const [{ n }] = (await world.sql(
      `select (select count(*) from platform.sys_login_log l where l::text like '%' || $1 || '%')::int
            + (select count(*) from kit.oper_log l where l::text like '%' || $1 || '%')::int as n`,
      [secret],
    )) as [{ n: number }];
    expect(n).toBe(0);
  });
});

describe('accounts nobody uses', () => {
  it('R27: staff are told a week before and disabled at night; households and the last administrator stay', async () => {
    const unused = (name: string, days: number) =>
      world.sql(
        `update platform.sys_user set last_login_time = now() - make_interval(days => $2), created_at = now() - interval '1 year' where username = $1`,
        [name, days],
      );
    // Everybody else was here today.
    await world.sql('update platform.sys_user set last_login_time = now()');
    await unused('ant_cty1', 84);
    await unused('kel_worker1', 91);
    await unused('house1', 300);
    await unused('tl_sec', 300);
    expect(await closeUnusedAccounts(world.database)).toEqual({ warned: 2, disabled: 0 });
    // Told already: the second run of a night changes nothing for who has a week left.
    expect(await closeUnusedAccounts(world.database)).toEqual({ warned: 0, disabled: 1 });
    const states = await world.sql(
      "select username, status from platform.sys_user where username in ('ant_cty1', 'kel_worker1', 'house1', 'tl_sec') order by 1",
    );
    expect(states.map((row) => `${row.username} ${row.status}`)).toEqual([
      'ant_cty1 active',
      'house1 active',
      'kel_worker1 disabled',
      'tl_sec active',
    ]);
    const worker = await world.as('ant_cty1');
    const told = await worker.post('sys/notice/info/list', { page: 1, pageSize: 10, isRead: 0 });
    expect(told.data.list.map((one: { title: string }) => one.title)).toContain('账号即将停用');
    const [shut] = await world.sql("select disabled_at from platform.sys_user where username = 'kel_worker1'");
    expect(shut.disabled_at).not.toBeNull();
  });

  it('R27, R90: of two idle ones who alone hold a role one stays, and nobody stops the last one by another way', async () => {
    await world.sql('update platform.sys_user set last_login_time = now()');
    await world.sql(
      `with made as (
         insert into platform.sys_user (tenant_no, username, nickname, real_name, principal_id, password_changed_at)
         select tenant_no, 'tl_sec_b', 't', 't', principal_id, now() from platform.sys_user where username = 'tl_sec' returning tenant_no, id
       ) insert into platform.sys_user_role (tenant_no, user_id, role_id) select made.tenant_no, made.id, r.id from made, platform.sys_role r where r.tenant_no = 0 and r.role_code = 'security_admin'`,
    );
    await world.sql(
      `update platform.sys_user set last_login_time = now() - interval '300 days', created_at = now() - interval '1 year', unused_warned_at = now() - interval '30 days'
       where username in ('tl_sec', 'tl_sec_b')`,
    );
    expect(await closeUnusedAccounts(world.database)).toEqual({ warned: 0, disabled: 1 });
    const [left] = await world.sql(
      "select id::int, principal_id::int from platform.sys_user where username in ('tl_sec', 'tl_sec_b') and status = 'active'",
    );
    const inside = (work: (tx: Tx) => Promise<unknown>) => world.database.transaction(systemScope(1505, 'test'), work);
    const last = expect.objectContaining({ bizCode: 'user.lastAdministrator' });
    await expect(inside((tx) => stopAccount(tx, left.id))).rejects.toEqual(last);
    await expect(inside((tx) => stopUsersOf(tx, left.principal_id))).rejects.toEqual(last);
    await world.sql("update platform.sys_user set status = 'active' where username = 'tl_sec'");
    await world.sql("update platform.sys_user set status = 'disabled' where username = 'tl_sec_b'");
  });
});

describe('guesses at once, and inside', () => {
  const forget = (username: string) =>
    world.sql('select platform.door_unlock(id) from platform.sys_user where username = $1', [username]);
  const copy = (username: string) =>
    world.sql(
      `insert into platform.sys_user (tenant_no, username, nickname, real_name, principal_id, password_hash, password_changed_at)
       select tenant_no, $1, 't', 't', principal_id, password_hash, now() from platform.sys_user where username = 'tl_leader'`,
      [username],
    );

  it('R16: of thirty at the same time five are looked at; the right one comes too late then, and costs nothing in time', async () => {
    await copy('crowd1');
    await copy('crowd2');
    await world.sql(
      "insert into platform.sys_param (tenant_no, param_key, param_value) values (0, 'login.captchaMode', 'never')",
    );
    fiveSecondsLater();
    const guesses = await Promise.all(
      Array.from({ length: 30 }, (_, n) => world.login('crowd1', `Guess-${n}-x`, {}, ip(100 + n))),
    );
    expect(new Set(guesses.map((one) => one.bizCode))).toEqual(new Set(['auth.wrong', 'auth.locked']));
    const looked = await world.sql(
      "select count(*)::int as n from platform.sys_login_log where username = 'crowd1' and result = 'wrongPassword'",
    );
    expect(looked).toEqual([{ n: 5 }]);
    const right = world.password('tl_leader');
    expect(await world.login('crowd1', right, {}, ip(140))).toMatchObject({ bizCode: 'auth.locked' });
    // The last try that is left, and right: nobody is locked out.
    for (let n = 0; n < 4; n += 1) await world.login('crowd2', `Guess-${n}-x`, {}, ip(141));
    expect((await world.login('crowd2', right, {}, ip(142))).code).toBe(200);
    await world.sql("delete from platform.sys_param where param_key = 'login.captchaMode'");
    fiveSecondsLater();
  });

  it('R16: a session tries passwords no longer than the door does, and ends with the last try', async () => {
    await forget('coop1');
    const enter = async (n: number) =>
      world.person((await world.login('coop1', undefined, await solvedCaptcha(world), ip(n))).data.token);
    const [person, other] = [await enter(150), await enter(151)];
    const change = (who: typeof person, password: string) =>
      who.post('system/user/updateProfileInfo', {
        nickname: '社',
        sex: null,
        email: null,
        phone: '13712345671',
        password,
      });
    const told = [];
    for (let n = 0; n < 5; n += 1) told.push((await change(person, `Guess-${n}-x`)).bizCode);
    expect(told).toEqual(['auth.wrong', 'auth.wrong', 'auth.wrong', 'auth.wrong', 'auth.locked']);
    expect(await change(other, world.password('coop1'))).toMatchObject({ bizCode: 'auth.locked' });
    fiveSecondsLater();
    expect(await person.get('sys/user/getUserInfo')).toMatchObject({
      code: 401,
      msg: '错误次数过多，账号已锁定，请稍后再登录',
    });
    expect((await other.get('sys/user/getUserInfo')).code).toBe(200);
    await forget('coop1');
    expect((await change(other, world.password('coop1'))).code).toBe(200);
    const [row] = await world.sql("select fail_count, locked_until from platform.sys_user where username = 'coop1'");
    expect(row).toEqual({ fail_count: 0, locked_until: null });
  });
});
