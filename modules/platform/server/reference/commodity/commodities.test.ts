import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectAll } from '#apps/server/testing/expect-all.ts';
import * as make from '#apps/server/testing/sample-files.ts';
import { openWorld, type Person, type World } from '#apps/server/testing/world.ts';

let world: World;
let operator: Person;
let admin: Person;
beforeAll(async () => {
  world = await openWorld();
  operator = await world.as('op_admin');
  admin = await world.as('tl_admin');
});
afterAll(() => world.close());

describe('commodities', () => {
  it('R117 puts nothing on the shelf whose licence is missing, one by one and in a batch', async () => {
    const { data: bare, total } = await admin.get('sys/commodity/list?licenceMissing=true');
    expect(total).toBe(4);
    expectAll(bare, (one: { status: string }) => one.status === 'draft');
    const one = { id: bare[0].id, version: bare[0].version, name: 'putOn' };
    expect(await admin.post('sys/commodity/transition', one)).toMatchObject({
      code: 500,
      bizCode: 'commodity.licence',
    });
    const { data: drafts } = await admin.get('sys/commodity/list?status=draft&licenceMissing=false&pageSize=3');
    const items = [...drafts, bare[1]].map(({ id, version }) => ({ id, version }));
    const batch = await admin.post('sys/commodity/transition', { items, name: 'putOn' });
    expect(batch.data).toMatchObject({ ok: drafts.length, failed: [{ id: bare[1].id }] });
    // On the shelf the number cannot be taken away again.
    const row = (await admin.get(`sys/commodity/list?status=onShelf&licenceMissing=false&keyword=SP0001`)).data[0];
    const edit = Object.fromEntries(
      [
        'commodityName',
        'categoryId',
        'brand',
        'spec',
        'unit',
        'manufacturer',
        'storageCondition',
        'shelfLifeDays',
        'restricted',
        'detail',
        'photos',
      ].map((name) => [name, row[name]]),
    );
    const { id, version } = row;
    expect(await admin.post('sys/commodity/edit', { id, version, ...edit, licenceNo: null })).toMatchObject({
      code: 500,
    });
  });

  it('R117 never offers what the government issues', async () => {
    const { data: issued } = await admin.get('sys/commodity/list?restricted=true&status=onShelf');
    expect(issued.length).toBeGreaterThan(0);
    for (const { commodityCode } of issued.slice(0, 3))
      expect((await admin.get(`sys/commodity/choices?keyword=${commodityCode}`)).data).toEqual([]);
    expect((await admin.get('sys/commodity/choices')).data.length).toBeGreaterThan(50);
  });

  it('keeps two levels: a product hangs on the second, a category with something below it stays', async () => {
    const [first] = (await operator.get('sys/category/list?keyword=VAC')).data;
    expect(first).toMatchObject({ childCount: 4, licenceKind: 'vetDrug' });
    expect(await operator.post('sys/category/remove', { idArr: [first.id] })).toMatchObject({ code: 409 });
    const [second] = (await operator.get(`sys/category/secondary/list?parentId=${first.id}`)).data;
    expect(second.commodities).toBe(5);
    expect(await operator.post('sys/category/secondary/remove', { idArr: [second.id] })).toMatchObject({ code: 409 });
    // The tenant counts its own, and changes nothing of the common tree.
    expect((await (await world.as('tl_admin')).get(`sys/category/secondary/${second.id}`)).data._can).toContain(
      'detail',
    );
    const foreign = { id: second.id, version: second.version, name: second.name };
    expect((await admin.post('sys/category/secondary/transition', { ...foreign, name: 'disable' })).code).toBe(403);
    const own = {
      ...{ code: 'OWN', name: '自建', nameTw: null, nameEn: null },
      licenceKind: 'none',
      orderNum: 1,
      icon: null,
    };
    expect(await admin.post('sys/category/add', own)).toMatchObject({ code: 403 });
  });

  it('shows each tenant the common tree its own way', async () => {
    type Node = {
      categoryId: number;
      code: string;
      name: string;
      alias: string | null;
      visible: boolean;
      orderNum: number;
      children: Node[];
    };
    const tree: Node[] = (await admin.get('sys/tenantCategory/tree', { 'accept-language': 'en' })).data;
    expect(tree).toHaveLength(15);
    expect(tree.find((one) => one.code === 'FOR')).toMatchObject({ name: 'Forage', alias: '草料', visible: true });
    expect(tree.find((one) => one.code === 'MAC')).toMatchObject({ visible: false });
    const [head, next] = tree;
    const items = [
      { categoryId: head?.categoryId, alias: '疫苗类', visible: false, orderNum: 900 },
      { categoryId: next?.children[0]?.categoryId, alias: null, visible: false, orderNum: 5 },
    ];
    expect(await admin.post('sys/tenantCategory/save', { items })).toMatchObject({ code: 200, data: { saved: 2 } });
    const after: Node[] = (await admin.get('sys/tenantCategory/tree')).data;
    expect(after.at(-1)).toMatchObject({ code: head?.code, alias: '疫苗类', visible: false });
    const other: Node[] = (await operator.get('sys/tenantCategory/tree')).data;
    expect(other[0]).toMatchObject({ code: head?.code, alias: null, visible: true });
    expect(
      await admin.post('sys/tenantCategory/save', { items: [{ ...items[0], categoryId: 999_999_999 }] }),
    ).toMatchObject({ code: 422 });
  });
});

describe('encyclopedia', () => {
  it('shows tenants what is published and nothing else, counts readers, and cleans what was written', async () => {
    expect((await operator.get('sys/encyclopedia/list?status=draft')).total).toBeGreaterThan(0);
    for (const status of ['draft', 'withdrawn'])
      expect((await admin.get(`sys/encyclopedia/list?status=${status}`)).total).toBe(0);
    const form = {
      ...{
        title: '试写',
        category: 'feeding',
        species: null,
        tags: null,
        cover: null,
        source: null,
        author: null,
        hot: false,
      },
      content: '<p onclick="x()">字</p><script>alert(1)</script><img src="https://elsewhere.example/a.png">',
    };
    const { data } = await operator.post('sys/encyclopedia/add', form);
    expect((await operator.get(`sys/encyclopedia/${data.id}`)).data.content).toBe('<p>字</p>');
    expect(await admin.get(`sys/encyclopedia/read/${data.id}`)).toMatchObject({ code: 404 });
    const move = { id: data.id, version: data.version, name: 'publish' };
    expect(await admin.post('sys/encyclopedia/transition', move)).toMatchObject({ code: 403 });
    expect(await operator.post('sys/encyclopedia/transition', move)).toMatchObject({ code: 200 });
    expect((await admin.get(`sys/encyclopedia/read/${data.id}`)).data).toMatchObject({
      views: 1,
      content: '<p>字</p>',
    });
    expect((await operator.get(`sys/encyclopedia/${data.id}`)).data).toMatchObject({
      views: 1,
      _can: ['detail', 'withdraw'],
    });
  });

  it('takes pictures that everybody may see, and no others', async () => {
    const icon = await world.upload(operator, 'sys/file/uploadMenu', await make.photo('png'), {}, 'cover.png');
    const secret = await world.upload(
      operator,
      'sys/file/upload',
      await make.photo('png'),
      { bizType: 'platform.sysEncyclopedia' },
      'a.png',
    );
    const form = (content: string, cover: number | null) => ({
      ...{
        title: '图',
        category: 'feeding',
        species: null,
        tags: null,
        source: null,
        author: null,
        hot: false,
        content,
        cover,
      },
    });
    const picture = (id: number) => `<p>看</p><img data-file="${id}">`;
    expect(await operator.post('sys/encyclopedia/add', form(picture(secret.data.fileId), null))).toMatchObject({
      code: 422,
    });
    expect(await operator.post('sys/encyclopedia/add', form('<p>看</p>', secret.data.fileId))).toMatchObject({
      code: 422,
    });
    const { data } = await operator.post('sys/encyclopedia/add', form(picture(icon.data.fileId), icon.data.fileId));
    const read = (await operator.get(`sys/encyclopedia/read/${data.id}`)).data;
    expect(read.coverUrl).toBe(icon.data.url);
    expect(read.content).toContain(`src="${icon.data.url}"`);
  });

  it('gives a tenant its own copy, once, and the operator a number', async () => {
    const [fresh] = (await admin.get('sys/encyclopedia/list?adopted=false')).data;
    expect((await admin.get('sys/encyclopedia/list?adopted=true')).total).toBe(12);
    const before = (await operator.get(`sys/encyclopedia/${fresh.id}`)).data.tenants;
    expect((await admin.post('sys/encyclopedia/adopt', { idArr: [fresh.id] })).data).toEqual({ copied: 1 });
    expect((await admin.post('sys/encyclopedia/adopt', { idArr: [fresh.id] })).data).toEqual({ copied: 0 });
    expect((await operator.get(`sys/encyclopedia/${fresh.id}`)).data.tenants).toBe(before + 1);
    const [copy] = await world.sql(
      'select tenant_no, title, length(content) > 0 as whole from platform.sys_encyclopedia_adoption where article_id = $1',
      [fresh.id],
    );
    expect(copy).toEqual({ tenant_no: 1505, title: fresh.title, whole: true });
    expect(await operator.post('sys/encyclopedia/adopt', { idArr: [fresh.id] })).toMatchObject({ code: 403 });
    const [draft] = (await operator.get('sys/encyclopedia/list?status=draft')).data;
    expect(await admin.post('sys/encyclopedia/adopt', { idArr: [draft.id] })).toMatchObject({ code: 404 });
  });
});
