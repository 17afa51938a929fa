import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorld, type World } from '#apps/server/testing/world.ts';
import type { Overview } from '#modules/registry/contract/home/base.ts';

/** 单位概况: registry 5.1, each figure is the total of the list it opens. */
let world: World;
const read = async (username: string) => {
  const person = await world.as(username);
  const { data } = await person.get<Overview>('pri/base/overview');
  const total = async (path: string) => (await person.get(`${path}${path.includes('?') ? '&' : '?'}pageSize=1`)).total;
  return { data, total };
};

beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

describe('my unit', () => {
  it.each(['kzzq_mgr', 'tl_region', 'kzzq_station', 'farm1'])(
    '%s: staff, stock and units are the totals of their lists (5.1, §7 stockHead)',
    async (username) => {
      const { data, total } = await read(username);
      const of = data.isArea ? '' : `&principalId=${data.unit?.id}`;
      for (const { job, n } of data.staff)
        expect(n, job).toBe(await total(`pri/staff/info/list?status=active&job=${job}${of}`));
      for (const { species, stage, n } of data.stock)
        expect(n, stage).toBe(await total(`pri/animal/info/list?status=inStock&species=${species}&stage=${stage}`));
      for (const { breed, n } of data.breeds)
        expect(n, breed).toBe(await total(`pri/animal/info/list?status=inStock&breed=${breed}`));
      for (const { type, n } of data.units)
        expect(n, type).toBe(await total(`pri/principal/info/list?status=active&principalUnitType=${type}`));
      expect(data.enclosure.hovels).toBe(await total(`pri/enclosure/list?status=inUse,idle,disinfecting${of}`));
      expect(data.stock.length).toBeGreaterThan(0);
    },
  );

  it('a household reads its own unit, what its record lacks, and nothing of the area', async () => {
    const { data } = await read('house1');
    expect(data).toMatchObject({ isArea: false, units: [], scans: [], unit: { type: 'household' } });
    const [row] = await world.sql<{ completeness: number; account: boolean }>(
      `select completeness, bank_account_no_hash is not null as account from registry.principal where id = $1`,
      [data.unit?.id],
    );
    expect(data.unit?.completeness).toBe(row?.completeness);
    expect(data.unit?.missing.includes('bankAccountNo')).toBe(!row?.account);
    expect(data.unit?.contactPhone).toContain('*');
  });

  it('counts the scans of the caller’s own counties only (§7 scans)', async () => {
    await world.sql('delete from registry.public_query_day where tenant_no = 1505');
    await world.sql(
      `insert into registry.public_query_day (tenant_no, day, county_code, species, hits) select 1505, (now() at time zone 'Asia/Shanghai')::date, c, 'cattle', 7
       from unnest(array[150521000000, 150522000000]::bigint[]) c`,
    );
    const sum = (data: Overview) => data.scans.reduce((all, one) => all + one.hits, 0);
    const [county, prefecture, station] = await Promise.all(['kzzq_mgr', 'tl_region', 'kzzq_station'].map(read));
    expect([county, prefecture, station].map((one) => one && sum(one.data))).toEqual([7, 14, 7]);
    expect(county?.data.scans).toHaveLength(30);
  });
});
