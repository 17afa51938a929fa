import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sampleOf } from '#apps/server/testing/samples.ts';
import { openWorld, type Person, type World } from '#apps/server/testing/world.ts';
import { material } from '#modules/depot/contract/goods/material.ts';
import { purveyor } from '#modules/depot/contract/goods/purveyor.ts';
import { depotResource } from '#modules/depot/contract/store/depot.ts';
import { postMoves } from '#modules/depot/server/stock/ledger/post.ts';
import { depotTemp, refuseTemp } from '#modules/depot/server/temperature/temp-fit.ts';
import {
  dayFromNow,
  inStock,
  makeBox,
  makeDepot,
  makeLot,
  makeMaterial,
  principalOf,
  staffOf,
} from '#modules/depot/testing/fixtures.ts';
import { closeGuards, leaveGuards, onPrincipalMerged, onPrincipalMoved } from '#modules/registry/server/index.ts';

/** Stores and who keeps them, materials and how they are measured, purveyors and their papers. */
let world: World;
let manager: Person;
let keeper: Person;
beforeAll(async () => {
  world = await openWorld();
  manager = await world.as('kzzq_mgr');
  keeper = await world.as('depot1');
});
afterAll(() => world.close());

const move = (depotId: number, materialId: number, lotId: number, qty: number) => {
  const place = { kind: 'depot' as const, id: depotId };
  return inStock(world, (tx) =>
    postMoves(tx, [
      {
        moveKind: qty > 0 ? 'in' : 'out',
        materialId,
        lotId,
        from: qty > 0 ? { kind: 'purveyor' } : place,
        to: qty > 0 ? place : { kind: 'use' },
        qty: Math.abs(qty),
        bizDate: dayFromNow(0),
        docType: qty > 0 ? 'purchaseIn' : 'useOut',
      },
    ]),
  );
};
const fieldsOf = (answer: { errors?: { field: string }[] }) => (answer.errors ?? []).map((one) => one.field);
const close = async (id: number) => {
  const { version } = (await manager.get(`pri/store/${id}`)).data;
  return manager.post('pri/store/transition', { id, version, name: 'close', remark: '设备报废' });
};

describe('stores', () => {
  it('wants a range where it is cold, keepers of the unit itself, and a carrier for a box alone', async () => {
    const form = await sampleOf(depotResource).form(world);
    const add = (more: object) => manager.post('pri/store/add', { ...form, ...more });
    expect(fieldsOf(await add({ tempMin: null, tempMax: null }))).toEqual(['tempMin', 'tempMax']);
    expect(fieldsOf(await add({ tempMin: 8, tempMax: 2 }))).toEqual(['tempMax']);
    expect(fieldsOf(await add({ keeperIds: [] }))).toEqual(['keeperIds']);
    expect(fieldsOf(await add({ keeperIds: [await staffOf(world, 'kzzq_depot1')] }))).toEqual(['keeperIds']);
    expect(fieldsOf(await add({ staffId: await staffOf(world, 'depot1') }))).toEqual(['staffId']);
    expect(fieldsOf(await add({ kind: 'box' }))).toEqual(['staffId']);
    const made = await add({ kind: 'warehouse', tempMin: null, tempMax: null, depotNo: 'W-1' });
    expect(made.code).toBe(200);
    const row = (await manager.get(`pri/store/${made.data.id}`)).data;
    expect(row).toMatchObject({ kind: 'warehouse', regionCode: 150521000000, tempRange: null, materialCount: 0 });
    const circle = await manager.post('pri/store/edit', {
      ...Object.fromEntries(
        depotResource.form
          .map((name) => [name, row[name]])
          .filter(([name]) => !['principalId', 'kind', 'staffId'].includes(String(name))),
      ),
      id: row.id,
      version: row.version,
      superiorDepotId: row.id,
    });
    expect(fieldsOf(circle)).toEqual(['superiorDepotId']);
    const totals = (await manager.get('pri/store/totals')).data as { kind: string; n: number }[];
    const listed = (await manager.get('pri/store/list?pageSize=100')).data as { kind: string; status: string }[];
    for (const { kind, n } of totals)
      expect(listed.filter((one) => one.kind === kind && one.status !== 'closed')).toHaveLength(n);
    expect(listed.some((one) => one.kind === 'box' || one.kind === 'transit')).toBe(false);
  });

  it('R27: closes only when it is empty and nothing is on the way', async () => {
    const depotId = await makeDepot(world, 'depot1');
    const materialId = await makeMaterial(world);
    const lotId = await makeLot(world, materialId);
    await move(depotId, materialId, lotId, 10);
    expect(await close(depotId)).toMatchObject({ bizCode: 'notEmpty', msg: '库房内还有1个批次，不能撤销' });
    await move(depotId, materialId, lotId, -10);
    const [doc] = await world.sql<{ id: number }>(
      `insert into depot.stock_doc (tenant_no, region_code, principal_id, doc_no, doc_type, depot_id, to_depot_id, biz_date, status)
       select tenant_no, region_code, principal_id, 'DF-TEST-1', 'issueOut', $2, id, now(), 'dispatched' from depot.depot where id = $1 returning id::int`,
      [depotId, await makeDepot(world, 'kzzq_depot1')],
    );
    expect((await close(depotId)).bizCode).toBe('inTransit');
    await world.sql("update depot.stock_doc set status = 'received' where id = $1", [doc?.id]);
    expect((await close(depotId)).code).toBe(200);
    await expect(move(depotId, materialId, lotId, 1)).rejects.toMatchObject({ bizCode: 'closed' });
  });

  it('R27: nobody leaves with a box that is not empty, and no unit closes with stock', async () => {
    const boxId = await makeBox(world, 'kzzq_worker2');
    const staffId = await staffOf(world, 'kzzq_worker2');
    const unit = await principalOf(world, 'kzzq_worker2');
    // Ear tags in hand keep people too, by a word of their own.
    leaveGuards.register('sign', { ask: async () => [] });
    const leave = () => inStock(world, (tx) => leaveGuards.ask(tx, { staffId, kind: 'leave' }));
    const shut = () => inStock(world, (tx) => closeGuards.ask(tx, { principalId: unit }));
    expect(await leave()).toEqual([]);
    const materialId = await makeMaterial(world);
    const lotId = await makeLot(world, materialId);
    await move(boxId, materialId, lotId, 5);
    expect(await leave()).toMatchObject([{ bizCode: 'boxNotEmpty', args: { n: 1 } }]);
    expect((await shut()).map((one) => one.bizCode)).toContain('hasStock');
    const station = await world.as('kzzq_station');
    const { version } = (await station.get(`pri/staff/info/${staffId}`)).data;
    const left = await station.post('pri/staff/info/transition', {
      id: staffId,
      version,
      name: 'leave',
      form: { leftOn: dayFromNow(0), leaveReason: '调离', takeoverStaffId: await staffOf(world, 'kzzq_worker1') },
    });
    expect(left.bizCode).toBe('boxNotEmpty');
    await move(boxId, materialId, lotId, -5);
    expect(await leave()).toEqual([]);
  });

  it('follows a unit that moves, and one that becomes part of another', async () => {
    const depotId = await makeDepot(world, 'farm_clerk1');
    const materialId = await makeMaterial(world);
    const lotId = await makeLot(world, materialId);
    await move(depotId, materialId, lotId, 5);
    const [loserId, survivorId] = [await principalOf(world, 'farm_clerk1'), await principalOf(world, 'coop1')];
    const at = async () =>
      (
        await world.sql(
          `select d.region_code::float8 as region, b.region_code::float8 as balance, d.principal_id::int as unit, b.principal_id::int as owner
           from depot.depot d join depot.stock_balance b on b.depot_id = d.id where d.id = $1`,
          [depotId],
        )
      )[0];
    const from = (await at()).region;
    await inStock(world, (tx) => onPrincipalMoved.tell(tx, { principalId: loserId, from, to: 150521101204 }));
    expect(await at()).toEqual({ region: 150521101204, balance: 150521101204, unit: loserId, owner: loserId });
    await inStock(world, (tx) => onPrincipalMerged.tell(tx, { loserId, survivorId }));
    expect(await at()).toMatchObject({ unit: survivorId, owner: survivorId });
    const left = await world.sql(
      'select 1 from depot.purveyor where principal_id = $1 union all select 1 from depot.material where principal_id = $1',
      [loserId],
    );
    expect(left).toEqual([]);
  });
});

describe('materials', () => {
  const form = () => sampleOf(material).form(world);

  it('keeps the shared catalogue to those who look after the whole tenant, the own ones to their unit', async () => {
    const shared = await form();
    expect((await manager.post('pri/commodityInfo/add', shared)).code).toBe(403);
    const prefecture = await world.as('tl_region');
    const { data } = await prefecture.post('pri/commodityInfo/add', shared);
    const seen = (await keeper.get(`pri/commodityInfo/${data.id}`)).data;
    expect(seen).toMatchObject({ sharing: 'shared', tempRange: '2 ~ 8 °C' });
    expect(seen._can).not.toContain('edit');
    expect(
      (await keeper.post('pri/commodityInfo/transition', { id: data.id, version: 0, name: 'stop', remark: '停产' }))
        .code,
    ).toBe(403);
    const own = { ...shared, sharing: 'own', principalId: await principalOf(world, 'depot1'), materialNo: 'OWN-1' };
    const mine = (await keeper.post('pri/commodityInfo/add', own)).data;
    expect((await keeper.get(`pri/commodityInfo/${mine.id}`)).data._can).toContain('edit');
    expect((await (await world.as('farm1')).get(`pri/commodityInfo/${mine.id}`)).code).toBe(404);
  });

  it('wants the approval number of vaccines and drugs, whole doses, and packs that add up', async () => {
    const prefecture = await world.as('tl_region');
    const add = async (more: object) => prefecture.post('pri/commodityInfo/add', { ...(await form()), ...more });
    expect(fieldsOf(await add({ approvalNo: null }))).toEqual(['approvalNo']);
    expect(fieldsOf(await add({ decimals: 1 }))).toEqual(['decimals']);
    expect(fieldsOf(await add({ baseUnit: 'carton' }))).toEqual(['baseUnit']);
    expect(fieldsOf(await add({ packs: [{ unit: 'dose', factor: 5 }] }))).toEqual(['packs']);
    expect(fieldsOf(await add({ packs: [{ unit: 'bottle', factor: 2.5 }] }))).toEqual(['packs']);
    expect(fieldsOf(await add({ storeTempMin: 8, storeTempMax: 2 }))).toEqual(['storeTempMax']);
  });

  it('is found by name, by the letters it is typed with, and by barcode', async () => {
    const found = async (word: string) =>
      (await keeper.get(`pri/commodityInfo/list?pageSize=50&keyword=${encodeURIComponent(word)}`)).data.map(
        (one: { materialNo: string }) => one.materialNo,
      );
    expect(await found('口蹄疫')).toEqual(expect.arrayContaining(['YM-001', 'YM-002']));
    expect(await found('ktyo')).toEqual(expect.arrayContaining(['YM-001', 'YM-002']));
    const [{ barcode }] = (await world.sql("select barcode from depot.material where material_no = 'YM-003'")) as [
      { barcode: string },
    ];
    expect(await found(barcode)).toEqual(['YM-003']);
  });

  it('R6: unit, places, tracking, expiry and packs of a used material stay; a pack may be added (acceptance 19)', async () => {
    const prefecture = await world.as('tl_region');
    const values = await form();
    const { data } = await prefecture.post('pri/commodityInfo/add', values);
    const edit = async (more: object) => {
      const { version } = (await prefecture.get(`pri/commodityInfo/${data.id}`)).data;
      const { sharing: _s, principalId: _p, kind: _k, commodityId: _c, ...rest } = values;
      return prefecture.post('pri/commodityInfo/edit', { ...rest, id: data.id, version, ...more });
    };
    expect((await edit({ baseUnit: 'bottle', packs: [] })).code).toBe(200);
    expect((await edit({})).code).toBe(200);
    const depotId = await makeDepot(world, 'depot1');
    await move(depotId, data.id, await makeLot(world, data.id), 100);
    const refused = await edit({ baseUnit: 'mL' });
    expect(refused).toMatchObject({ bizCode: 'materialUsed', msg: '已有出入库记录，不能修改单位' });
    for (const more of [
      { hasExpiry: false },
      { tracking: 'none' },
      { packs: [] },
      { packs: [{ unit: 'bottle', factor: 20 }] },
    ])
      expect((await edit(more)).bizCode).toBe('materialUsed');
    const packs = [
      { unit: 'bottle', factor: 50 },
      { unit: 'carton', factor: 2000 },
    ];
    expect((await edit({ packs, name: '改名疫苗' })).code).toBe(200);
  });

  it('shows its lots with where they lie, and takes entries of the library', async () => {
    const depotId = await makeDepot(world, 'depot1');
    const materialId = await makeMaterial(world);
    const lotId = await makeLot(world, materialId, dayFromNow(20));
    await move(depotId, materialId, lotId, 30);
    const lots = (await keeper.get(`pri/commodityInfo/lots?materialId=${materialId}`)).data;
    expect(lots).toMatchObject([
      { id: lotId, onHand: 30, daysLeft: 20, depots: [{ id: depotId, qty: 30, hold: false }] },
    ]);
    expect((await (await world.as('farm1')).get(`pri/commodityInfo/lots?materialId=${materialId}`)).data).toEqual([]);
    const library = (await keeper.get('pri/commodityInfo/library')).data;
    expect(library.length).toBeGreaterThan(0);
    expect(library[0]).toMatchObject({ isTaken: false });
  });
});

describe('R37: limits', () => {
  it('below the minimum the keeper gets a task with a requisition ready, above the maximum a notice, and each once', async () => {
    const depotId = await makeDepot(world, 'depot1');
    const materialId = await makeMaterial(world);
    const lotId = await makeLot(world, materialId);
    await move(depotId, materialId, lotId, 500);
    const save = (who: Person, lines: object[]) => who.post('pri/commodityInfo/saveLimits', { materialId, lines });
    expect((await save(keeper, [{ depotId, minQty: 300, maxQty: 100 }])).code).toBe(422);
    expect((await save(await world.as('kzzq_station'), [{ depotId, minQty: 1, maxQty: null }])).code).toBe(404);
    expect((await save(keeper, [{ depotId, minQty: 100, maxQty: 600 }])).data).toEqual({ saved: 1 });
    const [limit] = await world.sql<{ id: number }>('select id::int from depot.depot_limit where depot_id = $1', [
      depotId,
    ]);
    const tasks = () =>
      world.sql<{ link: string; assignee: number }>(
        `select link_path as link, assignee_id::int as assignee from platform.sys_task where entity = 'depot.depotLimit' and entity_id = $1 and status = 'open'`,
        [limit?.id],
      );
    const notices = async () =>
      (
        await world.sql(
          "select 1 from platform.sys_notice where texts::text like '%depot.limit.over%' or title like '%高于上限%'",
        )
      ).length;
    const before = await notices();
    expect(await tasks()).toEqual([]);
    await move(depotId, materialId, lotId, -450);
    await move(depotId, materialId, lotId, -10);
    const [task, ...more] = await tasks();
    expect(more).toEqual([]);
    expect(task?.link).toContain(`askDepotId=${depotId}`);
    const [user] = await world.sql<{ id: number }>("select id::int from platform.sys_user where username = 'depot1'");
    expect(task?.assignee).toBe(user?.id);
    await move(depotId, materialId, lotId, 700);
    expect(await tasks()).toEqual([]);
    await move(depotId, materialId, lotId, 10);
    expect((await notices()) - before).toBe(1);
    const [line] = (await keeper.get(`pri/commodityInfo/limits?materialId=${materialId}`)).data.filter(
      (one: { depotId: number }) => one.depotId === depotId,
    );
    expect(line).toMatchObject({ onHand: 750, minQty: 100, maxQty: 600, mayEdit: true });
  });
});

describe('R23: temperature fit', () => {
  it('acceptance 14: a vaccine of 2–8 °C into an ordinary store is refused; with the right and a reason it passes', async () => {
    const cold = { storeTempMin: 2, storeTempMax: 8 };
    const warehouse = await makeDepot(world, 'depot1');
    const fridge = await makeDepot(world, 'depot1', { kind: 'fridge', temp_min: 2, temp_max: 8 });
    const [ordinary, good] = await inStock(world, async (tx) => [
      await depotTemp(tx, warehouse),
      await depotTemp(tx, fridge),
    ]);
    expect(() => refuseTemp(cold, ordinary as never)).toThrow(expect.objectContaining({ bizCode: 'tempMismatch' }));
    expect(() => refuseTemp(cold, ordinary as never, '带冰运输箱')).toThrow();
    expect(() => refuseTemp(cold, ordinary as never, ' ', true)).toThrow();
    expect(refuseTemp(cold, ordinary as never, '带冰运输箱', true)).toBe(true);
    expect(refuseTemp(cold, good as never)).toBe(false);
    expect(refuseTemp({ storeTempMin: null, storeTempMax: 30 }, ordinary as never)).toBe(false);
    expect(() => refuseTemp({ storeTempMin: -200, storeTempMax: -150 }, good as never)).toThrow();
  });
});

describe('purveyors', () => {
  it('knows the day their first licence runs out, and is not seen by a unit below', async () => {
    const form = await sampleOf(purveyor).form(world);
    const licences = [
      { kind: 'vetDrugLicence', no: 'A', validTo: '2027-05-01' },
      { kind: 'businessLicence', no: 'B', validTo: '2026-02-01' },
      { kind: 'other', no: 'C' },
    ];
    const { data } = await keeper.post('pri/depot/purveyor/add', { ...form, licences });
    expect((await keeper.get(`pri/depot/purveyor/${data.id}`)).data).toMatchObject({
      licenceUntil: '2026-02-01',
      receiptCount: 0,
    });
    expect((await (await world.as('kzzq_station')).get(`pri/depot/purveyor/${data.id}`)).code).toBe(404);
    expect(
      fieldsOf(await keeper.post('pri/depot/purveyor/add', { ...form, creditCode: '91150521MA0000000X' })),
    ).toEqual(['creditCode']);
  });
});
