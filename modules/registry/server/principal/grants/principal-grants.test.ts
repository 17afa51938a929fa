import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fiveSecondsLater } from '#apps/server/testing/later.ts';
import { type Answer, openWorld, type Person, type World } from '#apps/server/testing/world.ts';

/** The seed's calls around a principal, as its table and the registry's write them; nothing here is read from our declarations. */
let world: World;
let admin: Person;
let manager: Person;
let station: Person;
let ids: Record<string, number>;

const county = 150521000000;
const town = 150521101000;
const info = 'pri/principal/info';

beforeAll(async () => {
  world = await openWorld({ pool: 8 });
  admin = await world.as('tl_admin');
  manager = await world.as('kzzq_mgr');
  station = await world.as('kzzq_station');
  const rows = await world.sql<{ username: string; id: number }>(
    'select username, principal_id::int as id from platform.sys_user where tenant_no = 1505',
  );
  ids = Object.fromEntries(rows.map((row) => [row.username, row.id]));
});
afterAll(() => world.close());

const ok = (answer: Answer): Answer => {
  expect(answer, JSON.stringify(answer).slice(0, 400)).toMatchObject({ code: 200, status: 200 });
  return answer;
};
const regionsOf = async (id: number | undefined) =>
  (
    await world.sql<{ code: string }>(
      'select region_code as code from registry.principal_jurisdiction where principal_id = $1 order by 1',
      [id],
    )
  ).map((row) => Number(row.code));
const set = (who: Person, principalId: number | undefined, regionCodes: number[], more: object = {}) =>
  who.post(`${info}/assignJurisdiction`, { principalId, regionCodes, ...more });

describe('jurisdiction', () => {
  it('GET getPrincipalRegionByParentCode: the caller’s roots, then level by level, with what the unit holds', async () => {
    const roots = ok(await manager.get(`${info}/getPrincipalRegionByParentCode?principalId=${ids.kzzq_station}`)).data;
    expect(roots).toEqual([
      { regionCode: county, name: expect.any(String), level: 3, hasChildren: true, checked: 'part', assignable: true },
    ]);
    const towns = ok(
      await manager.get(`${info}/getPrincipalRegionByParentCode?parentCode=${county}&principalId=${ids.kzzq_station}`),
    ).data as { regionCode: number; checked: string }[];
    expect(towns.filter((one) => one.checked === 'all').map((one) => one.regionCode)).toEqual([town]);
    const outside = ok(await manager.get(`${info}/getPrincipalRegionByParentCode?parentCode=150522000000`)).data;
    expect(outside).toEqual([]);
  });

  it('R8: POST assignJurisdiction keeps normalised sets, and answers before, after, clipped, userCount', async () => {
    const before = await regionsOf(ids.kzzq_station);
    const { data } = ok(await set(manager, ids.kzzq_station, [town, 150521101200, 150521100000], { dryRun: true }));
    expect(data).toMatchObject({ before, after: [150521100000, town], clipped: [], userCount: 0 });
    expect(data.covers.villages).toBeGreaterThan(0);
    expect(await regionsOf(ids.kzzq_station)).toEqual(before);
    const villages = await world.sql<{ code: string }>(
      "select code from platform.sys_region where parent_code = $1 and status = 'active'",
      [town],
    );
    ok(
      await set(
        manager,
        ids.kzzq_station,
        villages.map((row) => Number(row.code)),
      ),
    );
    expect(await regionsOf(ids.kzzq_station)).toEqual([town]);
  });

  it('R9: nobody gives what is not theirs, nor takes what others gave; FroPri reaches subordinates only', async () => {
    expect(await set(manager, ids.kzzq_station, [150522000000])).toMatchObject({
      bizCode: 'regionOutside',
      msg: '所选行政区不在您的管辖范围内',
    });
    await world.sql(
      'insert into registry.principal_jurisdiction (tenant_no, principal_id, region_code) values (1505, $1, 150522100000)',
      [ids.kzzq_station],
    );
    ok(await set(manager, ids.kzzq_station, [town]));
    expect(await regionsOf(ids.kzzq_station)).toEqual([town, 150522100000]);
    ok(await set(admin, ids.kzzq_station, [town]));
    expect(await regionsOf(ids.kzzq_station)).toEqual([town]);
    const refused = await station.post(`${info}/assignJurisdictionFroPri`, {
      principalId: ids.kzzq_station,
      regionCodes: [town],
    });
    expect(refused).toMatchObject({ bizCode: 'notSubordinate', msg: '只能为下级单位分配管辖范围' });
    const [lab] = await world.sql<{ id: number }>(
      `insert into registry.principal (tenant_no, region_code, principal_unit_name, principal_unit_type, principal_level, contact_name, parent_id)
       values (1505, $1, '下属点', 'breedingStation', 5, '白', $2) returning id::int`,
      [town, ids.kzzq_station],
    );
    const given = await station.post(`${info}/assignJurisdictionFroPri`, {
      principalId: lab?.id,
      regionCodes: [150521101200],
    });
    expect(ok(given).data.after).toEqual([150521101200]);
  });

  it('R10: what is taken is taken from everybody below: told first, then felt by those who are logged in', async () => {
    const region = await world.as('tl_region');
    const seen = async (who: Person) => (await who.get(`${info}/list?pageSize=5`)).total ?? 0;
    const worker = await world.as('kzzq_worker1');
    expect(await seen(station)).toBeGreaterThan(0);
    expect(await seen(worker)).toBeGreaterThan(0);
    const left = [150521100000];
    const dry = ok(await set(region, ids.kzzq_mgr, left, { dryRun: true })).data;
    expect(dry.clipped).toContainEqual({ principalId: ids.kzzq_station, name: expect.any(String), lost: [town] });
    expect(dry.userCount).toBeGreaterThanOrEqual(4);
    expect(await regionsOf(ids.kzzq_mgr)).toEqual([county]);
    ok(await set(region, ids.kzzq_mgr, left));
    expect(await regionsOf(ids.kzzq_station)).toEqual([]);
    fiveSecondsLater();
    // The station itself stays its own party.
    expect(await seen(station)).toBeLessThanOrEqual(2);
    // A worker's villages are worth no more than the station's, and never widen to nothing-means-all.
    expect(await seen(worker)).toBeLessThanOrEqual(2);
    ok(await set(region, ids.kzzq_mgr, [county]));
    ok(await set(region, ids.kzzq_station, [town]));
    const [logged] = await world.sql(
      "select count(*)::int as n from kit.oper_log where action = 'assign' and entity_id = $1 and result = 'ok'",
      [ids.kzzq_mgr],
    );
    expect(logged.n).toBe(2);
  });

  it('R11: a household or farm is given a region by the tenant’s administrator alone', async () => {
    expect(await set(manager, ids.farm1, [town])).toMatchObject({ bizCode: 'byPartyOnly' });
  });
});

describe('systems', () => {
  it('R12: GET getPrincipalSystem, POST system/edit: inside the package, not beyond the tenant’s end', async () => {
    const list = ok(await admin.get(`${info}/getPrincipalSystem?principalId=${ids.kzzq_mgr}`)).data as {
      systemId: number;
      inPackage: boolean;
    }[];
    expect(list[0]).toMatchObject({
      systemId: expect.any(Number),
      systemName: expect.any(String),
      assigned: false,
      schemaId: null,
      expireOn: null,
      inPackage: true,
    });
    const edit = (systems: object[]) => admin.post(`${info}/system/edit`, { principalId: ids.kzzq_mgr, systems });
    const known = list.map((one) => one.systemId);
    const foreign = Array.from({ length: 99 }, (_, at) => at + 1).find((one) => !known.includes(one));
    expect(await edit([{ systemId: foreign }])).toMatchObject({
      bizCode: 'beyondPackage',
      msg: '超出租户已开通的系统',
    });
    expect(await edit([{ systemId: known[0], expireOn: '2199-01-01' }])).toMatchObject({ bizCode: 'beyondTenant' });
    const visible = async () => (await manager.get('sys/user/getUserInfo')).data.pages.length as number;
    const before = await visible();
    ok(await edit([{ systemId: known.at(-1), schemaId: null, expireOn: '2027-01-01' }]));
    const now = ok(await admin.get(`${info}/getPrincipalSystem?principalId=${ids.kzzq_station}`)).data;
    expect(now.find((one: { systemId: number }) => one.systemId === known.at(-1)).inheritedFrom).toEqual(
      expect.any(String),
    );
    fiveSecondsLater();
    expect(await visible()).toBeLessThan(before);
    ok(await edit([]));
  });
});

describe('parameters', () => {
  it('GET getConfigInfo, POST saveOrUpdatePriConfig: own, inherited, default; null drops the own value', async () => {
    const of = async (who: Person, code: string, query = '') =>
      (ok(await who.get(`${info}/getConfigInfo${query}`)).data as { configCode: string }[]).find(
        (one) => one.configCode === code,
      );
    const save = (who: Person, configs: object[], principalId?: number) =>
      who.post(`${info}/saveOrUpdatePriConfig`, { configs, ...(principalId && { principalId }) });
    expect(await of(station, 'death_confirm_mode')).toMatchObject({
      configName: expect.any(String),
      valueType: 'choice',
      configValue: 'insuredOrPledged',
      from: 'default',
      fromName: null,
      editable: true,
    });
    expect(ok(await save(manager, [{ configCode: 'death_confirm_mode', configValue: 'all' }])).data).toEqual({
      changed: 1,
    });
    expect(await of(station, 'death_confirm_mode')).toMatchObject({ configValue: 'all', from: 'inherited' });
    ok(await save(station, [{ configCode: 'death_confirm_mode', configValue: 'none' }]));
    expect(await of(station, 'death_confirm_mode')).toMatchObject({ configValue: 'none', from: 'own' });
    ok(await save(station, [{ configCode: 'death_confirm_mode', configValue: null }]));
    expect(await of(station, 'death_confirm_mode')).toMatchObject({
      configValue: 'all',
      from: 'inherited',
      fromName: expect.any(String),
    });
    expect((await save(manager, [{ configCode: 'tag_due_days', configValue: 'soon' }])).code).toBe(422);
    expect((await save(manager, [{ configCode: 'no_such', configValue: '1' }])).code).toBe(422);
  });

  it('a farm keeps its own house; what controls it is not its to set, nor is anybody else’s', async () => {
    const farm = await world.as('farm1');
    const save = (configCode: string, configValue: string, principalId?: number) =>
      farm.post(`${info}/saveOrUpdatePriConfig`, {
        ...(principalId && { principalId }),
        configs: [{ configCode, configValue }],
      });
    expect((await save('depot_in_review', '0')).code).toBe(200);
    expect((await save('tag_check_mode', 'off')).code).toBe(403);
    expect((await save('depot_in_review', '0', ids.coop1)).code).toBe(404);
  });
});
