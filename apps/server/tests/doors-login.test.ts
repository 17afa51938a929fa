import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { solvedCaptcha } from '#apps/server/testing/captcha.ts';
import { fiveSecondsLater } from '#apps/server/testing/later.ts';
import { openWorld, type World } from '#apps/server/testing/world.ts';
import { piiColumns } from '#kit/server/pii/pii.ts';
import { closeUnusedAccounts } from '#modules/platform/server/unused-accounts.ts';

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
    expect(drawn.data).toMatchObject({ expiresIn: 120, question: null });
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
      msg: '验证码错误或已过期',
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

  it('R14: knows a way for those who cannot see it, and the portal says beforehand that one will be asked', async () => {
    const asked = await world.person('').get('sys/auth/captcha?kind=question', { 'accept-language': 'en' });
    expect(asked.data.image).toBeNull();
    expect(asked.data.question).toMatch(/^How much is \w+ (plus|minus) \w+\?/);
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
  }, 20_000);
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
  });
});
