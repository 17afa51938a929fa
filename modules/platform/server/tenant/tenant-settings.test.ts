import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorld, type Person, type World } from '#apps/server/testing/world.ts';
import { params } from '#modules/platform/contract/reference/params.ts';
import { provideMapService } from '#modules/platform/server/index.ts';

let world: World;
let operator: Person;

beforeAll(async () => {
  world = await openWorld();
  operator = await world.as('op_admin');
});
afterAll(() => world.close());

describe('R115: configuration', () => {
  it('goes from the principal to the nearest parent, the tenant and the operator; empty takes the override away', async () => {
    const [station] = await world.sql(
      "select p.id::int, p.parent_id::int as parent from registry.principal p where tenant_no = 1505 and principal_unit_type = 'preventionStation' limit 1",
    );
    const admin = await world.as('tl_admin');
    const read = async () =>
      (await admin.get(`sys/tenant/principal/configList?tenantNo=1505&principalId=${station?.id}`)).data.find(
        (one: { configCode: string }) => one.configCode === 'sys_title',
      );
    const set = (principalId: number | null, configValue: string) =>
      admin.post('sys/tenant/principal/setConfig', {
        tenantNo: 1505,
        principalId,
        configs: [{ configCode: 'sys_title', configValue }],
      });
    expect(await read()).toMatchObject({ source: 'tenant', configValue: '通辽市畜牧业综合服务平台' });
    await set(station?.parent, '旗平台');
    expect(await read()).toMatchObject({ source: 'parent', configValue: '旗平台' });
    expect(await set(station?.id, '站平台')).toMatchObject({ code: 200, data: { changed: 1 } });
    expect(await set(station?.id, '站平台')).toMatchObject({ code: 200, data: { changed: 0 } });
    expect(await read()).toMatchObject({ source: 'principal', configValue: '站平台' });
    await set(station?.id, '');
    expect(await read()).toMatchObject({ source: 'parent' });
    await set(station?.parent, '');
    expect(await read()).toMatchObject({ source: 'tenant' });
    expect((await set(null, '')).code).toBe(200);
    expect(await read()).toMatchObject({ source: 'default', configValue: '牧链' });
  });

  it('gives titles in three languages: the nearest level decides, Chinese where a language is not given, converted for Traditional', async () => {
    const admin = await world.as('tl_admin');
    const [station] = await world.sql<{ id: number }>(
      "select id::int from registry.principal where tenant_no = 1505 and principal_unit_type = 'preventionStation' limit 1",
    );
    const set = async (principalId: number | null, values: Record<string, string>) => {
      const configs = Object.entries(values).map(([configCode, configValue]) => ({ configCode, configValue }));
      const answer = await admin.post('sys/tenant/principal/setConfig', { tenantNo: 1505, principalId, configs });
      expect(answer).toMatchObject({ code: 200 });
    };
    const titleOf = (list: { configCode: string; names?: object }[]) =>
      list.find((one) => one.configCode === 'sys_title')?.names;
    const inside = async () =>
      titleOf((await admin.get(`sys/tenant/principal/configList?tenantNo=1505&principalId=${station?.id}`)).data);
    const outside = async () =>
      titleOf((await world.person('').get('sys/tenant/principal/configList?tenantNo=1505')).data);
    await set(null, { sys_title: '畜牧业平台', sys_title_tw: '', sys_title_en: 'Livestock platform' });
    const tenants = { zh_CN: '畜牧业平台', zh_TW: '畜牧業平台', en: 'Livestock platform' };
    expect(await outside()).toEqual(tenants);
    expect(await inside()).toEqual(tenants);
    // A station with a title of its own is not shown under its tenant's English one.
    await set(station?.id ?? 0, { sys_title: '某站' });
    expect(await inside()).toEqual({ zh_CN: '某站', zh_TW: '某站', en: '某站' });
    await set(station?.id ?? 0, { sys_title: '', sys_title_en: 'Some station' });
    expect(await inside()).toEqual({ ...tenants, en: 'Some station' });
    await set(null, { sys_copyright: '版权所有', sys_copyright_en: 'All rights reserved' });
    expect((await world.person('').get('sys/auth/portal?route=/tonglLogin')).data.copyright).toEqual({
      ...{ zh_CN: '版权所有', zh_TW: '版權所有', en: 'All rights reserved' },
    });
    const tag = await world.sql<{ ear_tag: string }>(
      "select ear_tag from registry.animal where tenant_no = 1505 and status = 'inStock' order by id limit 1",
    );
    const scanned = await world
      .person('')
      .get(`public/animal/detail?tag=${tag[0]?.ear_tag}`, { 'accept-language': 'en' });
    expect(scanned.data.tenantTitle).toBe('Livestock platform');
  });

  it('refuses unknown codes (422), other tenants (404), and shows nobody outside more than the codes of a login page', async () => {
    const admin = await world.as('tl_admin');
    const wrong = await admin.post('sys/tenant/principal/setConfig', {
      tenantNo: 1505,
      configs: [{ configCode: 'no_such', configValue: 'x' }],
    });
    expect(wrong).toMatchObject({ code: 422, errors: [{ field: 'no_such', msg: '未知的配置项' }] });
    const foreign = { tenantNo: 1504, configs: [{ configCode: 'sys_title', configValue: 'x' }] };
    expect((await admin.post('sys/tenant/principal/setConfig', foreign)).code).toBe(404);
    await operator.post('sys/tenant/principal/setConfig', {
      tenantNo: 1505,
      configs: [
        { configCode: 'map_security_code', configValue: 'very-secret' },
        { configCode: 'home_path', configValue: '/anm/task/manage' },
      ],
    });
    const nobody = await world.person('').get('sys/tenant/principal/configList?tenantNo=1505');
    expect(nobody.data.map((one: { configCode: string }) => one.configCode)).not.toContain('home_path');
    const own = await admin.get('sys/tenant/principal/configList?tenantNo=1505');
    expect(JSON.stringify(own.data)).not.toContain('very-secret');
    expect((await (await world.as('tl_region')).get('sys/user/getUserInfo')).data.homePath).toBe('/anm/task/manage');
    const neighbour = await (await world.as('cf_mgr')).get('sys/tenant/principal/configList?tenantNo=1505');
    expect(neighbour.data.map((one: { configCode: string }) => one.configCode)).not.toContain('home_path');
  });

  it('lists principals with their systems, people and overrides; households only when asked for', async () => {
    const admin = await world.as('tl_admin');
    const list = await admin.get('sys/tenant/principal/list?pageSize=500');
    expect(list.data.some((one: { principalUnitType: string }) => one.principalUnitType === 'household')).toBe(false);
    expect(list.data.filter((one: { isRoot: boolean }) => one.isRoot)).toHaveLength(1);
    const homes = await admin.get('sys/tenant/principal/list?principalUnitType=household');
    expect(homes.total).toBeGreaterThan(100);
    expect((await operator.get('sys/tenant/principal/list?tenantNo=1505')).total).toBe(list.total);
    expect((await admin.get('sys/tenant/principal/list?tenantNo=1504')).code).toBe(404);
  });
});

describe('R65: a map key', () => {
  it('is tried at the map service, and what came of it is told and logged; without an answer the network is named (M55)', async () => {
    const admin = await world.as('tl_admin');
    const asked: string[] = [];
    const service = createServer((request, response) => {
      const key = new URL(request.url ?? '', 'http://x').searchParams.get('key') ?? '';
      asked.push(key);
      const [status, info, infocode] =
        key === 'good'
          ? ['0', 'USERKEY_PLAT_NOMATCH', '10009']
          : key === 'busy'
            ? ['0', 'DAILY_QUERY_OVER_LIMIT', '10003']
            : ['0', 'INVALID_USER_KEY', '10001'];
      response.end(JSON.stringify({ status, info, infocode }));
    });
    await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
    provideMapService(`http://127.0.0.1:${(service.address() as AddressInfo).port}`);
    const test = async (key?: string, tenantNo = 1505) =>
      admin.post('sys/tenant/principal/testMapKey', { tenantNo, ...(key && { key }) });
    expect((await test()).data).toEqual({ outcome: 'noKey', msg: '尚未设置地图密钥' });
    expect((await test('good')).data).toEqual({ outcome: 'works', msg: '密钥可用' });
    expect((await test('busy')).data.outcome).toBe('usedUp');
    expect((await test('nonsense')).data).toEqual({
      outcome: 'wrongKey',
      msg: '密钥不正确：INVALID_USER_KEY (10001)',
    });
    await admin.post('sys/tenant/principal/setConfig', {
      tenantNo: 1505,
      configs: [{ configCode: 'map_key', configValue: 'good' }],
    });
    expect((await test()).data.outcome).toBe('works');
    expect(asked).toEqual(['good', 'busy', 'nonsense', 'good']);
    expect((await test('good', 1504)).code).toBe(404);
    await new Promise((resolve) => service.close(resolve));
    expect((await test('good')).data).toEqual({ outcome: 'noAnswer', msg: '网络连接失败，请检查网络' });
    const logged = await world.sql(
      "select result, response::text from platform.sys_third_log where client_id = 'amap' and tenant_no = 1505 order by id",
    );
    expect(logged.map((row) => row.result)).toEqual(['ok', 'failed', 'failed', 'ok', 'failed']);
    expect(JSON.stringify(logged)).not.toContain('nonsense');
  });
});

describe('R118: parameters', () => {
  it('are refused out of range, read-only to others, and each change of the security policy reaches the audit administrator', async () => {
    const [admin, security] = [await world.as('tl_admin'), await world.as('tl_sec')];
    const edit = (who: Person, paramKey: string, paramValue: string | null, version = 0) =>
      who.post('sys/param/edit', { paramKey, paramValue, version });
    expect(await edit(security, 'session.idleMinutes', '121')).toMatchObject({ code: 422 });
    expect(await edit(security, 'session.idleMinutes', 'many')).toMatchObject({ code: 422 });
    expect(await edit(security, 'log.retainDays', '179')).toMatchObject({ code: 422 });
    expect(await edit(admin, 'session.idleMinutes', '20')).toMatchObject({ code: 403 });
    expect(await edit(admin, 'export.syncRows', '200')).toMatchObject({ code: 403 });
    expect(await edit(admin, 'no.such', '1')).toMatchObject({ code: 422 });
    expect(await edit(security, 'session.idleMinutes', '20')).toMatchObject({ code: 200, data: { version: 1 } });
    expect(await edit(security, 'session.idleMinutes', '25')).toMatchObject({ code: 409 });
    const told = await world.sql(
      `select u.username from platform.sys_notice n join platform.sys_notice_receiver r on r.notice_id = n.id join platform.sys_user u on u.id = r.user_id
       where n.tenant_no = 1505 and n.texts::text like '%platform.param.changed%'`,
    );
    expect(told.map((row) => row.username)).toEqual(['tl_audit']);
    const row = async () => (await security.get('sys/param/list?keyword=session.idleMinutes')).data[0];
    expect(await row()).toMatchObject({ paramValue: '20', defaultValue: '30', source: 'tenant', mayEdit: true });
    expect((await admin.get('sys/param/list?keyword=session.idleMinutes')).data[0].mayEdit).toBe(false);
    const fresh = await world.login('tl_region');
    const [session] = await world.sql(
      "select s.idle_seconds from platform.sys_session s join platform.sys_user u on u.id = s.user_id where u.username = 'tl_region' order by s.id desc limit 1",
    );
    expect([fresh.code, session?.idle_seconds]).toEqual([200, 1200]);
    expect(await edit(security, 'session.idleMinutes', null, 1)).toMatchObject({
      code: 200,
      data: { paramValue: '30' },
    });
    expect(await row()).toMatchObject({ paramValue: '30', source: 'default' });
    const history = (await security.get('sys/param/history?paramKey=session.idleMinutes')).data;
    expect(history.map((one: { after: string }) => one.after)).toEqual(['30', '20']);
  });

  it('names every parameter of the product in three languages', async () => {
    const security = await world.as('tl_sec');
    const names = new Set<string>();
    for (const language of ['zh-CN', 'zh-TW', 'en']) {
      const { data } = await security.get('sys/param/list', { 'accept-language': language });
      expect(data).toHaveLength(params.length);
      for (const row of data) {
        expect(row.paramName).not.toContain('platform.param');
        names.add(row.paramName);
      }
    }
    expect(names.size).toBeGreaterThan(2 * params.length);
  });
});
