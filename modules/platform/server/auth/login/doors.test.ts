import { hash } from '@node-rs/argon2';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fiveSecondsLater } from '#apps/server/testing/later.ts';
import { openWorld, type World } from '#apps/server/testing/world.ts';
import { readDictionaries, readModuleRows, readTsv } from '#db/reference-files.ts';
import { root } from '#db/settings.ts';
import { forgetEntries } from '#modules/platform/server/auth/authenticator.ts';
import { solvedCaptcha } from '#modules/platform/testing/captcha.ts';
import { builtPages } from '#tools/built-pages.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const ip = (last: number) => ({ 'x-forwarded-for': `10.9.0.${last}` });

describe('login', () => {
  it('R33: opens a session, gives the token in body and header, and stores only its hash', async () => {
    const answer = await world.login('tl_leader');
    expect(answer).toMatchObject({ code: 200, data: { step: 'done' } });
    expect(answer.headers.authorization).toBe(answer.data.token);
    expect(Buffer.from(answer.data.token, 'base64url')).toHaveLength(32);
    expect(
      await world.sql('select 1 from platform.sys_session_token where token_hash = $1', [answer.data.token]),
    ).toEqual([]);
    expect((await world.person(`Bearer ${answer.data.token}`).get('sys/user/getUserInfo')).data.username).toBe(
      'tl_leader',
    );
  });

  it('R14, R16, R17, R20, acceptance 4: a captcha from the third attempt on; waits after the fifth wrong password, and tells a name that does not exist exactly the same', async () => {
    const tries = async (name: string, address: number) => {
      const told: string[] = [];
      for (let i = 0; i < 6; i += 1) {
        const solved = i < 2 ? {} : await solvedCaptcha(world);
        const answer = await world.login(name, 'Wrong-pass-1', solved, ip(address));
        told.push(answer.msg);
        if (i < 4) expect([i, answer.data.captchaNow]).toEqual([i, i >= 1]);
      }
      return told;
    };
    const known = await tries('coop1', 1);
    expect(known).toEqual(
      [4, 3, 2, 1]
        .map((n) => `用户名或密码错误，还可尝试 ${n} 次`)
        .concat(Array(2).fill('尝试次数过多，请 3 分钟后再试，或在登录过的设备上登录')),
    );
    expect(await tries('no_such_name', 2)).toEqual(known);
    expect(await world.login('coop1', undefined, {}, ip(3))).toMatchObject({
      code: 500,
      status: 200,
      bizCode: 'auth.locked',
    });
    const [row] = await world.sql(
      "select locked_until > now() as locked from platform.sys_user where username = 'coop1'",
    );
    expect(row.locked).toBe(true);
    // After a quiet quarter of an hour a picture does again.
    await world.sql(
      "update platform.sys_login_pace set shut_until = now() - interval '1 second', last_fail_at = now() - interval '1 hour' where name = 'coop1'",
    );
    expect((await world.login('coop1', undefined, await solvedCaptcha(world), ip(3))).code).toBe(200);
    const log = await world.sql(
      "select result, count(*)::int as n from platform.sys_login_log where username = 'coop1' group by 1 order by 1",
    );
    expect(log).toEqual([
      { result: 'locked', n: 2 },
      { result: 'ok', n: 1 },
      { result: 'wrongPassword', n: 5 },
    ]);
  });

  it('R18: an address with 30 failures in ten minutes has to work, with 300 it waits; its neighbours do neither', async () => {
    for (let i = 0; i < 30; i += 1) await world.login(`guess${i}`, 'x', i < 2 ? {} : await solvedCaptcha(world), ip(7));
    expect(await world.login('tl_leader', undefined, await solvedCaptcha(world), ip(7))).toMatchObject({
      bizCode: 'auth.captcha',
      data: { workLevel: 2 },
    });
    for (let i = 0; i < 269; i += 1) await world.login(`guess${i}`, 'x', {}, ip(7));
    const blocked = await world.login('tl_leader', undefined, {}, ip(7));
    expect(blocked).toMatchObject({ code: 429, status: 429, msg: '尝试过于频繁，请 10 分钟后再试' });
    // Knocking on does not make it longer, and is in the log like every attempt.
    const told = await world.sql(
      "select count(*)::int as n from platform.sys_login_log where result = 'ipLimited' and happened_at > now() - interval '1 hour'",
    );
    expect(told).toEqual([{ n: 1 }]);

    expect((await world.login('tl_leader', undefined, {}, ip(8))).code).toBe(200);
  });

  it('R6, acceptance 3: an account that came to the wrong door is shown the right one, only after a right password', async () => {
    const right = await world.login('ins1', undefined, { portalId: 'bank' });
    expect(right).toMatchObject({
      code: 500,
      bizCode: 'auth.portal',
      msg: '该账号请从「保险服务登录」登录',
      data: { portal: { route: '/insureLogin' } },
    });
    expect(await world.login('ins1', 'Wrong-pass-1', { portalId: 'bank' })).toMatchObject({ bizCode: 'auth.wrong' });
    expect((await world.login('ins1', undefined, { portalId: 'insure' })).code).toBe(200);
    await world.sql("update platform.sys_portal set status = 'disabled' where portal_id = 'tongl'");
    const closed = await world.login('tl_leader', undefined, { portalId: 'tongl' });
    await world.sql("update platform.sys_portal set status = 'enabled' where portal_id = 'tongl'");
    expect(closed).toMatchObject({
      code: 403,
      msg: '该登录入口已停用',
    });
  });

  it('R95: a tenant whose service ran out reads during its grace days and writes nothing; then logins are refused', async () => {
    await world.sql('update platform.sys_tenant set expire_on = current_date - 3 where tenant_no = 5202');
    const person = await world.as('lps_mgr');
    expect((await person.get('pri/principal/info/list')).code).toBe(200);
    const [row] = (await person.get('pri/principal/info/list')).data;
    expect(await person.post('pri/principal/info/remove', { idArr: [row.id] })).toMatchObject({
      code: 403,
      msg: '服务已到期，目前只能查询和导出',
    });
    await world.sql('update platform.sys_tenant set expire_on = current_date - 31 where tenant_no = 5202');
    expect(await world.login('lps_mgr')).toMatchObject({ bizCode: 'auth.tenant', msg: '所属单位服务已停止' });
  });

  it('R21, R22, R23, acceptance 6: an initial password opens only the form that changes it; the policy names every broken condition at once', async () => {
    await world.sql("update platform.sys_user set must_change_password = true where username = 'kzzq_worker2'");
    const step = await world.login('kzzq_worker2');
    expect(step.data).toMatchObject({ step: 'changePassword' });
    const change = (password: string, repeat = password) =>
      world.person('').post('sys/auth/changeExpired', {
        stepTicket: step.data.stepTicket,
        newPassword: password,
        repeatNewPassword: repeat,
      });
    expect((await change('abcdefghij', 'x')).errors).toMatchObject([
      { field: 'repeatNewPassword', msg: '两次输入的密码不一致' },
    ]);
    expect((await change('kzzq_worker2')).errors?.map((one) => one.msg)).toEqual(['密码不能包含用户名或手机号']);
    expect((await change('kzzqworker')).errors?.map((one) => one.msg)).toEqual([
      '密码须为 10 至 64 位，并含大写、小写、数字、符号中的三种',
    ]);
    expect((await change('abcdefghij')).errors?.map((one) => one.msg)).toEqual([
      '密码须为 10 至 64 位，并含大写、小写、数字、符号中的三种',
    ]);
    expect((await change('Password@123')).errors?.map((one) => one.msg)).toEqual(['该密码过于常见']);
    // All broken conditions at once, and the password in use may not be its own successor.
    expect((await change('qwertyuiop')).errors?.map((one) => one.msg)).toEqual([
      '密码须为 10 至 64 位，并含大写、小写、数字、符号中的三种',
      '该密码过于常见',
    ]);
    expect((await change(world.password('kzzq_worker2'))).errors?.map((one) => one.msg)).toEqual([
      '不能使用最近 5 次用过的密码',
    ]);
    const done = await change('Good-enough-1');
    expect(done.data).toMatchObject({ step: 'done' });
    expect((await world.person(done.data.token).get('sys/user/getUserInfo')).code).toBe(200);
    expect(await change('Good-enough-2')).toMatchObject({ bizCode: 'auth.ticket' });
    // A password of 84 days says how long it still holds, one of 91 opens the form alone, an initial one of four days nothing.
    const aged = (change: string) =>
      world.sql(`update platform.sys_user set ${change} where username = 'kzzq_worker2'`);
    const again = () => world.login('kzzq_worker2', 'Good-enough-1');
    await aged("password_changed_at = now() - interval '84 days'");
    const info = await world.person((await again()).data.token).get('sys/user/getUserInfo');
    expect(info.data.passwordDaysLeft).toBe(6);
    await aged("password_changed_at = now() - interval '91 days'");
    expect((await again()).data.step).toBe('changePassword');
    await aged("must_change_password = true, initial_valid_until = now() - interval '1 day'");
    expect(await again()).toMatchObject({ bizCode: 'auth.disabled' });
  });
});

describe('sessions', () => {
  it('R35, R36: a token a third of the idle limit old is renewed, not by background calls; the old one goes on', async () => {
    const { data } = await world.login('ant_pref1');
    const person = world.person(data.token);
    expect((await person.get('sys/user/getUserInfo')).headers.authorization).toBeUndefined();
    await world.sql("update platform.sys_session_token set issued_at = now() - interval '11 minutes'");
    const next = await world.login('ant_pref1');
    await world.sql("update platform.sys_session_token set issued_at = now() - interval '11 minutes'");
    const fresh = world.person(next.data.token);
    expect((await fresh.get('sys/user/getUserInfo', { 'x-background': '1' })).headers.authorization).toBeUndefined();
    const renewed = (await fresh.get('sys/user/getUserInfo')).headers.authorization as string;
    expect(renewed).toMatch(/^[\w-]{43}$/);
    expect((await world.person(renewed).get('sys/user/getUserInfo')).code).toBe(200);
    expect((await fresh.get('sys/user/getUserInfo')).code).toBe(200);
  });

  it('R36: a token that was replaced runs out by itself; the session goes on, and one without a successor stays good', async () => {
    const { data } = await world.login('ant_pref1');
    const [{ id }] = (await world.sql('select max(id)::int as id from platform.sys_session')) as [{ id: number }];
    const age = (minutes: number) =>
      world.sql(
        'update platform.sys_session_token set issued_at = issued_at - make_interval(mins => $2) where session_id = $1',
        [id, minutes],
      );
    const person = world.person(data.token);
    await age(31);
    const renewed = (await person.get('sys/user/getUserInfo')).headers.authorization as string;
    expect(renewed).toMatch(/^[\w-]{43}$/);
    // Calls on their way with the old one still arrive.
    fiveSecondsLater();
    expect((await person.get('sys/user/getUserInfo')).code).toBe(200);
    await age(11);
    fiveSecondsLater();
    expect(await person.get('sys/user/getUserInfo')).toMatchObject({ code: 401, msg: '长时间未操作，登录已失效' });
    const next = (await world.person(renewed).get('sys/user/getUserInfo')).headers.authorization as string;
    expect(next).toMatch(/^[\w-]{43}$/);
    const kept = async () =>
      (await world.sql('select 1 from platform.sys_session_token where session_id = $1', [id])).length;
    const before = await kept();
    await age(50);
    await world.person(next).get('sys/user/getUserInfo');
    expect(await kept()).toBeLessThan(before);
    await world.sql(
      "update platform.sys_session set ended_at = now() - interval '8 days', end_reason = 'kicked' where id = $1",
      [id],
    );
    await forgetEntries(world.database);
    expect(await kept()).toBe(0);
  });

  it('R34: ends after the idle limit and at the absolute one, each with its own message', async () => {
    for (const [sql, message] of [
      ["last_active_at = now() - interval '31 minutes'", '长时间未操作，登录已失效'],
      ["absolute_end_at = now() - interval '1 second'", '登录时长已到上限，请重新登录'],
    ] as const) {
      const { data } = await world.login('ant_cty1');
      await world.sql(
        `update platform.sys_session set ${sql} where user_id = (select id from platform.sys_user where username = 'ant_cty1') and ended_at is null`,
      );
      expect(await world.person(data.token).get('sys/user/getUserInfo')).toMatchObject({
        code: 401,
        status: 401,
        msg: message,
      });
    }
  });

  it('R38: a fourth web session of one user ends the oldest', async () => {
    const tokens = [];
    for (let i = 0; i < 4; i += 1) tokens.push((await world.login('bank1')).data.token);
    const codes = await Promise.all(tokens.map((token) => world.person(token).get('sys/user/getUserInfo')));
    expect(codes.map((one) => one.code)).toEqual([401, 200, 200, 200]);
    expect(codes[0]?.msg).toBe('账号已在其他设备登录');
  });

  it('R39: logging out ends the session at once', async () => {
    const person = world.person((await world.login('tl_region')).data.token);
    expect((await person.post('sys/auth/logout')).code).toBe(200);
    expect((await person.get('sys/user/getUserInfo')).code).toBe(401);
  });

  it('R24, R25, R26: changing the password needs the old one and ends every session', async () => {
    const [one, two] = [
      world.person((await world.login('farm1')).data.token),
      world.person((await world.login('farm1')).data.token),
    ];
    const old = world.password('farm1');
    const change = (oldPassword: string, newPassword: string) =>
      one.post('sys/user/updatePassword', { oldPassword, newPassword, repeatNewPassword: newPassword });
    expect(await change('Wrong-pass-1', 'Brand-new-77')).toMatchObject({ code: 500, bizCode: 'auth.wrong' });
    expect(await change(old, 'Brand-new-77')).toMatchObject({ code: 200, msg: '密码修改成功，请重新登录' });
    for (const person of [one, two]) expect((await person.get('sys/user/getUserInfo')).code).toBe(401);
    expect((await world.login('farm1', 'Brand-new-77')).code).toBe(200);
    // A hash of weaker days is made anew when its owner comes in.
    const [{ password_hash: made }] = (await world.sql(
      "select password_hash from platform.sys_user where username = 'farm1'",
    )) as [{ password_hash: string }];
    expect(made).toMatch(/^\$argon2id\$v=19\$m=32768,t=3,p=1\$/);
    const weak = await hash('Brand-new-77', { memoryCost: 8 * 1024, timeCost: 1, parallelism: 1 });
    await world.sql("update platform.sys_user set password_hash = $1 where username = 'farm1'", [weak]);
    expect((await world.login('farm1', 'Brand-new-77')).code).toBe(200);
    const [{ password_hash: anew }] = (await world.sql(
      "select password_hash from platform.sys_user where username = 'farm1'",
    )) as [{ password_hash: string }];
    expect(anew).toContain('m=32768,t=3');
  });

  it('R39, R40: a disabled account is out and a changed role is told within five seconds', async () => {
    const person = await world.as('kzzq_mgr');
    expect((await person.get('sys/user/getUserInfo')).headers['x-perm-version']).toBe('1');
    await world.sql("update platform.sys_user set perm_version = perm_version + 1 where username = 'kzzq_mgr'");
    await world.sql(
      "delete from platform.sys_user_role where user_id = (select id from platform.sys_user where username = 'kzzq_mgr')",
    );
    fiveSecondsLater();
    const after = await person.get('pri/principal/info/list');
    expect([after.code, after.headers['x-perm-version']]).toEqual([403, '2']);
    await world.sql("update platform.sys_user set status = 'disabled' where username = 'kzzq_mgr'");
    fiveSecondsLater();
    expect(await person.get('pri/principal/info/list')).toMatchObject({ code: 401, msg: '账号已停用，请联系管理员' });
  });
});

describe('menus and pages', () => {
  it('R50, R51: gives the branches that lead to visible pages, and every page the user may open', async () => {
    const person = await world.as('tl_admin');
    const { data } = await person.get('sys/user/getUserInfo');
    const paths = data.pages.map((page: { path: string }) => page.path);
    expect(paths).toEqual(expect.arrayContaining(['/system/dictType', '/system/department', '/pri/principal/info']));
    const names = data.firstMenus.map((one: { menuName: string }) => one.menuName);
    expect(names).toEqual(expect.arrayContaining(['主体与仓储', '系统管理', '租户管理']));
    expect(names).not.toContain('动物防疫');
    const second = data.firstMenus[names.indexOf('系统管理')];
    const other = await person.get(`sys/user/getUserWebMenuByFirstMenuId?menuId=${second.id}`);
    const shown = other.data.filter(
      (one: { menuType: number; visible: number }) => one.menuType === 3 && one.visible === 1,
    );
    expect(shown.length).toBeGreaterThan(0);
    for (const page of shown) expect(other.data.some((one: { id: number }) => one.id === page.parentId)).toBe(true);
    expect((await person.get('sys/user/getUserWebMenuByFirstMenuId?menuId=999999')).data).toEqual(
      (await person.get('sys/user/getUserWebMenuByFirstMenuId')).data,
    );
  });

  it('loads the whole catalogue: every dictionary, role, prefix and screen of the files, and disables what has no page', async () => {
    const [counts] =
      await world.sql(`select (select count(*)::int from platform.sys_dict_type where tenant_no = 0) as dictionaries, (select count(*)::int from platform.sys_role where tenant_no = 0) as roles,
      (select count(*)::int from kit.doc_prefix) as prefixes, (select count(*)::int from platform.sys_menu where menu_type = 3 and terminal = 'web') as screens,
      (select count(*)::int from platform.sys_region where level = 5) as villages, (select count(*)::int from platform.sys_region where boundary is not null) as outlines`);
    const screens = readModuleRows('screens').map(({ row }) => row.path ?? '');
    expect(counts).toMatchObject({
      dictionaries: readDictionaries().size,
      roles: readTsv('roles.tsv').length,
      prefixes: readTsv('docnumbers.tsv').length,
      screens: screens.length,
      outlines: 109,
    });
    // The specification's own counts: nothing of it may go missing from the files.
    expect(counts.roles).toBeGreaterThanOrEqual(70);
    expect(counts.screens).toBeGreaterThanOrEqual(501);
    const on = await world.sql<{ path: string }>(
      "select path from platform.sys_menu where menu_type = 3 and terminal = 'web' and status = 'enabled'",
    );
    const pages = builtPages(root);
    expect(on.map((one) => one.path).sort()).toEqual(screens.filter((path) => pages.has(path)).sort());
  });

  it('U-05: finds regions by initials as people shorten them, inside the jurisdiction only', async () => {
    const leader = await world.as('tl_leader');
    const names = (await leader.get('sys/region/search?keyword=kzzq')).data.map((one: { name: string }) => one.name);
    expect(names).toContain('科尔沁左翼中旗');
    expect((await leader.get('sys/region/search?keyword=chifeng')).data).toEqual([]);
    const worker = await world.as('kzzq_worker1');
    expect((await worker.get('sys/region/children')).data.map((one: { name: string }) => one.name)).toEqual([
      '前玛尼吐嘎查',
      '后玛尼吐嘎查',
    ]);
  });
});
