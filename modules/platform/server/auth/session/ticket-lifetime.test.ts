import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorld, type World } from '#apps/server/testing/world.ts';
import { loginWith, newDevice, proofOf, signed } from '#modules/platform/testing/device.ts';

/** What opens a session, how long it lives and what ends it, tried as an attacker would. */

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const ip = (n: number) => ({ 'x-forwarded-for': `10.21.0.${n}` });
const enter = async (name: string, n: number) =>
  world.person((await world.login(name, undefined, {}, ip(n))).data.token);

/** As any client could send it: the kind of client is a word in the body. */
const redeem = async (ticket: string, clientType = 'app') =>
  (
    await world.app.inject({ method: 'POST', url: '/api/sys/auth/ticket/check', payload: { ticket, clientType } })
  ).json();
const issue = async (person: Awaited<ReturnType<typeof enter>>) =>
  (await person.post('sys/auth/ticket/issue', {})).data.ticket as string;

const lastSession = async () =>
  (
    await world.sql(
      `select id::int, client_type, idle_seconds, device_id, parent_id, ended_at, end_reason,
         round(extract(epoch from absolute_end_at - created_at) / 3600)::int as hours from platform.sys_session order by id desc limit 1`,
    )
  )[0];

describe('a ticket ends with the session that issued it', () => {
  it('after logout', async () => {
    const person = await enter('farm1', 1);
    const ticket = await issue(person);
    await person.post('sys/auth/logout');
    expect(await redeem(ticket)).toMatchObject({ bizCode: 'auth.ticket' });
  });

  it('after the session was ended by somebody else', async () => {
    const person = await enter('farm1', 1);
    const ticket = await issue(person);
    const guard = await world.as('tl_sec');
    const [row] = (await guard.get('sys/session/list?keyword=farm1')).data;
    await guard.post('sys/session/kick', { idArr: [row.sessionId], reason: '测试' });
    expect(await redeem(ticket)).toMatchObject({ bizCode: 'auth.ticket' });
  });

  it('after a password change', async () => {
    const person = await enter('coop1', 2);
    const ticket = await issue(person);
    const changed = await person.post('sys/user/updatePassword', {
      oldPassword: world.password('coop1'),
      newPassword: 'Another-pass-7',
      repeatNewPassword: 'Another-pass-7',
    });
    expect(changed.code).toBe(200);
    expect(await redeem(ticket)).toMatchObject({ bizCode: 'auth.ticket' });
  });
});

describe('a session opened by a ticket', () => {
  it('has the client type and the end of the one before it, whatever the body says, and ends with it', async () => {
    const person = await enter('bank1', 3);
    await world.sql(
      "update platform.sys_session set absolute_end_at = now() + interval '40 minutes' where id = (select max(id) from platform.sys_session)",
    );
    const first = await redeem(await issue(person));
    expect(first.code).toBe(200);
    expect(await lastSession()).toMatchObject({ client_type: 'web', idle_seconds: 1800, hours: 1 });
    // Renewing from ticket to ticket does not move the end.
    const second = await redeem(await issue(world.person(first.data.token)));
    expect(second.code).toBe(200);
    expect(await lastSession()).toMatchObject({ client_type: 'web', idle_seconds: 1800, hours: 1 });
    await person.post('sys/auth/logout');
    for (const { data } of [first, second])
      expect((await world.person(data.token).get('sys/user/getUserInfo')).code).toBe(401);
  });
});

describe('long sessions', () => {
  const login = async (more: object, clientType = 'web') => {
    const payload = { username: 'house1', password: world.password('house1'), portalId: 'all', ...more, clientType };
    return (await world.app.inject({ method: 'POST', url: '/api/sys/auth/login', payload, headers: ip(4) })).json();
  };

  it('are not opened by a word in the body', async () => {
    expect((await login({}, 'app')).code).toBe(200);
    expect(await lastSession()).toMatchObject({ idle_seconds: 1800, hours: 12 });
    expect((await login({ remember: true })).code).toBe(200);
    expect(await lastSession()).toMatchObject({ idle_seconds: 1800, hours: 12 });
  });

  it('R34: are opened for a device that signs the challenge, once', async () => {
    const device = newDevice();
    const proof = await proofOf(world, 'house1', { device });
    expect((await login({ ...proof, remember: true })).code).toBe(200);
    expect(await lastSession()).toMatchObject({ idle_seconds: 86_400, hours: 168, device_id: expect.anything() });
    // The same proof again is a login without a device.
    expect((await login({ ...proof, remember: true })).code).toBe(200);
    expect(await lastSession()).toMatchObject({ idle_seconds: 1800, device_id: null });
    const phone = newDevice();
    expect((await login(await proofOf(world, 'house1', { device: phone }), 'app')).code).toBe(200);
    expect(await lastSession()).toMatchObject({ client_type: 'app', idle_seconds: 7 * 86_400, hours: 720 });
    // A browser stays a browser: it was registered as one.
    expect((await login(await proofOf(world, 'house1', { device }), 'app')).code).toBe(200);
    expect(await lastSession()).toMatchObject({ client_type: 'web', idle_seconds: 1800 });
  });

  it('are refused to a wrong signature, a challenge of another name, one made up and a key that is none', async () => {
    const [device, other] = [newDevice(), newDevice()];
    const right = (await proofOf(world, 'house1', { device })) as { challenge: string; device: object };
    const foreign = (await proofOf(world, 'farm1', { device })) as { challenge: string };
    const made = randomBytes(16).toString('base64url');
    const signedBy = (by: typeof device, challenge: string) => ({
      challenge,
      device: { publicKey: device.publicKey, signature: signed(by, challenge, 'house1') },
    });
    for (const proof of [
      signedBy(other, right.challenge),
      signedBy(device, foreign.challenge),
      signedBy(device, made),
      { challenge: right.challenge, device: { publicKey: 'AAAA', signature: 'AAAA' } },
    ]) {
      expect((await login({ ...proof, remember: true })).code).toBe(200);
      expect(await lastSession()).toMatchObject({ idle_seconds: 1800, device_id: null });
    }
  });

  it('a device is listed, and is unknown again after it was revoked, its session ended, or the password changed', async () => {
    const device = newDevice();
    const open = async () => {
      const { data } = await loginWith(world, 'kzzq_station', { device, headers: ip(5), more: { remember: true } });
      return world.person(data.token);
    };
    const count = async () =>
      (
        await world.sql(
          "select count(*)::int as n from platform.sys_user_device d join platform.sys_user u on u.id = d.user_id where u.username = 'kzzq_station'",
        )
      )[0].n;
    const person = await open();
    const [listed] = (await person.get('sys/device/mine')).data;
    expect(listed).toMatchObject({ isCurrent: true });
    const stranger = await enter('ins1', 6);
    expect((await stranger.post('sys/device/revoke', { id: listed.deviceId })).code).toBe(404);
    expect((await person.post('sys/device/revoke', { id: listed.deviceId })).code).toBe(200);
    expect(await count()).toBe(0);
    expect((await person.get('sys/user/getUserInfo')).code).toBe(401);

    await open();
    const guard = await world.as('tl_sec');
    const [row] = (await guard.get('sys/session/list?keyword=kzzq_station')).data;
    await guard.post('sys/session/kick', { idArr: [row.sessionId], reason: '丢失' });
    expect(await count()).toBe(0);

    const again = await open();
    expect(await count()).toBe(1);
    await again.post('sys/user/updatePassword', {
      oldPassword: world.password('kzzq_station'),
      newPassword: 'Another-pass-8',
      repeatNewPassword: 'Another-pass-8',
    });
    expect(await count()).toBe(0);
  });
});
