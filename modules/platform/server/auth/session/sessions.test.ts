import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { photo } from '#apps/server/testing/sample-files.ts';
import { openWorld, type World } from '#apps/server/testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const chrome = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/141.0.0.0 Safari/537.36';
const phone = 'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/141.0.0.0 Mobile Safari/537.36';
const from = (address: string, agent = chrome) => ({ 'x-forwarded-for': address, 'user-agent': agent });
const enter = async (name: string, headers = {}, more = {}) =>
  world.person((await world.login(name, undefined, more, headers)).data.token);

describe('sessions', () => {
  it('R42, acceptance 21: a user sees their own and ends any but the current; others’ are out of reach', async () => {
    const here = await enter('farm1', from('10.6.0.1'));
    const there = await enter('farm1', from('10.6.0.2', phone));
    const mine = (await here.get('sys/session/mine')).data;
    expect(mine.map((one: { isCurrent: boolean; os: string }) => [one.isCurrent, one.os])).toEqual([
      [true, 'Windows'],
      [false, 'Android'],
    ]);
    const stranger = await enter('coop1');
    const ids = mine.map((one: { sessionId: number }) => one.sessionId);
    expect((await stranger.post('sys/session/kick', { idArr: ids })).data).toEqual({ kicked: 0 });
    expect((await here.post('sys/session/kick', { idArr: ids })).data).toEqual({ kicked: 1 });
    expect(await there.get('sys/session/mine')).toMatchObject({ code: 401, msg: '您已被管理员下线' });
    expect((await here.get('sys/session/mine')).data).toHaveLength(1);
    expect((await stranger.get('sys/session/list')).code).toBe(403);
  });

  it('R39, R42, acceptance 21: the security administrator sees all of the tenant and ends them with a reason, at once', async () => {
    const worker = await enter('kzzq_worker1', { ...from('10.6.0.3'), 'x-page': '/pri/principal/info' });
    await worker.get('sys/user/getUserInfo', { 'x-page': '/pri/principal/info' });
    const guard = await world.as('tl_sec');
    const find = async (query: string) => (await guard.get(`sys/session/list?${query}`)).data;
    const [row] = await find('keyword=kzzq_worker1');
    expect(row).toMatchObject({
      username: 'kzzq_worker1',
      ip: '10.6.0.3',
      browser: 'Chrome',
      organizationName: expect.stringContaining('站'),
      currentPath: '/pri/principal/info',
    });
    expect(await find('keyword=kzzq_worker1&regionCode=150522000000')).toEqual([]);
    expect(await find('keyword=kzzq_worker1&regionCode=150521000000')).toHaveLength(1);
    expect(await find('keyword=cf_mgr')).toEqual([]);
    expect(await guard.post('sys/session/kick', { idArr: [row.sessionId] })).toMatchObject({
      code: 422,
      errors: [{ field: 'reason' }],
    });
    const kicked = await guard.post('sys/session/kick', { idArr: [row.sessionId], reason: '离岗' });
    expect(kicked).toMatchObject({ code: 200, data: { kicked: 1 } });
    expect(await worker.get('sys/user/getUserInfo')).toMatchObject({ code: 401, msg: '您已被管理员下线' });
    const [log] = await world.sql('select action, params from kit.oper_log where trace_id = $1', [kicked.traceId]);
    expect(log).toMatchObject({ action: 'kick', params: { reason: '离岗' } });
    expect(
      await world.sql('select result from platform.sys_login_log where session_id = $1 order by id', [row.sessionId]),
    ).toEqual([{ result: 'ok' }, { result: 'kicked' }]);
  });

  it('counts who is there now, and the most at once today', async () => {
    const guard = await world.as('tl_sec');
    const { data } = await guard.get('sys/session/counts');
    const [{ n }] = (await world.sql(
      "select count(distinct user_id)::int as n from platform.sys_session where tenant_no = 1505 and ended_at is null and last_active_at > now() - interval '5 minutes'",
    )) as [{ n: number }];
    expect(data.onlineUsers).toBe(n);
    // farm1, coop1, the worker and the guard were there together; the worker has left since.
    expect(data.peakUsers).toBe(n + 1);
  });

  it('R41: a login from an address and browser not seen in 90 days is told to its owner, a known one is not', async () => {
    const titles = async (person: Awaited<ReturnType<typeof enter>>) =>
      (await person.post('sys/notice/info/list', { page: 1, pageSize: 50, type: 'system' })).data.list.map(
        (one: { title: string }) => one.title,
      );
    await enter('kzzq_mgr', from('10.6.1.1'));
    expect(await titles(await enter('kzzq_mgr', from('10.6.1.1', chrome.replace('141', '142'))))).toEqual([]);
    expect(await titles(await enter('kzzq_mgr', from('10.6.1.2')))).toEqual(['新设备登录提醒']);
    const firefox = 'Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0';
    expect(await titles(await enter('kzzq_mgr', from('10.6.1.1', firefox)))).toHaveLength(2);
  });
});

describe('profile', () => {
  it('changes what is one’s own; a new phone number asks for the password again and stays masked', async () => {
    const person = await enter('kzzq_station');
    const before = (await person.get('sys/user/getUserInfo')).data;
    expect(before.phone).toMatch(/^138\*{4}\d{4}$/);
    const change = (more: object) =>
      person.post('system/user/updateProfileInfo', { nickname: '老席', sex: 'male', email: 'x@example.cn', ...more });
    expect((await change({ phone: before.phone })).data).toMatchObject({ nickname: '老席', phone: before.phone });
    expect((await change({ phone: '13712345678' })).errors).toMatchObject([{ field: 'password' }]);
    expect(await change({ phone: '13712345678', password: 'Wrong-pass-1' })).toMatchObject({ bizCode: 'auth.wrong' });
    const saved = await change({ phone: '13712345678', password: world.password('kzzq_station') });
    expect(saved.data).toMatchObject({ phone: '137****5678', email: 'x@example.cn' });
    expect((await change({ email: 'no address' })).code).toBe(422);
    expect((await world.login('13712345678', world.password('kzzq_station'))).code).toBe(200);
  });

  it('takes a picture that was just sent, and nobody else’s', async () => {
    const person = await enter('kzzq_station');
    const sent = await world.upload(person, 'sys/file/upload', await photo(), { bizType: 'platform.avatar' }, 'a.jpg');
    expect(sent.code).toBe(200);
    const other = await enter('coop1');
    expect((await other.post('system/user/updateProfileUserHead', { fileId: sent.data.fileId })).code).toBe(422);
    const { data } = await person.post('system/user/updateProfileUserHead', { fileId: sent.data.fileId });
    expect(data.avatar).toMatch(/^\/api\/sys\/file\/raw\//);
    expect((await world.download(person, data.avatar.replace('/api/', ''))).type).toContain('image/');
  });

  it('shows one’s own logins of 90 days and keeps reminder settings', async () => {
    const person = await enter('kzzq_station');
    const { data, total } = await person.get('sys/user/myLogins?pageSize=5');
    expect(data[0]).toMatchObject({ result: 'ok', resultName: '成功' });
    expect(total).toBeGreaterThanOrEqual(3);
    await person.post('system/user/updateReminders', { sound: true, popTypes: ['warning'] });
    expect((await person.get('sys/user/getUserInfo')).data).toMatchObject({
      reminders: { sound: true, popTypes: ['warning'] },
      // R63: on unless the security administrator says otherwise.
      watermark: true,
    });
  });
});
