import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorld, type Person, type World } from '#apps/server/testing/world.ts';

/** 主体网络: registry 5.1 and 6.2. */
let world: World;
let region: Person;
const unit = async (text: string) =>
  (
    await world.sql<{ id: number }>(
      `select id::int from registry.principal where tenant_no = 1505 and ${text} order by id limit 1`,
    )
  )[0]?.id as number;
const idsOf = (nodes: { id: number }[]) => nodes.map((one) => one.id).sort((a, b) => a - b);

beforeAll(async () => {
  world = await openWorld();
  region = await world.as('tl_region');
});
afterAll(() => world.close());

describe('the network of principals', () => {
  it('shows the hierarchy level by level, with what stands below and in stock (5.1)', async () => {
    const { data: top } = await region.get('pri/network/tree');
    expect(top.nodes).toHaveLength(1);
    const [root] = top.nodes;
    const { data: level } = await region.get(`pri/network/tree?parentId=${root.id}`);
    expect(level.nodes.length + level.more).toBe(root.subordinates);
    const rest = await region.get(`pri/network/tree?parentId=${root.id}&skip=2`);
    expect(idsOf(rest.data.nodes)).toEqual(idsOf(level.nodes.slice(2)));
    const manager = await world.as('kzzq_mgr');
    const [own] = (await manager.get('pri/network/tree')).data.nodes;
    const heads = (await manager.get('pri/principal/info/totals')).data.head;
    expect(heads).toBeGreaterThan(0);
    expect(own.head).toBe(heads);
    expect(level.nodes.find((one: { id: number }) => one.id === own.id)?.head).toBe(heads);
  });

  it('draws one unit with those around it, one step and two, by kind, and only what the caller sees', async () => {
    const coop = await unit("principal_unit_type = 'cooperative'");
    const members = await world.sql<{ id: number }>(
      `select id::int from registry.principal where tenant_no = 1505 and principal_unit_type = 'household' and status = 'active' order by id limit 3`,
    );
    const station = await unit("principal_unit_type = 'preventionStation'");
    for (const one of members)
      await world.sql(
        `insert into registry.principal_relation (tenant_no, region_code, from_id, to_id, kind, from_on)
         select tenant_no, region_code, id, $2, 'memberOf', current_date from registry.principal where id = $1 on conflict do nothing`,
        [one.id, coop],
      );
    await region.post('pri/relation/save', {
      fromId: members[0]?.id,
      toId: station,
      kind: 'servedBy',
      fromOn: '2026-01-05',
    });
    const one = (await region.get(`pri/network/graph?id=${coop}&kinds=memberOf,servedBy`)).data;
    expect(idsOf(one.nodes)).toEqual(expect.arrayContaining(idsOf(members)));
    expect(idsOf(one.nodes)).not.toContain(station);
    const two = (await region.get(`pri/network/graph?id=${coop}&hops=2&kinds=memberOf,servedBy`)).data;
    expect(two.nodes.find((node: { id: number }) => node.id === station)?.hop).toBe(2);
    const none = (await region.get(`pri/network/graph?id=${coop}&kinds=entrustedTo`)).data;
    expect(none).toMatchObject({ edges: [], nodes: [{ id: coop, hop: 0 }] });
    // A county's clerk sees neither the members nor the lines of another county.
    const [foreign] = await world.sql<{ id: number }>(
      `select id::int from registry.principal where tenant_no = 1505 and county <> 150521 and principal_unit_type = 'household' order by id limit 1`,
    );
    expect((await (await world.as('kzzq_mgr')).get(`pri/network/graph?id=${foreign?.id}`)).status).toBe(404);
  });

  it('draws at most 300 nodes and counts the rest where they belong', async () => {
    const market = await unit("principal_unit_type = 'cooperative'");
    await world.sql(
      `with many as (insert into registry.principal (tenant_no, region_code, principal_unit_name, principal_unit_type, principal_level, contact_name, species_kept, status,
           contact_phone_enc, contact_phone_hash, contact_phone_mask)
         select 1505, p.region_code, '网络户' || n, 'household', 5, '户主', array['cattle'], 'active', 'x', md5('network' || n), '138****0000'
         from generate_series(1, 320) n, registry.principal p where p.id = $1 returning id, region_code)
       insert into registry.principal_relation (tenant_no, region_code, from_id, to_id, kind, from_on) select 1505, region_code, id, $1, 'suppliesTo', current_date from many`,
      [market],
    );
    const { data } = await region.get(`pri/network/graph?id=${market}&kinds=suppliesTo`);
    expect(data.nodes).toHaveLength(300);
    expect(data.more).toEqual([{ id: market, n: 21 }]);
  });

  it('R6: another superior by version; nobody comes to stand below itself', async () => {
    const { data: top } = await region.get('pri/network/tree');
    const root = top.nodes[0];
    const [county] = (await region.get(`pri/network/tree?parentId=${root.id}`)).data.nodes;
    const loop = await region.post('pri/network/parent', { id: root.id, version: root.version, parentId: county.id });
    expect(loop).toMatchObject({ status: 422, errors: [{ field: 'parentId' }] });
    const farm = await unit("principal_unit_type = 'farm' and status = 'active'");
    const [node] = (await region.get(`pri/network/graph?id=${farm}`)).data.nodes.filter(
      (one: { id: number }) => one.id === farm,
    );
    const moved = await region.post('pri/network/parent', { id: farm, version: node.version, parentId: county.id });
    expect(moved.data.version).toBe(node.version + 1);
    const stale = await region.post('pri/network/parent', { id: farm, version: node.version, parentId: null });
    expect(stale.status).toBe(409);
    expect(idsOf((await region.get(`pri/network/tree?parentId=${county.id}`)).data.nodes)).toContain(farm);
  });

  it('R6: nobody puts a unit of their area below their own to see what it is a party to elsewhere', async () => {
    const worker = await world.as('kzzq_worker1');
    const [own] = await world.sql<{ id: number }>(
      "select principal_id::int as id from platform.sys_user where username = 'kzzq_worker1'",
    );
    const house = await unit("id = (select principal_id from platform.sys_user where username = 'house1')");
    const [before] = await world.sql('select version, parent_id from registry.principal where id = $1', [house]);
    const hang = (who: Person, parentId: number | null) =>
      who.post('pri/network/parent', { id: house, version: before.version, parentId });
    expect(await hang(worker, own?.id as number)).toMatchObject({ status: 422, errors: [{ field: 'parentId' }] });
    expect(await world.sql('select version, parent_id from registry.principal where id = $1', [house])).toEqual([
      before,
    ]);
    const versions = () =>
      world.sql("select perm_version from platform.sys_user where username in ('kzzq_worker1', 'house1') order by id");
    const known = await versions();
    expect((await hang(region, own?.id as number)).code).toBe(200);
    const raised = await versions();
    expect(raised.map((one) => one.perm_version)).toEqual(known.map((one) => one.perm_version + 1));
    await region.post('pri/network/parent', { id: house, version: before.version + 1, parentId: null });
  });
});
