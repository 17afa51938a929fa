import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sampleOf } from '#apps/server/testing/samples.ts';
import { openSession } from '#apps/server/testing/sessions.ts';
import { type Answer, openWorld, type Person, type World } from '#apps/server/testing/world.ts';
import type { Field } from '#kit/contract/field.ts';
import { fullName } from '#kit/contract/resource.ts';
import { depotResource } from '#modules/depot/contract/store/depot.ts';
import { allResources } from '#modules/index.contract.ts';
import { tenantWish } from '#modules/platform/testing/tenant-samples.ts';
import { hovel } from '#modules/registry/contract/enclosure/hovel.ts';
import { staff } from '#modules/registry/contract/people/staff.ts';
import { sentFile } from '#modules/registry/testing/place-samples.ts';

let world: World;
let operator: Person;

beforeAll(async () => {
  world = await openWorld();
  operator = await world.as('op_admin');
});
afterAll(() => world.close());

describe('T4: two tenants opened by the wizard share nothing', () => {
  const places = { 7301: 150200000000, 7302: 150300000000 } as const;
  type No = keyof typeof places;
  const people = new Map<number, Person>();
  const roots = new Map<number, number>();
  const villages = new Map<number, number>();

  /** Somebody who holds every right a tenant can give: what stops them is the wall alone. */
  beforeAll(async () => {
    const [{ id: whole }] = (await world.sql(
      "select id::int from platform.sys_tenant_package where package_code = 'whole'",
    )) as [{ id: number }];
    for (const [no, regionCode] of Object.entries(places)) {
      const tenantNo = Number(no);
      const opened = await operator.post('sys/tenant/open', tenantWish(tenantNo, { regionCode, packageId: whole }));
      expect(opened, JSON.stringify(opened)).toMatchObject({ code: 200 });
      roots.set(tenantNo, opened.data.rootPrincipalId);
      const [village] = await world.sql(
        'select min(code)::text as code from platform.sys_region where level = 5 and code between $1 and $1 + 99999999',
        [regionCode],
      );
      villages.set(tenantNo, Number(village?.code));
      await world.sql(
        `with role as (insert into platform.sys_role (tenant_no, role_code, role_name, role_name_tw, role_name_en, data_scope)
           values ($1, 'everything', '全部', '全部', 'All', 'jurisdiction') returning id),
         menus as (insert into platform.sys_role_menu (tenant_no, role_id, menu_id) select $1, role.id, m.id from role, platform.sys_menu m where m.permission is not null)
         insert into platform.sys_user_role (tenant_no, user_id, role_id) select $1, u.id, role.id from role, platform.sys_user u where u.username = 't' || $1::int || '_admin'`,
        [tenantNo],
      );
      people.set(tenantNo, world.person(await openSession(world, `t${tenantNo}_admin`)));
    }
  });

  const hire = async (no: No, username: string): Promise<number> => {
    const { id } = (await (people.get(no) as Person).post(`${staff.path}/add`, await formFor(staff, no))).data;
    await world.sql(
      "update registry.staff s set status = 'active', user_id = u.id from platform.sys_user u where s.id = $1 and u.username = $2",
      [id, username],
    );
    return id;
  };
  const formFor = async (resource: (typeof allResources)[number], no: No): Promise<Record<string, unknown>> => {
    const form: Record<string, unknown> = { ...(await sampleOf(resource).form(world)) };
    if ('principalId' in form) form.principalId = roots.get(no);
    if ('subjectId' in form) form.subjectId = roots.get(no);
    if ('labId' in form) {
      form.labId = roots.get(no);
      await world.sql(`update registry.principal set principal_unit_type = 'lab' where id = $1`, [form.labId]);
    }
    if ('regionCode' in form) form.regionCode = villages.get(no);
    if ('userId' in form) form.userId = null;
    if ('audience' in form) form.audience = { all: true };
    if ('regionCodes' in form) form.regionCodes = [villages.get(no)];
    if ('villages' in form) form.villages = [villages.get(no)];
    const owner = people.get(no) as Person;
    if ('hovelId' in form) form.hovelId = (await owner.post(`${hovel.path}/add`, await formFor(hovel, no))).data.id;
    if ('staffId' in form && form.staffId !== null) form.staffId = await hire(no, `t${no}_sec`);
    // Whoever is to do everything keeps the store as well.
    if ('keeperIds' in form) form.keeperIds = [await hire(no, `t${no}_admin`)];
    if ('counterIds' in form) form.counterIds = [await hire(no, `t${no}_sec`)];
    if ('depotId' in form)
      form.depotId = (await owner.post(`${depotResource.path}/add`, await formFor(depotResource, no))).data.id;
    if ('files' in form) form.files = [await sentFile(world, owner, fullName(resource))];
    const place = { tenantNo: no, principalId: Number(roots.get(no)), village: Number(villages.get(no)) };
    return { ...form, ...(await sampleOf(resource).elsewhere?.(world, place)) };
  };
  const tenantWide = allResources.filter((one) => one.scope !== 'global' && one.operations.includes('add'));

  it.each(tenantWide.map((one) => [fullName(one), one] as const))(
    '%s: neither seen, changed, moved nor removed from the other side, in both directions',
    async (_name, resource) => {
      for (const [mine, other] of [
        [7301, 7302],
        [7302, 7301],
      ] as const) {
        const owner = people.get(mine) as Person;
        const stranger = people.get(other) as Person;
        const form = await formFor(resource, mine);
        const made = await owner.post(`${resource.path}/add`, form);
        expect(made, JSON.stringify(made)).toMatchObject({ code: 200 });
        const { id, version } = made.data;
        const edit = Object.fromEntries(
          Object.entries(await formFor(resource, other)).filter(([name]) => !(resource.fields[name] as Field).fixed),
        );
        const answers: [string, Answer][] = [['get', await stranger.get(`${resource.path}/${id}`)]];
        if (resource.operations.includes('edit'))
          answers.push(['edit', await stranger.post(`${resource.path}/edit`, { id, version, ...edit })]);
        if (resource.operations.includes('remove'))
          answers.push(['remove', await stranger.post(`${resource.path}/remove`, { idArr: [id] })]);
        for (const name of Object.keys(resource.transitions ?? {}))
          answers.push([
            name,
            await stranger.post(`${resource.path}/transition`, { id, version, name, remark: '越界' }),
          ]);
        expect(answers.map(([verb, { code }]) => [verb, code])).toEqual(answers.map(([verb]) => [verb, 404]));
        const list = await stranger.get(`${resource.path}/list?pageSize=500`);
        expect(list.code).toBe(200);
        expect(list.data.some((row: { id: number }) => row.id === id)).toBe(false);
        expect((await owner.get(`${resource.path}/${id}`)).data.version).toBe(version);
      }
    },
  );

  it('control: the same calls from the same side are answered', async () => {
    expect(tenantWide.length).toBeGreaterThan(6);
    const owner = people.get(7301) as Person;
    expect((await owner.get('pri/principal/info/list')).total).toBeGreaterThanOrEqual(2);
    expect((await owner.get(`pri/principal/info/${roots.get(7301)}`)).code).toBe(200);
    expect((await owner.get(`pri/principal/info/${roots.get(7302)}`)).code).toBe(404);
  });
});
