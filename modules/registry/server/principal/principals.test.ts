import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fiveSecondsLater } from '#apps/server/testing/later.ts';
import { newCreditCode } from '#apps/server/testing/samples.ts';
import { type Answer, openWorld, type Person, type World } from '#apps/server/testing/world.ts';
import { closeGuards, onPrincipalMoved } from '#modules/registry/server/index.ts';

/** A unit or household comes into being, moves and ends: acceptance 1, 2, 20 and 22 of the registry. */
let world: World;
let worker: Person;
let manager: Person;
const info = 'pri/principal/info';
const village = 150521101200;
const sister = 150521101201;

beforeAll(async () => {
  world = await openWorld({ pool: 8 });
  worker = await world.as('kzzq_worker1');
  manager = await world.as('kzzq_mgr');
});
afterAll(() => world.close());

let serial = 100;
/** Born on another day each, with the right check character. */
function idCard(): string {
  serial += 1;
  const body = `15232219${60 + (serial % 40)}0${1 + (serial % 9)}1${serial % 10}${String(serial).padStart(3, '0')}`;
  const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];
  const sum = weights.reduce((total, weight, at) => total + weight * Number(body[at]), 0);
  return body + '10X98765432'[sum % 11];
}
const phone = () => {
  serial += 1;
  return `1398${String(serial).padStart(7, '0')}`;
};
const household = (more: object = {}) => ({
  principalUnitType: 'household',
  principalUnitName: '斯琴巴特',
  principalLevel: 5,
  regionCode: village,
  contactName: '斯琴巴特',
  contactPhone: phone(),
  contactIdCard: idCard(),
  speciesKept: ['cattle'],
  ...more,
});
const farm = (more: object = {}) => ({
  ...household({ principalUnitType: 'farm', contactIdCard: null }),
  principalUnitName: `试验牧业${++serial}`,
  creditCode: newCreditCode(),
  ...more,
});
const add = (who: Person, form: object) => who.post(`${info}/add`, form);
const added = async (who: Person, form: object): Promise<number> => {
  const answer = await add(who, { ignoreSimilar: true, ...form });
  expect(answer, JSON.stringify(answer).slice(0, 400)).toMatchObject({ code: 200 });
  return answer.data.id;
};
const faults = (answer: Answer) => Object.fromEntries((answer.errors ?? []).map((one) => [one.field, one.msg]));
const move = async (who: Person, id: number, name: string, more: object = {}) => {
  const { version } = (await who.get(`${info}/${id}`)).data;
  return who.post(`${info}/transition`, { id, version, name, remark: '核实', ...more });
};

describe('coming into being', () => {
  it('R1, R2: a wrong number is named at its own field, and nothing is saved', async () => {
    const count = () => world.sql('select count(*)::int as n from registry.principal');
    const before = await count();
    const wrong = await add(worker, household({ contactPhone: '12', contactIdCard: '152322199002301239' }));
    expect(Object.keys(faults(wrong)).sort()).toEqual(['contactIdCard', 'contactPhone']);
    const farms = faults(await add(manager, farm({ creditCode: '911505211000000000', regionCode: 150521101000 })));
    expect(farms).toMatchObject({ creditCode: '统一社会信用代码校验不通过', regionCode: '该类型须选择到村级' });
    expect(await count()).toEqual(before);
  });

  it('R3: beyond the own jurisdiction nothing is added', async () => {
    const refused = await add(worker, household({ regionCode: 150522100203 }));
    expect(faults(refused).regionCode).toBe('所选行政区不在您的管辖范围内');
  });

  it('R4, R66: the same person in the village is refused by name; a code in use elsewhere is refused without one', async () => {
    const card = idCard();
    await added(worker, household({ principalUnitName: '查干', contactIdCard: card }));
    const again = await add(worker, household({ principalUnitName: '别名', contactIdCard: card }));
    expect(faults(again).contactIdCard).toBe('该证件号已登记：查干');
    expect((await add(worker, household({ contactIdCard: card, regionCode: sister }))).code).toBe(200);
    const [other] = await world.sql<{ code: string; name: string }>(
      `select credit_code as code, principal_unit_name as name from registry.principal
       where tenant_no = 1505 and region_code >= 150522000000 and region_code < 150523000000 and credit_code is not null limit 1`,
    );
    const hidden = await add(manager, farm({ creditCode: other?.code }));
    expect(faults(hidden).creditCode).toBe('该证件已在其他辖区登记');
    expect(JSON.stringify(hidden)).not.toContain(other?.name);
  });

  it('R5: the same name or phone in the village is shown and asked about, and then taken', async () => {
    const form = household({ principalUnitName: '额尔敦', contactName: '额尔敦' });
    const first = await added(worker, form);
    const twin = household({ principalUnitName: '额尔敦' });
    const asked = await add(worker, twin);
    expect(asked).toMatchObject({ bizCode: 'similar', data: { similar: [{ id: first, why: ['name'] }] } });
    expect(asked.data.similar[0].contactPhone).toContain('****');
    expect((await add(worker, { ...twin, ignoreSimilar: true })).code).toBe(200);
    const found = await worker.get(`${info}/match?phone=${form.contactPhone}`);
    expect(found.data).toMatchObject([{ id: first, why: ['phone'] }]);
  });

  it('R6: nobody stands below itself, nor more than six deep', async () => {
    const ids: number[] = [];
    for (let at = 0; at < 6; at += 1) ids.push(await added(manager, farm({ parentId: ids.at(-1) ?? null })));
    expect(faults(await add(manager, farm({ parentId: ids[5] }))).parentId).toBe('上下级最多 6 层');
    const top = (await manager.get(`${info}/${ids[0]}`)).data;
    const { principalUnitType: _, ...form } = farm({ parentId: ids[2], creditCode: top.creditCode });
    const looped = await manager.post(`${info}/edit`, {
      ...form,
      farmCode: top.farmCode,
      id: ids[0],
      version: top.version,
    });
    expect(faults(looped).parentId).toBe('上级单位不能是自身或下级');
    // Nor is it put below the caller's own unit by whoever may correct its address.
    const free = household();
    const id = await added(worker, free);
    const [own] = await world.sql<{ id: number }>(
      "select principal_id::int as id from platform.sys_user where username = 'kzzq_worker1'",
    );
    const { principalUnitType: _type, ...rest } = free;
    const hung = await worker.post(`${info}/edit`, { ...rest, parentId: own?.id, id, version: 0 });
    expect(faults(hung).parentId).toContain('租户管理员');
  });

  it('R13: the next filing code of the county is given, stays, and is not given twice', async () => {
    const one = (await manager.get(`${info}/${await added(manager, farm())}`)).data.farmCode as string;
    const two = (await manager.get(`${info}/${await added(manager, farm())}`)).data.farmCode as string;
    expect([one.slice(0, 6), Number(two) - Number(one)]).toEqual(['150521', 1]);
    expect(faults(await add(manager, farm({ farmCode: one }))).farmCode).toBe('该备案编号已发放');
    expect(faults(await add(manager, farm({ farmCode: '1505229000' }))).farmCode).toBe(
      '备案编号前六位须为所在旗县代码',
    );
  });

  it('a holder begins with house 01 and pen 01, and its record says how complete it is', async () => {
    const id = await added(worker, household({ location: { longitude: 123.3, latitude: 44.1 } }));
    const pens = await world.sql(
      'select h.hovel_no, p.pen_no from registry.pen p join registry.hovel h on h.id = p.hovel_id where p.principal_id = $1',
      [id],
    );
    expect(pens).toEqual([{ hovel_no: '01', pen_no: '01' }]);
    // Everything but scale and bank account: 75 of 90.
    expect((await worker.get(`${info}/${id}`)).data.completeness).toBe(83);
  });
});

describe('being found', () => {
  it('two signs, initials and letters find a household; the index decides, not a look through all', async () => {
    const id = await added(worker, household({ principalUnitName: '敖特根白乙拉', contactName: '敖特根白乙拉' }));
    const ids = async (keyword: string) =>
      (await worker.get(`${info}/list?keyword=${encodeURIComponent(keyword)}`)).data.map(
        (row: { id: number }) => row.id,
      );
    for (const keyword of ['特根', '敖', '敖特根白乙拉', 'atg', 'at', 'aotegen'])
      expect(await ids(keyword)).toContain(id);
    for (const keyword of ['特白', 'tgx', '乙敖']) expect(await ids(keyword)).not.toContain(id);
    const grams = await world.sql(
      "select count(*)::int as n from registry.principal_gram where principal_id = $1 and gram = '特根' and county = 150521",
      [id],
    );
    expect(grams).toEqual([{ n: 1 }]);
  });

  it('totals follow the region, and tabs their status', async () => {
    const { data } = await manager.get(`${info}/totals`);
    const list = await manager.get(`${info}/list?pageSize=1`);
    expect(data.principals).toBeGreaterThanOrEqual(list.total ?? 0);
    const narrow = (await manager.get(`${info}/totals?regionCode=${village}`)).data;
    expect(narrow.households).toBeGreaterThan(0);
    expect(narrow.households).toBeLessThan(data.households);
    expect((await manager.get(`${info}/totals?regionCode=150522000000`)).data).toMatchObject({
      households: 0,
      head: 0,
    });
  });
});

describe('moving and ending', () => {
  it('R7: a corrected village takes pens and animals in stock along, and tells the others', async () => {
    const heard: object[] = [];
    onPrincipalMoved.register('test', async (_tx, news) => void heard.push(news));
    const form = household();
    const id = await added(worker, form);
    const tag = '215052100077001';
    const entry = await worker.post('pri/animal/entry/register', {
      entryKind: 'born',
      principalId: id,
      wornOn: '2026-11-01',
      animals: [{ tag, species: 'cattle', breed: 'simmental', sex: 'female', birthDate: '2026-10-20' }],
    });
    expect(entry.code, JSON.stringify(entry)).toBe(200);
    const { version } = (await worker.get(`${info}/${id}`)).data;
    const { principalUnitType: _, ...rest } = form;
    const moved = await worker.post(`${info}/edit`, { ...rest, regionCode: sister, id, version });
    expect(moved.code, JSON.stringify(moved)).toBe(200);
    const [where] = await world.sql(
      `select (select region_code from registry.animal where ear_tag = $2)::text as animal, (select region_code from registry.pen where principal_id = $1)::text as pen,
         (select min(e.region_code) from registry.animal_event e join registry.animal a on a.id = e.animal_id where a.ear_tag = $2)::text as event`,
      [id, tag],
    );
    expect(where).toEqual({ animal: String(sister), pen: String(sister), event: String(village) });
    expect(heard).toEqual([{ principalId: id, from: village, to: sister }]);
    onPrincipalMoved.register('test', async () => {});
    const row = (await worker.get(`${info}/list?keyword=${encodeURIComponent('斯琴')}&pageSize=100`)).data.find(
      (one: { id: number }) => one.id === id,
    );
    expect(row.cattleHead).toBe(1);
  });

  it('R14: closing names everything that is open: animals, subordinates, and what other modules say', async () => {
    const id = await added(manager, farm());
    await added(manager, farm({ parentId: id }));
    await world.sql(
      `update registry.animal set principal_id = $1 where id = (select id from registry.animal where status = 'inStock' limit 1)`,
      [id],
    );
    closeGuards.register('test', {
      ask: async (_tx, { principalId }) =>
        principalId === id ? [{ bizCode: 'stock', key: 'registry.principal.open_changes', args: { n: 7 } }] : [],
    });
    const refused = await move(manager, id, 'close', { form: { closedOn: '2026-11-15' } });
    expect(refused).toMatchObject({ bizCode: 'closeBlocked' });
    expect(refused.msg).toBe('尚有未结事项，不能注销：存栏 1 头只、下级单位 1 个、未完成的变动单 7 份');
    expect(refused.data.reasons.map((one: { bizCode: string }) => one.bizCode)).toEqual([
      'animals',
      'subordinates',
      'stock',
    ]);
    closeGuards.register('test', { ask: async () => [] });
    const empty = await added(manager, farm());
    const relation = { fromId: empty, toId: id, kind: 'suppliesTo', fromOn: '2026-11-01' };
    expect((await manager.post('pri/relation/save', relation)).code).toBe(200);
    expect(await manager.post('pri/relation/save', relation)).toMatchObject({ bizCode: 'relationOpen' });
    const seen = (await manager.get(`pri/relation/list?principalId=${id}`)).data;
    expect(seen).toMatchObject([{ kind: 'suppliesTo', way: 'in', otherId: empty, toOn: null }]);
    expect((await move(manager, empty, 'close', { form: { closedOn: '2026-11-15' } })).data.status).toBe('closed');
    expect((await manager.get(`pri/relation/list?principalId=${id}`)).data).toEqual([]);
  });

  it('R15: people of a suspended unit are put out and told why; they come back when it does', async () => {
    const [unit] = await world.sql<{ id: number }>(
      "select principal_id::int as id from platform.sys_user where username = 'coop1'",
    );
    const coop = await world.as('coop1');
    expect((await coop.get('sys/user/getUserInfo')).code).toBe(200);
    const region = await world.as('tl_region');
    expect((await move(region, unit?.id as number, 'suspend', { form: {} })).code).toBe(200);
    expect(await world.login('coop1')).toMatchObject({ bizCode: 'auth.unitStopped', msg: '所属单位已停用' });
    fiveSecondsLater();
    expect((await coop.get('sys/user/getUserInfo')).status).toBe(401);
    const entry = await worker.post('pri/animal/entry/register', {
      entryKind: 'born',
      principalId: unit?.id,
      wornOn: '2026-11-01',
      animals: [
        { tag: '215052100077002', species: 'cattle', breed: 'simmental', sex: 'female', birthDate: '2026-10-20' },
      ],
    });
    expect(entry.code).not.toBe(200);
    expect((await move(region, unit?.id as number, 'resume')).code).toBe(200);
    expect((await world.login('coop1')).code).toBe(200);
  });
});
