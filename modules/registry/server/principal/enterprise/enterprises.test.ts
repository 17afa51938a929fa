import { afterAll, beforeAll, expect, it } from 'vitest';
import { expectAll } from '#apps/server/testing/expect-all.ts';
import { type Answer, openWorld, type Person, type World } from '#apps/server/testing/world.ts';

/** The seed's calls about enterprises, as its table and the registry's write them. */
let world: World;
let region: Person;
let manager: Person;

beforeAll(async () => {
  world = await openWorld();
  region = await world.as('tl_region');
  manager = await world.as('kzzq_mgr');
});
afterAll(() => world.close());

const ok = (answer: Answer): Answer => {
  expect(answer, JSON.stringify(answer).slice(0, 400)).toMatchObject({ code: 200, status: 200 });
  return answer;
};
const idOf = async (username: string) =>
  (
    await world.sql<{ id: number }>('select principal_id::int as id from platform.sys_user where username = $1', [
      username,
    ])
  )[0]?.id as number;

it('GET /enterprise/data/list: rows in jurisdiction by type, grade and flag, never a household', async () => {
  const all = ok(await region.get('enterprise/data/list?pageNum=1&pageSize=200'));
  expect(all.total).toBe(all.data.length);
  const types = new Set(all.data.map((one: { principalUnitType: string }) => one.principalUnitType));
  expect(types.has('household') || types.has('authority')).toBe(false);
  const mine = ok(await manager.get('enterprise/data/list?pageSize=200')).data as { regionCode: number }[];
  expect(mine.length).toBeGreaterThan(0);
  expect(mine.length).toBeLessThan(all.data.length);
  expectAll(mine, (one) => Math.floor(one.regionCode / 1e6) === 150521);
  const shown = ok(await region.get('enterprise/data/list?types=farm,cooperative&showFlag=1&pageSize=200')).data;
  expectAll(shown, (one: { showFlag: number }) => one.showFlag === 1);
  expect(ok(await region.get('enterprise/data/totals')).data.all).toBe(all.total);
});

it('GET /enterprise/data/ignore/region/list: any enterprise of the tenant by two signs, and nothing of it but its name and county', async () => {
  const farm = await world.as('farm1');
  const [far] = await world.sql<{ name: string }>(
    `select principal_unit_name as name from registry.principal where tenant_no = 1505 and principal_unit_type = 'slaughterhouse' limit 1`,
  );
  const { data } = ok(
    await farm.get(`enterprise/data/ignore/region/list?keyword=${encodeURIComponent(far?.name.slice(0, 4) ?? '')}`),
  );
  expect(data.map((one: { name: string }) => one.name)).toContain(far?.name);
  expect(Object.keys(data[0]).sort()).toEqual(['county', 'id', 'name', 'showFlag', 'type']);
  expect((await farm.get(`enterprise/data/ignore/region/list?keyword=${encodeURIComponent('牧')}`)).code).toBe(422);
  const [house] = await world.sql<{ name: string }>(
    `select principal_unit_name as name from registry.principal where tenant_no = 1505 and principal_unit_type = 'household' limit 1`,
  );
  const households = ok(
    await farm.get(`enterprise/data/ignore/region/list?keyword=${encodeURIComponent(house?.name ?? '')}`),
  ).data;
  expect(households.filter((one: { type: string }) => one.type === 'household')).toEqual([]);
});

it('R16: GET /enterprise/data/changeShowFlag sets, is not kept by anybody and is logged; a household is refused', async () => {
  const farm = await idOf('farm1');
  const profile = {
    introduction: '示范场',
    mainProducts: null,
    designCapacity: 500,
    annualOutput: null,
    staffCount: 12,
    landArea: 30.5,
    leadingGrade: 'county',
    website: 'https://example.com',
    videoUrl: null,
    panoramaUrl: null,
    publicPhone: null,
  };
  ok(await region.post('enterprise/data/save', { principalId: farm, ...profile }));
  expect(ok(await region.get(`enterprise/data/${farm}`)).data).toMatchObject({ ...profile, hasProfile: true });
  for (const flag of [1, 1, 0]) {
    const answer = ok(await region.get(`enterprise/data/changeShowFlag?id=${farm}&showFlag=${flag}`));
    expect(answer.data).toBe(flag);
    expect(answer.headers['cache-control']).toBe('no-store');
  }
  const [logged] = await world.sql(
    "select count(*)::int as n from kit.oper_log where action = 'show' and entity_id = $1",
    [farm],
  );
  expect(logged.n).toBe(3);
  const house = await idOf('house1');
  expect(await region.get(`enterprise/data/changeShowFlag?id=${house}&showFlag=1`)).toMatchObject({
    bizCode: 'noProfile',
  });
  expect(await region.post('enterprise/data/save', { principalId: house, ...profile })).toMatchObject({
    bizCode: 'notEnterprise',
  });
  const wrong = await region.post('enterprise/data/save', {
    principalId: farm,
    ...profile,
    website: 'javascript:alert(1)',
  });
  expect(wrong.code).toBe(422);
});
