import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { grant } from '#apps/server/testing/sessions.ts';
import { openWorld, type World } from '#apps/server/testing/world.ts';
import type { Distribution, Whole } from '#modules/registry/contract/map/distribution.ts';

/** Maps of lists: registry 5.1, "map switch shows the filter on the map, clustered, colour by type". */
let world: World;
const viewers = ['kzzq_worker1', 'kzzq_station', 'kzzq_mgr', 'tl_region', 'farm1', 'house1', 'coop1'];
const inSight = (map: Distribution) => map.clusters.reduce((sum, one) => sum + one.n, 0);

beforeAll(async () => {
  world = await openWorld();
  // Sees animals as a party of them.
  await grant(world, 'ins1', 'pri:animal:list');
  // Some nobody has been to, in every county.
  await world.sql('update registry.principal set longitude = null, latitude = null where id % 7 = 0');
});
afterAll(() => world.close());

describe('the map of a list', () => {
  it.each(viewers)(
    '%s: clusters and what has no place make up the list, whatever the filter (5.1)',
    async (username) => {
      const person = await world.as(username);
      const filters = [
        '',
        'status=active',
        'principalUnitType=household,farm',
        'regionCode=150521000000',
        'keyword=wang',
        'hasLocation=false',
      ];
      for (const filter of filters) {
        const list = await person.get(`pri/principal/info/list?pageSize=1&${filter}`);
        const { data: map } = await person.get<Distribution>(`pri/principal/info/map?zoom=8&${filter}`);
        const { total, without, kinds } = map.whole as Whole;
        expect({ filter, total, sum: inSight(map) + without }).toEqual({ filter, total: list.total, sum: list.total });
        expect(Object.values(kinds).reduce((sum, n) => sum + n, 0)).toBe(inSight(map));
      }
    },
  );

  const others = [
    {
      list: 'pri/animal/info/list',
      map: 'pri/animal/info/map',
      viewers: ['kzzq_worker1', 'kzzq_mgr', 'tl_region', 'farm1', 'house1', 'ins1'],
      filters: [
        '',
        'status=inStock',
        'species=sheep',
        'stage=cow&status=inStock',
        'regionCode=150521000000',
        'earTag=0101',
      ],
    },
    {
      list: 'enterprise/data/list',
      map: 'enterprise/data/map',
      viewers: ['kzzq_mgr', 'tl_region'],
      filters: ['', 'types=farm,cooperative', 'showFlag=1', 'keyword=合作社', 'regionCode=150521000000'],
    },
  ];
  it.each(others)('$map: heads and units in sight and without a place make up the list (5.1, 5.3)', async (one) => {
    let most = 0;
    for (const username of one.viewers) {
      const person = await world.as(username);
      for (const filter of one.filters) {
        const list = await person.get(`${one.list}?pageNum=1&pageSize=1&${filter}`);
        expect(list.code, `${username} ${filter} ${list.msg}`).toBe(200);
        const { data: map } = await person.get<Distribution>(`${one.map}?zoom=9&${filter}`);
        const { total, without } = map.whole as Whole;
        expect({ username, filter, total, sum: inSight(map) + without }).toEqual({
          username,
          filter,
          total: list.total,
          sum: list.total,
        });
        most = Math.max(most, inSight(map));
      }
    }
    expect(most).toBeGreaterThan(10);
  });

  it('a holder with cattle and sheep is one place with both, and says how many it has (5.3)', async () => {
    const region = await world.as('tl_region');
    const [holder] = await world.sql<{ id: number; x: number; y: number; n: number }>(
      `select p.id::int, p.longitude as x, p.latitude as y, count(*)::int as n from registry.animal a join registry.principal p on p.id = a.principal_id
       where a.status = 'inStock' and a.voided_at is null and p.longitude is not null group by p.id having count(distinct a.species) > 1 order by p.id limit 1`,
    );
    const { id, x, y, n } = holder as { id: number; x: number; y: number; n: number };
    const piece = `west=${x - 1e-6}&south=${y - 1e-6}&east=${x + 1e-6}&north=${y + 1e-6}&zoom=18`;
    const { data } = await region.get<Distribution>(`pri/animal/info/map?status=inStock&${piece}`);
    const member = data.clusters.flatMap((one) => one.members).find((one) => one.id === id);
    expect(member).toMatchObject({ n });
    expect(data.clusters.some((one) => Object.keys(one.kinds).length > 1)).toBe(true);
  });

  it('is not the same for everyone: each sees the rows of its own sight (R3)', async () => {
    const totals = await Promise.all(
      ['kzzq_station', 'kzzq_mgr', 'tl_region'].map(
        async (one) => (await (await world.as(one)).get<Distribution>('pri/principal/info/map')).data.whole?.total,
      ),
    );
    expect(totals[0]).toBeLessThan(totals[1] as number);
    expect(totals[1]).toBeLessThan(totals[2] as number);
    const insurer = await (await world.as('ins1')).get('pri/principal/info/map');
    expect(insurer.status).toBe(403);
  });

  it('answers at most a few hundred clusters at any zoom, names who stands alone, and two halves of the map make the whole', async () => {
    const region = await world.as('tl_region');
    const { data: all } = await region.get<Distribution>('pri/principal/info/map?zoom=20');
    expect(all.clusters.length).toBeLessThanOrEqual(450);
    const [west, south, east, north] = (all.whole as Whole).bounds as [number, number, number, number];
    const middle = (west + east) / 2 + 1e-7;
    for (const zoom of [6, 9, 12, 16, 20]) {
      const halves = await Promise.all(
        [`west=${west}&east=${middle}`, `west=${middle}&east=${east}`].map(
          async (edges) =>
            (
              await region.get<Distribution>(
                `pri/principal/info/map?${edges}&south=${south}&north=${north}&zoom=${zoom}`,
              )
            ).data,
        ),
      );
      for (const { clusters, whole } of halves) {
        expect(whole).toBeNull();
        expect(clusters.length).toBeLessThanOrEqual(450);
        for (const one of clusters.filter(({ n }) => n === 1)) expect(one.members).toHaveLength(1);
      }
      expect(halves.reduce((sum, half) => sum + inSight(half), 0)).toBe(inSight(all));
    }
    const [alone] = await world.sql<{ id: number; x: number; y: number }>(
      `select id::int, longitude as x, latitude as y from registry.principal where tenant_no = 1505 and longitude is not null and status <> 'merged' order by id limit 1`,
    );
    const { x, y, id } = alone as { id: number; x: number; y: number };
    const near = await region.get<Distribution>(
      `pri/principal/info/map?west=${x - 1e-4}&south=${y - 1e-4}&east=${x + 1e-4}&north=${y + 1e-4}&zoom=20`,
    );
    expect(near.data.clusters.flatMap((one) => one.members.map((member) => member.id))).toContain(id);
  });

  it('refuses a filter the list does not have, and the paging of lists', async () => {
    const region = await world.as('tl_region');
    expect((await region.get('pri/principal/info/map?creditCode=1')).status).toBe(422);
    expect((await region.get('pri/principal/info/map?pageSize=10')).status).toBe(422);
  });
});
