import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorld, type World } from '#apps/server/testing/world.ts';
import { regionCodeOf, regionName } from '#modules/platform/server/reference/region/regions.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
}, 60_000);
afterAll(() => world.close());

const names = (answer: { data: { name: string }[] }) => answer.data.map((one) => one.name);

describe('regions of the whole country', () => {
  it('gives every tenant of the demo a place that has a name', async () => {
    const operator = await world.as('op_admin');
    const { data } = await operator.get('sys/tenant/info/list?pageSize=50');
    const places = new Map(data.map((one: Record<string, unknown>) => [one.tenantNo, one.regionCodeName]));
    expect(places.get(5202)).toBe('六盘水市');
    expect(places.get(6300)).toBe('青海省');
    expect([...places.values()].filter((name) => !name || /^\d+$/.test(String(name)))).toEqual([]);
  });

  it('shows the operator the provinces and loads each level when it is opened', async () => {
    const operator = await world.as('op_admin');
    const provinces = await operator.get('sys/region/children');
    expect(provinces.data).toHaveLength(34);
    expect(names(provinces)).toContain('台湾省');
    expect(names(await operator.get('sys/region/children?parentCode=520000000000'))).toContain('六盘水市');
    // A prefecture without counties holds its towns directly.
    const towns = await operator.get('sys/region/children?parentCode=441900000000');
    expect(names(towns)).toContain('石碣镇');
    expect((await operator.get('sys/region/search?keyword=zhen')).data).toHaveLength(50);
  });

  it('shows a tenant its own regions, also to those who have no jurisdiction', async () => {
    const admin = await world.as('qh_admin');
    expect(names(await admin.get('sys/region/children'))).toEqual(['青海省']);
    expect(names(await admin.get('sys/region/search?keyword=huangzhong'))).toContain('湟中区');
    expect((await admin.get('sys/region/search?keyword=tongliao')).data).toEqual([]);
    const farm = await world.as('farm1');
    expect(names(await farm.get('sys/region/children'))).toEqual(['通辽市']);
    expect((await farm.get('sys/region/children?parentCode=520000000000')).data).toEqual([]);
  });

  it('reads a county by its name as the tenant means it', async () => {
    expect(regionCodeOf('城中区', 6300)).toBe(630103000000);
    expect(regionCodeOf('城中区', 1505)).toBeNull();
    expect(regionCodeOf('科尔沁左翼中旗 / 宝龙山镇', 1505)).toBe(150521101000);
    expect(regionName(110100000000)).toBe('北京市 市辖区');
    expect(regionName(441900101000)).toBe('东莞市 石碣镇');
  });
});
