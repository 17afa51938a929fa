import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorld, type Person, type World } from '#apps/server/testing/world.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import { withdrawOver } from '#modules/registry/server/service/service-info.ts';

let world: World;
let manager: Person;
let unit: number;
let staff: number;

beforeAll(async () => {
  world = await openWorld();
  manager = await world.as('kzzq_mgr');
  [{ id: unit }] = (await world.sql(
    "select principal_id::int as id from platform.sys_user where username = 'kzzq_station'",
  )) as [{ id: number }];
  [{ id: staff }] = (await world.sql(
    "select id::int from registry.staff where principal_id = $1 and status = 'active' order by id limit 1",
    [unit],
  )) as [{ id: number }];
});
afterAll(() => world.close());

describe('services', () => {
  it('shows a published offer to everybody of the tenant inside its regions, and takes it down when its day has passed', async () => {
    const form = {
      principalId: unit,
      title: '春季驱虫',
      serviceKind: 'treatment',
      price: 12.5,
      priceUnit: '头',
      phone: '0475-8123456',
      validTo: '2099-01-01',
      serviceRegions: [150521000000],
      intro: null,
    };
    expect((await manager.post('pri/service/info/add', { ...form, validTo: '2020-01-01' })).code).toBe(422);
    const { data } = await manager.post('pri/service/info/add', form);
    const farm = await world.as('farm1');
    const offers = async (region: number) =>
      (await farm.get(`pri/service/info/offers?regionCode=${region}`)).data.filter(
        (one: { id: number }) => one.id === data.id,
      );
    expect(await offers(150521101001)).toEqual([]);
    await manager.post('pri/service/info/transition', { id: data.id, version: 0, name: 'publish' });
    expect(await offers(150521101001)).toMatchObject([{ title: '春季驱虫', price: 12.5 }]);
    expect(await offers(150502101001)).toEqual([]);
    await world.sql("update registry.service_info set valid_to = '2020-01-01' where id = $1", [data.id]);
    await world.database.transaction(systemScope(1505, 'night'), withdrawOver);
    expect((await manager.get(`pri/service/info/${data.id}`)).data.status).toBe('withdrawn');
  });
});

describe('implements', () => {
  it('is issued, returned, checked and scrapped, each step in its log', async () => {
    const { data } = await manager.post('pri/tool/info/add', {
      principalId: unit,
      assetNo: 'T-1',
      name: '液氮罐',
      toolKind: 'nitrogenTank',
      model: null,
      serialNo: null,
      boughtOn: null,
      value: 3200,
      nextCheckOn: null,
    });
    const row = async () => (await manager.get(`pri/tool/info/${data.id}`)).data;
    const move = async (name: string, more: object = {}) =>
      manager.post('pri/tool/info/transition', { id: data.id, version: (await row()).version, name, ...more });
    expect((await move('issue', { form: { custodianStaffId: staff } })).code).toBe(200);
    expect(await row()).toMatchObject({ status: 'inUse', custodianStaffId: staff });
    expect((await move('issue', { form: { custodianStaffId: staff } })).code).toBe(409);
    expect((await move('return')).code).toBe(200);
    expect((await row()).custodianStaffId).toBeNull();
    const { version } = await row();
    const checked = { id: data.id, version, result: '合格', nextCheckOn: '2027-11-15' };
    expect((await manager.post('pri/tool/info/check', checked)).code).toBe(200);
    expect(await row()).toMatchObject({ nextCheckOn: '2027-11-15', value: 3200 });
    expect((await move('scrap')).code).toBe(422);
    expect((await move('scrap', { remark: '破损' })).code).toBe(200);
    const log = (await manager.get(`pri/tool/info/log?toolId=${data.id}`)).data;
    expect(log.map((one: { action: string }) => one.action)).toEqual(['scrap', 'check', 'return', 'issue']);
  });
});
