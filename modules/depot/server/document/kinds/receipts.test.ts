import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pdf } from '#apps/server/testing/sample-files.ts';
import type { Person, World } from '#apps/server/testing/world.ts';
import { registerShipmentSource } from '#modules/depot/server/extension-points.ts';
import { postDoc } from '#modules/depot/server/index.ts';
import { cold, line, lotLine, openPapers, type Papers, today, wordsOf } from '#modules/depot/testing/documents.ts';
import { dayFromNow, inStock, makeDepot, makeMaterial, principalOf, tenant } from '#modules/depot/testing/fixtures.ts';

let world: World;
let keeper: Person;
let manager: Person;
let purveyor: number;
let words: ReturnType<typeof wordsOf>;

beforeAll(async () => {
  const papers: Papers = await openPapers();
  ({ world, keeper, manager, purveyor } = papers);
  words = wordsOf(papers);
});
afterAll(() => world.close());

const vaccine: typeof words.vaccine = (...args) => words.vaccine(...args);
const withFiles: typeof words.withFiles = (...args) => words.withFiles(...args);
const review: typeof words.review = (...args) => words.review(...args);
const qty: typeof words.qty = (...args) => words.qty(...args);
const lotIdOf: typeof words.lotIdOf = (...args) => words.lotIdOf(...args);
const versionOf: typeof words.versionOf = (...args) => words.versionOf(...args);
const stock: typeof words.stock = (...args) => words.stock(...args);
const step: typeof words.step = (...args) => words.step(...args);
const proven: typeof words.proven = (...args) => words.proven(...args);

describe('receipts', () => {
  it('1, R4, R5, R22: 2 cartons are 4,000 doses, accepted by another person than who wrote them', async () => {
    const depotId = await makeDepot(world, 'depot1', cold);
    const materialId = await vaccine();
    const body = {
      depotId,
      purveyorId: purveyor,
      bizDate: today,
      temperature: 5,
      lines: [line(materialId, { unit: 'carton', unitQty: 2, lotNo: 'A1', expireOn: dayFromNow(400), unitCost: 600 })],
    };
    const made = await keeper.post('pri/depot/storage/add', body);
    expect(made, JSON.stringify(made)).toMatchObject({ code: 200, data: { docNo: expect.stringMatching(/^DI/) } });
    const { id } = made.data;
    // Another keeper of the county keeps another store.
    expect((await (await world.as('depot2')).post('pri/depot/storage/add', body)).bizCode).toBe('notKeeper');
    expect((await step(keeper, 'storage', id, 'submit')).bizCode).toBe('deliveryNote');
    const note = await world.upload(keeper, 'sys/file/upload', pdf(), { bizType: 'depot.stockIn' }, 'note.pdf');
    const { fileId } = note.data;
    const version = await versionOf(id);
    expect((await keeper.post('pri/depot/storage/edit', { id, version, ...body, fileIds: [fileId] })).code).toBe(200);
    expect((await step(keeper, 'storage', id, 'submit')).data.status).toBe('submitted');
    // Whoever accepts the goods reads the delivery note.
    expect((await manager.get(`sys/file/link/${fileId}`)).code).toBe(200);
    expect((await keeper.get('pri/depot/storage/list?pageSize=5')).data[0]).toMatchObject({
      id,
      totalQtyText: '4000 dose',
      totalAmount: 1200,
    });
    expect((await step(keeper, 'storage', id, 'post')).code).toBe(403);
    const tasks = await world.sql(
      `select status from platform.sys_task where entity = 'depot.stockIn' and entity_id = $1`,
      [id],
    );
    expect(tasks).toMatchObject([{ status: 'open' }]);
    expect((await step(manager, 'storage', id, 'post')).data.status).toBe('posted');
    expect(await qty(depotId, materialId)).toBe(4000);
    const view = (await manager.get(`pri/depot/doc/view?id=${id}`)).data;
    expect(view).toMatchObject({ status: 'posted', lines: [{ qty: 4000, acceptedQty: 4000, lotNo: 'A1' }] });
    const trail = (await keeper.get(`pri/depot/doc/trail?id=${id}`)).data;
    expect(trail.steps.map((one: { name: string }) => one.name)).toEqual(['submit', 'post']);
    expect(trail.moves).toMatchObject([{ moveKind: 'in', qty: 4000, balanceTo: 4000 }]);
    // R9: what is posted is not edited.
    expect((await keeper.post('pri/depot/storage/edit', { id, version: await versionOf(id), ...body })).code).toBe(409);
  });

  it('a long paper finds the goods of all its lines', async () => {
    const ids: number[] = [];
    for (let n = 0; n < 60; n++) ids.push(await vaccine());
    expect((await keeper.get(`pri/depot/doc/goods?ids=${ids.join(',')}`)).data).toHaveLength(60);
  });

  it('R22: whoever wrote a receipt does not accept it; without review the keeper posts alone', async () => {
    const farm = await world.as('farm1');
    const depotId = await makeDepot(world, 'farm1');
    const principalId = await principalOf(world, 'farm1');
    const [{ id: seller }] = (await world.sql(
      `insert into depot.purveyor (tenant_no, principal_id, name) values ($1, $2, '试验饲料') returning id::int as id`,
      [tenant, principalId],
    )) as [{ id: number }];
    const materialId = await makeMaterial(world, {
      kind: 'feed',
      base_unit: 'kg',
      decimals: 3,
      packs: JSON.stringify([{ unit: 'bag', factor: 40 }]),
    });
    const add = async () => {
      const saved = await farm.post('pri/depot/storage/add', {
        depotId,
        purveyorId: seller,
        bizDate: today,
        lines: [line(materialId, { unit: 'bag', unitQty: 2.5, lotNo: 'F1', expireOn: dayFromNow(200) })],
      });
      await withFiles(saved.data.id);
      return saved.data.id as number;
    };
    await review(principalId, '1');
    const id = await add();
    expect((await step(farm, 'storage', id, 'postNow')).bizCode).toBe('samePerson');
    await step(farm, 'storage', id, 'submit');
    expect((await step(farm, 'storage', id, 'post')).bizCode).toBe('samePerson');
    expect((await step(await world.as('farm_clerk1'), 'storage', id, 'post')).code).toBe(200);
    await review(principalId, '0');
    const again = await add();
    expect((await farm.get(`pri/depot/storage/${again}`)).data._can).toContain('postNow');
    expect((await step(farm, 'storage', again, 'postNow')).data.status).toBe('posted');
    expect(await qty(depotId, materialId)).toBe(200);
  });

  it('2, R4, R11: another expiry date, an expired lot and a fraction are refused; little life left wants a reason', async () => {
    const depotId = await makeDepot(world, 'depot1', cold);
    const materialId = await vaccine({ shelf_life_months: 12 });
    await stock(depotId, lotLine(materialId, 'B1', 50, dayFromNow(300)));
    const add = (one: object) =>
      keeper.post('pri/depot/storage/add', { depotId, purveyorId: purveyor, bizDate: today, lines: [one] });
    const other = await add(lotLine(materialId, 'B1', 10, dayFromNow(301)));
    expect(other.bizCode).toBe('lotMismatch');
    expect(other.msg).toContain('与已登记批次的有效期不一致');
    expect((await add(lotLine(materialId, 'B2', 10, dayFromNow(-1)))).bizCode).toBe('expired');
    expect((await add(lotLine(materialId, 'B3', 10, dayFromNow(60)))).errors).toMatchObject([
      { field: 'lines.0.shortLifeReason' },
    ]);
    expect((await add({ ...lotLine(materialId, 'B3', 10, dayFromNow(60)), shortLifeReason: '应急' })).code).toBe(200);
    expect((await add({ ...lotLine(materialId, 'B4', 10), unit: 'bottle', unitQty: 0.33 })).bizCode).toBe(
      'unitFraction',
    );
    const tags = await makeMaterial(world, {
      kind: 'earTag',
      tracking: 'segment',
      has_expiry: false,
      base_unit: 'piece',
    });
    expect((await add(line(tags, { unit: 'piece', segFrom: 1, segTo: 10 }))).bizCode).toBe('useSign');
  });

  it('14, R23: a vaccine for 2–8 °C does not come into a warm store', async () => {
    const depotId = await makeDepot(world, 'depot1');
    const materialId = await vaccine();
    const body = {
      depotId,
      purveyorId: purveyor,
      bizDate: today,
      lines: [{ ...lotLine(materialId, 'C1', 10), tempReason: '带冰' }],
    };
    const refused = await keeper.post('pri/depot/storage/add', body);
    expect([refused.bizCode, refused.msg]).toEqual(['tempMismatch', '该库房温度范围不符合保存要求']);
  });

  it('R8: not of tomorrow, not of last quarter', async () => {
    const depotId = await makeDepot(world, 'depot1', cold);
    const materialId = await vaccine();
    const add = (bizDate: string) =>
      keeper.post('pri/depot/storage/add', {
        depotId,
        purveyorId: purveyor,
        bizDate,
        lines: [lotLine(materialId, 'D1', 10)],
      });
    expect((await add(dayFromNow(1))).code).toBe(422);
    expect((await add(dayFromNow(-31))).bizCode).toBe('tooOld');
    expect((await add(dayFromNow(-30))).code).toBe(200);
  });

  it('accepts less with a reason, and is returned with one', async () => {
    const depotId = await makeDepot(world, 'depot1', cold);
    const materialId = await vaccine();
    const made = await keeper.post('pri/depot/storage/add', {
      depotId,
      purveyorId: purveyor,
      bizDate: today,
      temperature: 4,
      lines: [lotLine(materialId, 'E1', 100)],
    });
    const { id } = made.data;
    await withFiles(id);
    await step(keeper, 'storage', id, 'submit');
    expect((await step(manager, 'storage', id, 'return')).code).toBe(422);
    expect((await step(manager, 'storage', id, 'return', { remark: '批号不清' })).data.status).toBe('draft');
    await step(keeper, 'storage', id, 'submit');
    const [{ id: lineId }] = (await world.sql('select id::int as id from depot.stock_doc_line where doc_id = $1', [
      id,
    ])) as [{ id: number }];
    const accept = (one: object) => step(manager, 'storage', id, 'post', { form: { accepted: [{ lineId, ...one }] } });
    expect((await accept({ qty: 101 })).code).toBe(422);
    expect((await accept({ qty: 90 })).code).toBe(422);
    expect((await accept({ qty: 90, reason: '破损 10' })).code).toBe(200);
    expect(await qty(depotId, materialId)).toBe(90);
  });

  it('12, R9, R17: an untouched receipt is reversed, one whose goods went on is not', async () => {
    const depotId = await makeDepot(world, 'depot1', cold);
    const to = await makeDepot(world, 'kzzq_depot1', { ...cold, name: '试验站冰箱' });
    const materialId = await vaccine();
    const first = await stock(depotId, lotLine(materialId, 'G1', 100));
    const issued = await inStock(world, (tx) =>
      postDoc(tx, {
        docType: 'issueOut',
        depotId,
        toDepotId: to,
        purpose: 'daily',
        bizDate: today,
        lines: [line(materialId, { unitQty: 60 })],
      }),
    );
    const refused = await step(keeper, 'storage', first.id, 'reverse', { remark: '错' });
    expect(refused.bizCode).toBe('spent');
    expect(refused.msg).toContain('试验站冰箱');
    expect(await qty(depotId, materialId)).toBe(40);
    // R17 the other way: while the receiver has it, the issue itself can be taken back.
    expect((await step(keeper, 'suppliesOut', issued.id, 'reverse', { remark: '发错' })).code).toBe(200);
    expect((await step(keeper, 'storage', first.id, 'reverse', { remark: '错' })).data.status).toBe('reversed');
    expect([await qty(depotId, materialId), await qty(to, materialId)]).toEqual([0, 0]);
    const view = (await keeper.get(`pri/depot/doc/view?id=${first.id}`)).data;
    const counter = (await keeper.get(`pri/depot/doc/view?id=${view.reversedBy.id}`)).data;
    expect(counter.reversalOf).toEqual({ id: first.id, docNo: first.docNo });
    await proven();
  });

  it('R9, R11: a date that was read wrong is read anew when its receipt was reversed, and not while anything names it', async () => {
    const depotId = await makeDepot(world, 'depot1', cold);
    const materialId = await vaccine();
    const [wrong, right] = [dayFromNow(200), dayFromNow(300)];
    const first = await stock(depotId, lotLine(materialId, 'W1', 100, wrong));
    const lotId = await lotIdOf(materialId, 'W1');
    const add = (expireOn: string) =>
      keeper.post('pri/depot/storage/add', {
        depotId,
        purveyorId: purveyor,
        bizDate: today,
        temperature: 5,
        lines: [{ ...lotLine(materialId, 'W1', 60, expireOn), producedOn: dayFromNow(-65) }],
      });
    expect((await add(right)).bizCode).toBe('lotMismatch');
    expect((await step(keeper, 'storage', first.id, 'reverse', { remark: '有效期录错' })).data.status).toBe('reversed');
    const draft = await inStock(world, (tx) =>
      postDoc(tx, {
        docType: 'useOut',
        depotId,
        reason: 'use',
        bizDate: today,
        until: 'draft',
        lines: [line(materialId, { lotId, unitQty: 1 })],
      }),
    );
    expect((await add(right)).bizCode, 'a draft names the lot').toBe('lotMismatch');
    await world.sql('delete from depot.stock_doc where id = $1', [draft.id]);
    // Two who read it differently, at the same moment: the second is told of the first.
    const ids = [];
    for (const day of [right, dayFromNow(301)]) {
      const { id } = (await add(day)).data;
      await withFiles(id);
      await step(keeper, 'storage', id, 'submit');
      ids.push(id as number);
    }
    const posted = await Promise.all(ids.map((id) => step(manager, 'storage', id, 'post')));
    expect(posted.map((one) => one.bizCode ?? one.data?.status ?? one.msg).sort()).toEqual(['lotMismatch', 'posted']);
    const day = posted[0]?.code === 200 ? right : dayFromNow(301);
    const [lot] = await world.sql(
      `select expire_on::text as expire, produced_on::text as produced from depot.lot where material_id = $1`,
      [materialId],
    );
    expect(lot).toEqual({ expire: day, produced: dayFromNow(-65) });
    expect([await lotIdOf(materialId, 'W1'), await qty(depotId, materialId)]).toEqual([lotId, 60]);
    // The paper that was wrong says what was written on it, and the log what became of it.
    expect((await keeper.get(`pri/depot/doc/view?id=${first.id}`)).data.lines).toMatchObject([{ expireOn: wrong }]);
    const log = await world.sql(
      `select before ->> 'expireOn' as a, after ->> 'expireOn' as b from kit.oper_log where module = 'depot' and entity = 'lot' and entity_id = $1`,
      [lotId],
    );
    expect(log).toEqual([{ a: wrong, b: day }]);
    expect((await add(wrong)).bizCode, 'now it stands').toBe('lotMismatch');
    await proven();
  });

  it('R9, R19: numbers whose receipt was reversed are registered anew, in another piece', async () => {
    const depotId = await makeDepot(world, 'depot1');
    const materialId = await makeMaterial(world, {
      kind: 'consumable',
      base_unit: 'piece',
      tracking: 'segment',
      has_expiry: false,
      packs: '[]',
    });
    const numbers = (segFrom: number, segTo: number) =>
      stock(depotId, { materialId, unit: 'piece', unitQty: 1, segFrom, segTo });
    const first = await numbers(1001, 2000);
    await expect(numbers(1501, 2500)).rejects.toMatchObject({ bizCode: 'segmentTaken' });
    expect((await step(keeper, 'storage', first.id, 'reverse', { remark: '号段录错' })).code).toBe(200);
    await numbers(1501, 2500);
    await numbers(1001, 1500);
    await expect(numbers(1500, 1500)).rejects.toMatchObject({ bizCode: 'segmentTaken' });
    const pieces = await world.sql(
      `select seg_from::int as a, seg_to::int as b, cut_at is null as open, (select sum(qty)::int from depot.stock_balance s where s.lot_id = l.id) as qty
       from depot.lot l where material_id = $1 order by id`,
      [materialId],
    );
    expect(pieces).toEqual([
      { a: 1001, b: 2000, open: false, qty: 0 },
      { a: 1501, b: 2500, open: true, qty: 1000 },
      { a: 1001, b: 1500, open: true, qty: 500 },
    ]);
    expect((await keeper.get(`pri/depot/doc/view?id=${first.id}`)).data.lines).toMatchObject([
      { segFrom: 1001, segTo: 2000 },
    ]);
    await proven();
  });

  it('says plainly that there are no shipments, and makes a draft of one when there are', async () => {
    const depotId = await makeDepot(world, 'depot1', cold);
    const materialId = await vaccine();
    const ask = () => keeper.post('pri/depot/storage/fromShipment', { shipmentId: 7, depotId });
    expect((await ask()).bizCode).toBe('noShipments');
    registerShipmentSource(async () => ({
      orderId: 7,
      purveyorName: '试验供货',
      lines: [
        {
          materialId,
          lotNo: 'S1',
          producedOn: null,
          expireOn: dayFromNow(300),
          unit: 'bottle',
          unitQty: 3,
          unitCost: 10,
        },
      ],
    }));
    const made = await ask();
    expect(made.code).toBe(200);
    expect((await keeper.get(`pri/depot/doc/view?id=${made.data.id}`)).data).toMatchObject({
      status: 'draft',
      lines: [{ qty: 150 }],
    });
    registerShipmentSource(null as never);
  });
});
