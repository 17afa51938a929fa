import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorld, type Person, type World } from '#apps/server/testing/world.ts';
import { readTsv } from '#db/reference-files.ts';

let world: World;
let manager: Person;
const breed = (more: object = {}) => ({
  species: 'cattle',
  code: 'liaohe',
  nameZh: '辽河牛',
  nameTw: null,
  nameEn: 'Liaohe cattle',
  category: 'developed',
  purpose: 'beef',
  origin: '通辽',
  gestationDays: 284,
  firstServiceMonths: 18,
  adultWeightMale: 900,
  adultWeightFemale: 560,
  growthStandard: [],
  intro: null,
  ...more,
});
const entry = () =>
  world.sql(
    "select tenant_no, label_zh_cn, label_en, status from platform.sys_dict_data where dict_code = 'breed_cattle' and dict_value = 'liaohe'",
  );

beforeAll(async () => {
  world = await openWorld();
  manager = await world.as('kzzq_mgr');
});
afterAll(() => world.close());

describe('varieties', () => {
  it("shares the operator's breeds, each with its standard, for reading only", async () => {
    const { data, total } = await manager.get('pri/variety/list?isShared=true&pageSize=100');
    expect(total).toBe(readTsv('varieties.tsv').length);
    const simmental = data.find((one: { code: string }) => one.code === 'simmental');
    expect(simmental._can).toEqual(['detail']);
    expect(simmental.growthStandard.length).toBeGreaterThan(10);
    const stopped = await manager.post('pri/variety/transition', {
      id: simmental.id,
      version: simmental.version,
      name: 'stop',
      remark: '不用了',
    });
    expect(stopped.code).toBe(403);
  });

  it('R28: a breed and its name in the dictionary stand together; the code stays, a stopped one leaves the pickers', async () => {
    expect((await manager.post('pri/variety/add', breed({ code: 'simmental' }))).code).toBe(422);
    const added = await manager.post('pri/variety/add', breed());
    expect(added.code, added.msg).toBe(200);
    expect(await entry()).toEqual([
      { tenant_no: 1505, label_zh_cn: '辽河牛', label_en: 'Liaohe cattle', status: 'enabled' },
    ]);
    const { id } = added.data;
    const recoded = await manager.post('pri/variety/edit', { ...breed({ code: 'other' }), id, version: 0 });
    expect(recoded.code).toBe(422);
    const { code: _c, species: _s, ...rest } = breed({ nameZh: '辽河肉牛' });
    const edited = await manager.post('pri/variety/edit', { ...rest, id, version: 0 });
    expect(edited.code, JSON.stringify(edited)).toBe(200);
    expect((await entry())[0].label_zh_cn).toBe('辽河肉牛');
    const stopped = await manager.post('pri/variety/transition', { id, version: 1, name: 'stop', remark: '停' });
    expect(stopped.code, stopped.msg).toBe(200);
    expect((await entry())[0].status).toBe('disabled');
  });
});
