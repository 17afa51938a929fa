import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorld, type Person, type World } from '#apps/server/testing/world.ts';
import type { SavedView } from '#modules/platform/contract/account/sys-saved-view.ts';

let world: World;
let mine: Person;
let colleague: Person;
let elsewhere: Person;
const list = 'registry.principal';
const content = { filters: { status: 'pending' }, sort: 'updatedAt:desc', columns: { hidden: ['scale'] } };

beforeAll(async () => {
  world = await openWorld();
  // Two people of one organisation, and one of another in the same tenant.
  const [unit] = await world.sql<{ id: number }>(
    'select id from registry.principal where tenant_no = 1505 order by id limit 1',
  );
  const [other] = await world.sql<{ id: number }>(
    'select id from registry.principal where tenant_no = 1505 order by id desc limit 1',
  );
  await world.sql("update platform.sys_user set principal_id = $1 where username in ('tl_region', 'kzzq_mgr')", [
    unit?.id,
  ]);
  await world.sql("update platform.sys_user set principal_id = $1 where username = 'ant_cty1'", [other?.id]);
  [mine, colleague, elsewhere] = (await Promise.all(
    ['tl_region', 'kzzq_mgr', 'ant_cty1'].map((name) => world.as(name)),
  )) as [Person, Person, Person];
});
afterAll(() => world.close());

const viewsOf = async (who: Person) => (await who.get<SavedView[]>(`sys/savedView/list?list=${list}`)).data;
const save = (who: Person, name: string, more: object = {}) =>
  who.post<{ id: number }>('sys/savedView/save', { list, name, content, shared: false, isDefault: false, ...more });

describe('saved views', () => {
  it('are their maker’s alone until they are shared, and then the organisation’s', async () => {
    const { code, data } = await save(mine, '待审核');
    expect(code).toBe(200);
    expect(await viewsOf(mine)).toMatchObject([{ id: data.id, name: '待审核', content, isOwn: true, shared: false }]);
    expect(await viewsOf(colleague)).toEqual([]);
    expect((await mine.post('sys/savedView/mark', { id: data.id, shared: true })).code).toBe(200);
    const [seen] = await viewsOf(colleague);
    expect(seen).toMatchObject({ id: data.id, isOwn: false, isDefault: false });
    expect(seen?.ownerName).toBeTruthy();
    expect(await viewsOf(elsewhere)).toEqual([]);
  });

  it('are changed and removed by nobody else', async () => {
    const { data } = await save(mine, '共享的', { shared: true });
    expect((await colleague.post('sys/savedView/mark', { id: data.id, shared: false })).code).toBe(404);
    expect((await colleague.post('sys/savedView/remove', { id: data.id })).code).toBe(404);
    expect((await viewsOf(mine)).some((one) => one.id === data.id)).toBe(true);
    expect((await mine.post('sys/savedView/remove', { id: data.id })).code).toBe(200);
    expect((await viewsOf(mine)).some((one) => one.id === data.id)).toBe(false);
  });

  it('replace one of the same name, and only one is the default', async () => {
    const first = await save(mine, '甲', { isDefault: true });
    const second = await save(mine, '乙', { isDefault: true });
    const again = await save(mine, '甲', { content: { ...content, filters: {} } });
    expect(again.data.id).toBe(first.data.id);
    const defaults = (await viewsOf(mine)).filter((one) => one.isDefault).map((one) => one.id);
    expect(defaults).toEqual([second.data.id]);
    await mine.post('sys/savedView/mark', { id: first.data.id, isDefault: true });
    expect((await viewsOf(mine)).filter((one) => one.isDefault).map((one) => one.id)).toEqual([first.data.id]);
  });

  it('are limited per list, and hold nothing but what a view is', async () => {
    for (let index = 0; index < 50; index += 1) await save(elsewhere, `第${index}个`);
    expect(await save(elsewhere, '再一个')).toMatchObject({ code: 500, bizCode: 'view.tooMany' });
    expect((await save(elsewhere, '第3个')).code).toBe(200);
    expect((await save(mine, '丙', { content: { ...content, script: 'x' } })).code).toBe(422);
  });
});
