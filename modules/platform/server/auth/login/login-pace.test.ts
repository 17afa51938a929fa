import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorld, type World } from '#apps/server/testing/world.ts';
import { solvedCaptcha } from '#modules/platform/testing/captcha.ts';
import { loginWith, newDevice, proofOf } from '#modules/platform/testing/device.ts';

/** Whom failed logins slow down, and whom they do not. */

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

let next = 0;
/** Another address at every call, as somebody with many has. */
const anywhere = () => {
  next += 1;
  return { 'x-forwarded-for': `10.${100 + Math.floor(next / 250)}.0.${1 + (next % 250)}` };
};
const guess = (username: string, headers = anywhere()) =>
  loginWith(world, username, { password: `Guess-${next}-xx`, work: 2, headers });
/** So much later for everything that counts attempts. */
const later = (minutes: number) =>
  world.sql(
    `update platform.sys_login_pace set last_fail_at = last_fail_at - make_interval(mins => $1), shut_until = shut_until - make_interval(mins => $1)`,
    [minutes],
  );

describe('failed logins under a name', () => {
  it('do not keep a registered device out; others wait minutes, not the whole lock', async () => {
    const device = newDevice();
    expect((await loginWith(world, 'house1', { device, headers: anywhere() })).code).toBe(200);
    for (let n = 0; n < 5; n += 1) await guess('house1');
    expect(await guess('house1')).toMatchObject({
      bizCode: 'auth.locked',
      msg: '尝试次数过多，请 3 分钟后再试，或在登录过的设备上登录',
    });
    expect((await loginWith(world, 'house1', { device, headers: anywhere() })).code).toBe(200);
    // A device that is not registered has to wait, then to work; the owner gets in all the same.
    expect(await loginWith(world, 'house1', { work: 2, headers: anywhere() })).toMatchObject({
      bizCode: 'auth.locked',
    });
    await later(3);
    expect(await world.login('house1', undefined, await solvedCaptcha(world), anywhere())).toMatchObject({
      bizCode: 'auth.captcha',
      data: { workLevel: 2 },
    });
    expect((await loginWith(world, 'house1', { work: 2, headers: anywhere() })).code).toBe(200);
  });

  it('of a registered device lock that device alone', async () => {
    const [device, other] = [newDevice(), newDevice()];
    for (const one of [device, other]) await loginWith(world, 'coop1', { device: one, headers: anywhere() });
    const told = [];
    for (let n = 0; n < 6; n += 1)
      told.push(
        (await loginWith(world, 'coop1', { device, password: 'Wrong-pass-1', work: 2, headers: anywhere() })).msg,
      );
    expect(told.slice(-2)).toEqual(['账号已锁定，请 15 分钟后再试', '账号已锁定，请 15 分钟后再试']);
    expect((await loginWith(world, 'coop1', { device: other, headers: anywhere() })).code).toBe(200);
    expect((await world.login('coop1', undefined, {}, anywhere())).bizCode).not.toBe('auth.locked');
  });

  it('do not reach somebody who is inside', async () => {
    const person = world.person((await world.login('ins1', undefined, {}, anywhere())).data.token);
    for (let n = 0; n < 6; n += 1) await guess('ins1');
    const changed = await person.post('sys/user/updatePassword', {
      oldPassword: world.password('ins1'),
      newPassword: 'Another-pass-7',
      repeatNewPassword: 'Another-pass-7',
    });
    expect(changed.code).toBe(200);
  });

  it.each([
    ['farm1', 120],
    ['nobody_has_this_name', 60],
  ])(
    'T10: many addresses and solved work get at most 25 guesses an hour at %s, and 20 in the hours after',
    async (name, minutes) => {
      const guesses = [0, 0];
      for (let minute = 0; minute < minutes; minute += 3) {
        for (;;) {
          const { bizCode } = await guess(name);
          if (bizCode === 'auth.captcha') throw new Error('the work was not taken');
          const [{ n }] = (await world.sql(
            "select count(*)::int as n from platform.sys_login_log where lower(username) = $1 and result = 'wrongPassword'",
            [name],
          )) as [{ n: number }];
          guesses[Math.floor(minute / 60)] = n - (minute < 60 ? 0 : (guesses[0] ?? 0));
          if (bizCode === 'auth.locked') break;
        }
        await later(3);
      }
      console.log(`T10: guesses at ${name} an hour`, guesses);
      expect(guesses[0]).toBeLessThanOrEqual(25);
      expect(guesses[1]).toBeLessThanOrEqual(20);
      // The control: they were really looked at.
      expect(guesses[minutes / 60 - 1]).toBeGreaterThan(10);
    },
    180_000,
  );
});

describe('failed logins from an address', () => {
  const office = { 'x-forwarded-for': '10.99.0.1' };
  const fail = (n: number) =>
    world.sql(
      `insert into platform.sys_login_log (tenant_no, username, ip, result) select 0, 'x' || g, '10.99.0.1', 'wrongPassword' from generate_series(1, $1) g`,
      [n],
    );

  it('ask those behind it for more work, and refuse them only at an absurd rate; a registered device notices nothing', async () => {
    const device = newDevice();
    expect((await loginWith(world, 'bank1', { device, headers: office })).code).toBe(200);
    await fail(40);
    expect((await loginWith(world, 'kzzq_mgr', { work: 2, headers: office })).code).toBe(200);
    expect(await world.login('kzzq_mgr', undefined, await solvedCaptcha(world), office)).toMatchObject({
      bizCode: 'auth.captcha',
      data: { workLevel: 2 },
    });
    expect((await loginWith(world, 'bank1', { device, headers: office })).code).toBe(200);
    await fail(300);
    expect((await loginWith(world, 'kzzq_mgr', { work: 2, headers: office })).code).toBe(429);
    expect((await loginWith(world, 'bank1', { device, headers: office })).code).toBe(200);
  });
});

describe('proof of work', () => {
  const asked = () => loginWithWork('tl_leader');
  const loginWithWork = async (name: string, change: (proof: any) => object = (proof) => proof) => {
    const proof: any = await proofOf(world, name, { work: 2, headers: office });
    return world.login(name, undefined, change(proof), office);
  };
  const office = { 'x-forwarded-for': '10.98.0.1' };
  const altered = (proof: any, change: (work: any) => void) => {
    const work = JSON.parse(proof.work);
    change(work);
    return { ...proof, work: JSON.stringify(work) };
  };

  it('opens the way once, for the name it was asked for, and neither altered nor late', async () => {
    await world.sql(
      `insert into platform.sys_login_log (tenant_no, username, ip, result) select 0, 'y' || g, '10.98.0.1', 'wrongPassword' from generate_series(1, 40) g`,
    );
    expect((await asked()).code).toBe(200);
    const refused = { bizCode: 'auth.captcha' };
    const kept: any = await proofOf(world, 'tl_leader', { work: 2, headers: office });
    expect((await world.login('tl_leader', undefined, kept, office)).code).toBe(200);
    expect(await world.login('tl_leader', undefined, kept, office)).toMatchObject(refused);
    const other: any = await proofOf(world, 'kzzq_mgr', { work: 2, headers: office });
    expect(await world.login('tl_leader', undefined, other, office)).toMatchObject(refused);
    const fresh: any = await proofOf(world, 'tl_leader', { headers: office });
    expect(await world.login('tl_leader', undefined, { ...fresh, work: kept.work }, office)).toMatchObject(refused);
    const cheap = (await proofOf(world, 'tl_leader', { work: 1, headers: anywhere() })) as any;
    expect(await world.login('tl_leader', undefined, cheap, office)).toMatchObject(refused);
    for (const change of [
      (work: any) => {
        work.challenge.parameters.data.level = 3;
      },
      (work: any) => {
        work.challenge.parameters.cost = 1;
      },
      (work: any) => {
        work.challenge.signature = '00'.repeat(32);
      },
      (work: any) => {
        work.solution.derivedKey = '00'.repeat(32);
      },
      (work: any) => {
        work.challenge.parameters.expiresAt += 1000;
      },
    ])
      expect(await loginWithWork('tl_leader', (proof) => altered(proof, change))).toMatchObject(refused);
    for (const work of ['', 'x', '{}', '[]', 'null', '{"challenge":{"parameters":{}}}'])
      expect(await loginWithWork('tl_leader', (proof) => ({ ...proof, work }))).toMatchObject(refused);
    const late: any = await proofOf(world, 'tl_leader', { work: 2, headers: office });
    await world.sql("update platform.sys_captcha set expires_at = now() - interval '1 second'");
    expect(await world.login('tl_leader', undefined, late, office)).toMatchObject(refused);
  });

  it('a challenge does not pass for a picture, nor a picture for a challenge', async () => {
    const shown = anywhere();
    for (let n = 0; n < 2; n += 1) await world.login('lab1', 'Wrong-pass-1', {}, shown);
    const { challenge } = (await proofOf(world, 'lab1', {})) as { challenge: string };
    const asPicture = { captchaId: challenge, captchaCode: 'lab1' };
    expect(await world.login('lab1', undefined, asPicture, shown)).toMatchObject({ bizCode: 'auth.captcha' });
    const { captchaId, captchaCode } = await solvedCaptcha(world);
    expect((await world.login('lab1', undefined, { challenge: captchaId, captchaCode }, shown)).bizCode).toBe(
      'auth.captcha',
    );
  });
});
