import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Person, World } from '#apps/server/testing/world.ts';
import { postDoc } from '#modules/depot/server/index.ts';
import { cold, line, lotLine, openPapers, type Papers, today, wordsOf } from '#modules/depot/testing/documents.ts';
import { dayFromNow, inStock, makeBox, makeDepot, makeMaterial, staffOf } from '#modules/depot/testing/fixtures.ts';

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
const qty: typeof words.qty = (...args) => words.qty(...args);
const lotIdOf: typeof words.lotIdOf = (...args) => words.lotIdOf(...args);
const stock: typeof words.stock = (...args) => words.stock(...args);
const step: typeof words.step = (...args) => words.step(...args);
const proven: typeof words.proven = (...args) => words.proven(...args);

describe('use, write-off and other receipts', () => {
  it('11, R8: a use dated back before the goods of a later day is refused, one of today is not', async () => {
    const depotId = await makeDepot(world, 'depot1', cold);
    const materialId = await vaccine();
    await inStock(world, (tx) =>
      postDoc(tx, {
        docType: 'purchaseIn',
        depotId,
        purveyorId: purveyor,
        bizDate: dayFromNow(-15),
        lines: [lotLine(materialId, 'P', 100)],
      }),
    );
    const lotId = await lotIdOf(materialId, 'P');
    const used = (bizDate: string, n: number) => ({
      depotId,
      reason: 'use',
      bizDate,
      lines: [line(materialId, { lotId, unitQty: n })],
    });
    await inStock(world, (tx) => postDoc(tx, { docType: 'useOut', ...used(dayFromNow(-8), 90) } as never));
    await inStock(world, (tx) =>
      postDoc(tx, {
        docType: 'purchaseIn',
        depotId,
        purveyorId: purveyor,
        bizDate: dayFromNow(-5),
        lines: [lotLine(materialId, 'P', 100)],
      }),
    );
    const late = (await keeper.post('pri/depot/materialOut/add', used(dayFromNow(-10), 50))).data.id;
    expect((await step(keeper, 'materialOut', late, 'post')).bizCode).toBe('backdated');
    const now = (await keeper.post('pri/depot/materialOut/add', used(today, 50))).data.id;
    expect((await step(keeper, 'materialOut', now, 'post')).data.status).toBe('posted');
    const totals = await keeper.get(
      `pri/depot/materialOut/totals?from=${dayFromNow(-30)}&to=${today}&depotId=${depotId}`,
    );
    expect(totals.data).toMatchObject([{ reason: 'use', materialId, qty: 140 }]);
  });

  it('R15, R22: expired doses are not used but destroyed: with pictures, two witnesses and another person', async () => {
    const depotId = await makeDepot(world, 'depot1', cold);
    const materialId = await vaccine();
    await stock(depotId, lotLine(materialId, 'Q', 30, dayFromNow(-3)));
    const lotId = await lotIdOf(materialId, 'Q');
    const lines = [line(materialId, { lotId, unitQty: 30 })];
    const shelf = await keeper.get(`pri/depot/doc/shelf?depotId=${depotId}&unfit=true`);
    expect(shelf.data).toMatchObject([{ lotId, qty: 30 }]);
    const use = (await keeper.post('pri/depot/materialOut/add', { depotId, reason: 'use', bizDate: today, lines })).data
      .id;
    expect((await step(keeper, 'materialOut', use, 'post')).bizCode).toBe('expired');
    const form = { depotId, reason: 'destroy', bizDate: today, lines };
    const { id } = (await keeper.post('pri/depot/materialOut/add', form)).data;
    expect((await step(keeper, 'materialOut', id, 'post')).bizCode).toBe('samePerson');
    expect((await step(keeper, 'materialOut', id, 'submit')).bizCode).toBe('photos');
    await withFiles(id);
    expect((await step(keeper, 'materialOut', id, 'submit')).bizCode).toBe('witnesses');
    await world.sql('update depot.stock_doc set witness_ids = $2 where id = $1', [
      id,
      JSON.stringify([await staffOf(world, 'depot1'), await staffOf(world, 'depot2')]),
    ]);
    expect((await step(keeper, 'materialOut', id, 'submit')).data.status).toBe('submitted');
    expect((await step(keeper, 'materialOut', id, 'approve')).code).toBe(403);
    expect((await step(manager, 'materialOut', id, 'approve')).data.status).toBe('posted');
    expect(await qty(depotId, materialId)).toBe(0);
  });

  it('R21: single numbers of a piece are used once, and a reversal frees them', async () => {
    const depotId = await makeDepot(world, 'depot1');
    const materialId = await makeMaterial(world, {
      kind: 'consumable',
      base_unit: 'piece',
      tracking: 'segment',
      has_expiry: false,
      packs: '[]',
    });
    await stock(depotId, { materialId, unit: 'piece', unitQty: 1, segFrom: 1, segTo: 100 });
    const use = async (segFrom: number, segTo: number) => {
      const lines = [{ materialId, unit: 'piece', unitQty: 1, segFrom, segTo }];
      const { id } = (
        await keeper.post('pri/depot/materialOut/add', { depotId, reason: 'damage', bizDate: today, lines })
      ).data;
      return { id, answer: await step(keeper, 'materialOut', id, 'post') };
    };
    const first = await use(11, 13);
    expect([first.answer.code, await qty(depotId, materialId)]).toEqual([200, 97]);
    expect((await use(13, 13)).answer.bizCode).toBe('segmentUsed');
    expect((await step(keeper, 'materialOut', first.id, 'reverse', { remark: '错' })).code).toBe(200);
    expect(await qty(depotId, materialId)).toBe(100);
    expect((await use(13, 13)).answer.code).toBe(200);
  });

  it('takes opening stock only before anything else moved, and brings back what a worker carried', async () => {
    const depotId = await makeDepot(world, 'kzzq_depot1', cold);
    const township = await world.as('kzzq_depot1');
    const materialId = await vaccine();
    const opening = async () => {
      const form = { depotId, reason: 'opening', bizDate: today, lines: [lotLine(materialId, 'R', 100)] };
      const { id } = (await township.post('pri/depot/materialIn/add', form)).data;
      return step(township, 'materialIn', id, 'post');
    };
    expect((await opening()).code).toBe(200);
    expect((await opening()).code).toBe(200);
    const box = await makeBox(world, 'kzzq_worker1');
    await world.sql('update depot.depot set temp_min = 2, temp_max = 8 where id = $1', [box]);
    await inStock(world, (tx) =>
      postDoc(tx, {
        docType: 'issueOut',
        depotId,
        toDepotId: box,
        bizDate: today,
        lines: [line(materialId, { unitQty: 60 })],
      }),
    );
    expect((await opening()).bizCode).toBe('opened');
    const lotId = await lotIdOf(materialId, 'R');
    const back = await township.post('pri/depot/materialIn/add', {
      depotId,
      reason: 'staffReturn',
      boxId: box,
      bizDate: today,
      lines: [line(materialId, { lotId, unitQty: 25 })],
    });
    expect((await step(township, 'materialIn', back.data.id, 'post')).code).toBe(200);
    expect([await qty(depotId, materialId), await qty(box, materialId)]).toEqual([165, 35]);
    await proven();
  });

  it('R7, R28: a repeated request makes one paper; a superior sees it and posts nothing', async () => {
    const depotId = await makeDepot(world, 'kzzq_depot1', cold);
    const township = await world.as('kzzq_depot1');
    const materialId = await vaccine();
    const form = { depotId, reason: 'found', bizDate: today, lines: [lotLine(materialId, 'T', 5)] };
    const [one, two] = [
      await township.post('pri/depot/materialIn/add', form, { 'idempotency-key': 'paper-once' }),
      await township.post('pri/depot/materialIn/add', form, { 'idempotency-key': 'paper-once' }),
    ];
    expect(two.data.id).toBe(one.data.id);
    expect((await manager.get(`pri/depot/materialIn/${one.data.id}`)).code).toBe(200);
    expect((await step(manager, 'materialIn', one.data.id, 'post')).code).toBe(403);
    expect((await step(keeper, 'materialIn', one.data.id, 'post')).code).toBe(404);
    const other = await world.as('farm1');
    expect((await other.get(`pri/depot/doc/view?id=${one.data.id}`)).code).toBe(404);
  });
});
