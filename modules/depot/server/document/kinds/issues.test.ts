import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { photo } from '#apps/server/testing/sample-files.ts';
import type { Person, World } from '#apps/server/testing/world.ts';
import { cold, line, lotLine, openPapers, type Papers, today, wordsOf } from '#modules/depot/testing/documents.ts';
import {
  dayFromNow,
  makeBox,
  makeDepot,
  makeMaterial,
  principalOf,
  staffOf,
  tenant,
} from '#modules/depot/testing/fixtures.ts';

let world: World;
let keeper: Person;
let manager: Person;
let county: number;
let words: ReturnType<typeof wordsOf>;

beforeAll(async () => {
  const papers: Papers = await openPapers();
  ({ world, keeper, manager, county } = papers);
  words = wordsOf(papers);
});
afterAll(() => world.close());

const vaccine: typeof words.vaccine = (...args) => words.vaccine(...args);
const qty: typeof words.qty = (...args) => words.qty(...args);
const reserved: typeof words.reserved = (...args) => words.reserved(...args);
const inTransit: typeof words.inTransit = (...args) => words.inTransit(...args);
const lotIdOf: typeof words.lotIdOf = (...args) => words.lotIdOf(...args);
const versionOf: typeof words.versionOf = (...args) => words.versionOf(...args);
const stock: typeof words.stock = (...args) => words.stock(...args);
const step: typeof words.step = (...args) => words.step(...args);
const proven: typeof words.proven = (...args) => words.proven(...args);

describe('issues', () => {
  const issue = (depotId: number, toDepotId: number, lines: object[], more: object = {}) =>
    keeper.post('pri/depot/suppliesOut/add', { depotId, toDepotId, purpose: 'daily', bizDate: today, lines, ...more });

  it('3, R12, R13: what runs out first goes first; another lot wants the right and a reason', async () => {
    const depotId = await makeDepot(world, 'depot1', cold);
    const to = await makeDepot(world, 'kzzq_depot1', cold);
    const materialId = await vaccine();
    await stock(
      depotId,
      lotLine(materialId, 'B', 500, dayFromNow(200)),
      lotLine(materialId, 'A', 300, dayFromNow(100)),
    );
    const proposal = await keeper.get(`pri/depot/stock/pick?depotId=${depotId}&materialId=${materialId}&qty=500`);
    expect(proposal.data.lots.map((lot: { lotNo: string; qty: number }) => [lot.lotNo, lot.qty])).toEqual([
      ['A', 300],
      ['B', 200],
    ]);
    const lotId = await lotIdOf(materialId, 'B');
    expect((await issue(depotId, to, [line(materialId, { lotId, unitQty: 500, fefoReason: '我要' })])).bizCode).toBe(
      'fefo',
    );
    const made = await issue(depotId, to, [line(materialId, { lotId, unitQty: 500 })]);
    const { id } = made.data;
    const refused = await step(keeper, 'suppliesOut', id, 'pick');
    expect([refused.bizCode, refused.msg.includes('A')]).toEqual(['fefo', true]);
    expect(await reserved(depotId)).toBe(0);
    const over = await manager.post('pri/depot/suppliesOut/override', {
      id,
      version: await versionOf(id),
      reason: '紧急免疫指定批次',
    });
    expect(over.code).toBe(200);
    expect((await step(keeper, 'suppliesOut', id, 'pick')).code).toBe(200);
    expect(
      (await step(keeper, 'suppliesOut', id, 'dispatch', { form: { carrier: '张三', temperature: 5 } })).code,
    ).toBe(200);
    expect((await keeper.get(`pri/depot/doc/trail?id=${id}`)).data.moves).toMatchObject([
      { lotNo: 'B', qty: 500, fefoSkipped: true },
    ]);
    // Without a choice the lots are those of the proposal.
    await stock(depotId, lotLine(materialId, 'B', 500, dayFromNow(200)));
    const free = (await issue(depotId, to, [line(materialId, { unitQty: 350 })])).data.id;
    expect((await step(keeper, 'suppliesOut', free, 'pick')).code).toBe(200);
    const { lines } = (await keeper.get(`pri/depot/doc/view?id=${free}`)).data;
    expect(lines.map((one: { lotNo: string; qty: number }) => [one.lotNo, one.qty])).toEqual([
      ['A', 300],
      ['B', 50],
    ]);
    expect(await reserved(depotId)).toBe(350);
    expect((await step(keeper, 'suppliesOut', free, 'unpick')).data.status).toBe('draft');
    expect(await reserved(depotId)).toBe(0);
  });

  it('R15: what has expired is neither proposed nor issued', async () => {
    const depotId = await makeDepot(world, 'depot1', cold);
    const to = await makeDepot(world, 'kzzq_depot1', cold);
    const materialId = await vaccine();
    await stock(
      depotId,
      lotLine(materialId, 'OLD', 100, dayFromNow(-2)),
      lotLine(materialId, 'NEW', 100, dayFromNow(90)),
    );
    const lotId = await lotIdOf(materialId, 'OLD');
    const made = await issue(depotId, to, [line(materialId, { lotId, unitQty: 10 })]);
    expect((await step(keeper, 'suppliesOut', made.data.id, 'pick')).bizCode).toBe('expired');
  });

  it('4, R2, R3: of two who pick 80 of the last 100 at once, one gets them', async () => {
    const depotId = await makeDepot(world, 'depot1', cold);
    const to = await makeDepot(world, 'kzzq_depot1', cold);
    const materialId = await vaccine();
    await stock(depotId, lotLine(materialId, 'H', 100));
    const ids = await Promise.all(
      [0, 1].map(async () => (await issue(depotId, to, [line(materialId, { unitQty: 80 })])).data.id),
    );
    const picked = await Promise.all(ids.map((id) => step(keeper, 'suppliesOut', id, 'pick')));
    expect(picked.map((one) => one.code).sort()).toEqual([200, 500]);
    const short = picked.find((one) => one.code === 500);
    expect([short?.bizCode, short?.msg]).toEqual(['short', expect.stringContaining('可用 20')]);
    expect([await qty(depotId, materialId), await reserved(depotId)]).toEqual([100, 80]);
  });

  it('5, R14: 500 leave, 480 arrive, 20 stay on the way until the giver writes them off', async () => {
    const depotId = await makeDepot(world, 'depot1', cold);
    const to = await makeDepot(world, 'kzzq_depot1', cold);
    const materialId = await vaccine();
    await stock(depotId, lotLine(materialId, 'K', 1000));
    expect((await issue(depotId, to, [line(materialId, { unitQty: 500 })], { purpose: 'season' })).bizCode).toBe(
      'purpose',
    );
    const { id } = (await issue(depotId, to, [line(materialId, { unitQty: 500 })])).data;
    await step(keeper, 'suppliesOut', id, 'pick');
    expect((await step(keeper, 'suppliesOut', id, 'dispatch', { form: { carrier: '张三' } })).code).toBe(422);
    await step(keeper, 'suppliesOut', id, 'dispatch', { form: { carrier: '张三', temperature: 6 } });
    expect([await qty(depotId, materialId), await inTransit(id), await qty(to, materialId)]).toEqual([500, 500, 0]);
    const township = await world.as('kzzq_depot1');
    const [{ id: lineId }] = (await world.sql('select id::int as id from depot.stock_doc_line where doc_id = $1', [
      id,
    ])) as [{ id: number }];
    const receive = (who: Person, one: object) =>
      step(who, 'suppliesOut', id, 'receive', { form: { received: [{ lineId, ...one }] } });
    expect((await receive(keeper, { qty: 480, reason: '破' })).bizCode).toBe('notKeeper');
    expect((await receive(township, { qty: 501 })).code).toBe(422);
    expect((await receive(township, { qty: 480 })).code).toBe(422);
    expect((await township.get(`pri/depot/suppliesOut/${id}`)).data).toMatchObject({
      _can: expect.arrayContaining(['receive', 'refuse']),
    });
    expect((await receive(township, { qty: 480, reason: '途中破损' })).data.status).toBe('received');
    expect([await qty(to, materialId), await inTransit(id)]).toEqual([480, 20]);
    const listed = await keeper.get('pri/depot/suppliesOut/list?isShort=true');
    expect(listed.data.map((one: { id: number }) => one.id)).toContain(id);
    const settle = async (who: Person, way: string) =>
      who.post('pri/depot/suppliesOut/settleShort', { id, version: await versionOf(id), way, reason: '途中破损' });
    // The receiver's head sees the paper, and writes nothing of the giver's off.
    expect((await settle(await world.as('kzzq_station'), 'loss')).code).toBe(404);
    expect((await settle(keeper, 'loss')).code).toBe(403);
    expect((await settle(manager, 'loss')).code).toBe(200);
    expect([await inTransit(id), await qty(depotId, materialId)]).toEqual([0, 500]);
    expect((await settle(manager, 'loss')).bizCode).toBe('noShort');
    await proven();
  });

  it('refused goods come home held', async () => {
    const depotId = await makeDepot(world, 'depot1', cold);
    const to = await makeDepot(world, 'kzzq_depot1', cold);
    const materialId = await vaccine();
    await stock(depotId, lotLine(materialId, 'L', 100));
    const { id } = (await issue(depotId, to, [line(materialId, { unitQty: 40 })])).data;
    await step(keeper, 'suppliesOut', id, 'pick');
    await step(keeper, 'suppliesOut', id, 'dispatch', { form: { carrier: '张三', temperature: 12 } });
    expect(
      (await step(await world.as('kzzq_depot1'), 'suppliesOut', id, 'refuse', { remark: '温度超标' })).data.status,
    ).toBe('refused');
    expect(await inTransit(id)).toBe(40);
    expect((await step(keeper, 'suppliesOut', id, 'takeBack')).data.status).toBe('returned');
    expect([await qty(depotId, materialId), await inTransit(id)]).toEqual([100, 0]);
    const again = (await issue(depotId, to, [line(materialId, { lotId: await lotIdOf(materialId, 'L'), unitQty: 1 })]))
      .data.id;
    expect((await step(keeper, 'suppliesOut', again, 'pick')).bizCode).toBe('held');
    expect((await step(keeper, 'suppliesOut', again, 'cancel')).data.status).toBe('cancelled');
  });

  it('hands over at the counter with the code of the carrier’s phone', async () => {
    const depotId = await makeDepot(world, 'kzzq_depot1', cold);
    const box = await makeBox(world, 'kzzq_worker1');
    await world.sql('update depot.depot set temp_min = 2, temp_max = 8 where id = $1', [box]);
    const materialId = await vaccine();
    await stock(depotId, lotLine(materialId, 'M', 100));
    const township = await world.as('kzzq_depot1');
    const worker = await world.as('kzzq_worker1');
    const { id } = (
      await township.post('pri/depot/suppliesOut/add', {
        depotId,
        toDepotId: box,
        bizDate: today,
        lines: [line(materialId, { unitQty: 40 })],
      })
    ).data;
    const over = async (receiverCode: string) =>
      township.post('pri/depot/suppliesOut/handOver', {
        id,
        version: await versionOf(id),
        receiverCode,
        temperature: 5,
      });
    const { code } = (await worker.get(`pri/depot/suppliesOut/handOverCode?id=${id}`)).data;
    expect((await over(code === '000000' ? '000001' : '000000')).bizCode).toBe('receiverCode');
    expect((await over(code)).data.status).toBe('received');
    expect([await qty(depotId, materialId), await qty(box, materialId)]).toEqual([60, 40]);
  });

  it('hands over to somebody without an account by their signature, on the screen or on paper, and says so', async () => {
    const depotId = await makeDepot(world, 'kzzq_depot1', cold);
    const [carrier] = await world.sql<{ id: number; name: string }>(
      `select s.id::int as id, s.name from registry.staff s where s.tenant_no = $1 and s.user_id is null and s.status = 'active'
         and s.job = 'preventionWorker' and s.principal_id = (select principal_id from registry.staff where id = $2) limit 1`,
      [tenant, await staffOf(world, 'kzzq_worker1')],
    );
    if (!carrier) throw new Error('every worker has an account');
    await world.sql(`update depot.depot set status = 'closed' where kind = 'box' and staff_id = $1`, [carrier.id]);
    const box = await makeDepot(world, 'kzzq_worker1', {
      kind: 'box',
      staff_id: carrier.id,
      staff_job: 'preventionWorker',
      temp_min: 2,
      temp_max: 8,
    });
    const materialId = await vaccine();
    await stock(depotId, lotLine(materialId, 'W', 100));
    const township = await world.as('kzzq_depot1');
    const signed = async () => {
      const bytes = await photo('png', undefined, 40, 40);
      return (await world.upload(township, 'sys/file/upload', bytes, { bizType: 'depot.issueOut' }, 's.png')).data
        .fileId;
    };
    const over = async (toDepotId: number, more: object) => {
      const lines = [line(materialId, { unitQty: 20 })];
      const { id } = (await township.post('pri/depot/suppliesOut/add', { depotId, toDepotId, bizDate: today, lines }))
        .data;
      const body = { id, version: await versionOf(id), temperature: 5, ...more };
      return { id, answer: await township.post('pri/depot/suppliesOut/handOver', body) };
    };
    for (const isPaper of [false, true]) {
      const { id, answer } = await over(box, { signatureFile: await signed(), isPaper });
      expect(answer.data?.status, JSON.stringify(answer)).toBe('received');
      const { data: view } = await township.get(`pri/depot/doc/view?id=${id}`);
      expect(view).toMatchObject({ receivedBy: carrier.name, receivedHow: isPaper ? 'paper' : 'signature' });
      expect(view.fileIds).toHaveLength(1);
      expect(await world.sql('select received_by as by from depot.stock_doc where id = $1', [id])).toEqual([
        { by: null },
      ]);
      // Who put it down is the giver: nobody acted under another's name.
      const [made] = await world.sql(
        `select u.username as by from kit.transition_history h join platform.sys_user u on u.id = h.made_by
         where h.entity = 'depot.issueOut' and h.entity_id = $1 and h.name = 'receive'`,
        [id],
      );
      expect(made?.by).toBe('kzzq_depot1');
    }
    expect(await qty(box, materialId)).toBe(40);
    expect((await over(box, { receiverCode: '000000' })).answer.bizCode).toBe('receiverCode');

    // A store of several keepers: one of them is named, and the giver does not sign for themselves.
    const store = await makeDepot(world, 'kzzq_depot1', cold);
    const [own, other] = [await staffOf(world, 'kzzq_depot1'), carrier.id];
    await world.sql('update depot.depot set keeper_ids = $2 where id = $1', [store, JSON.stringify([own, other])]);
    const unnamed = (await over(store, { signatureFile: await signed() })).answer;
    expect(unnamed.errors).toMatchObject([{ field: 'receiverStaffId' }]);
    const self = (await over(store, { signatureFile: await signed(), receiverStaffId: own })).answer;
    expect(self.bizCode).toBe('samePerson');
    const named = await over(store, { signatureFile: await signed(), receiverStaffId: other });
    expect(named.answer.data?.status, JSON.stringify(named.answer)).toBe('received');
    const people = (await township.get(`pri/depot/suppliesOut/handOverPeople?id=${named.id}`)).data;
    expect(people).toContainEqual({ staffId: other, name: carrier.name, hasAccount: false });
  });

  it('9, R19, R20: numbers are cut out of their piece, and numbers that are gone name the nearest piece', async () => {
    const depotId = await makeDepot(world, 'depot1');
    const to = await makeDepot(world, 'kzzq_depot1');
    const materialId = await makeMaterial(world, {
      kind: 'consumable',
      base_unit: 'piece',
      tracking: 'segment',
      has_expiry: false,
      packs: '[]',
    });
    await stock(depotId, { materialId, unit: 'piece', unitQty: 1, segFrom: 1001, segTo: 3000 });
    const numbers = (segFrom: number, segTo: number) => [{ materialId, unit: 'piece', unitQty: 1, segFrom, segTo }];
    const first = (await issue(depotId, to, numbers(1001, 1500))).data.id;
    expect((await step(keeper, 'suppliesOut', first, 'pick')).code).toBe(200);
    expect((await step(keeper, 'suppliesOut', first, 'dispatch', { form: { carrier: '张三' } })).code).toBe(200);
    const pieces = await world.sql(
      `select l.seg_from::int as a, l.seg_to::int as b from depot.stock_balance s join depot.lot l on l.id = s.lot_id where s.depot_id = $1 and s.qty > 0`,
      [depotId],
    );
    expect(pieces).toEqual([{ a: 1501, b: 3000 }]);
    const second = (await issue(depotId, to, numbers(1400, 1600))).data.id;
    const refused = await step(keeper, 'suppliesOut', second, 'pick');
    expect([refused.bizCode, refused.msg.includes('1501–3000')]).toEqual(['segmentMissing', true]);
    // Without numbers the oldest are cut off.
    const third = (await issue(depotId, to, [{ materialId, unit: 'piece', unitQty: 100 }])).data.id;
    expect((await step(keeper, 'suppliesOut', third, 'pick')).code).toBe(200);
    expect((await keeper.get(`pri/depot/doc/view?id=${third}`)).data.lines).toMatchObject([
      { segFrom: 1501, segTo: 1600 },
    ]);
    await proven();
  });

  it('R36: an issue for a requisition stays within what was approved, and moves it on', async () => {
    const depotId = await makeDepot(world, 'depot1', cold);
    const to = await makeDepot(world, 'kzzq_depot1', cold);
    const materialId = await vaccine();
    await stock(depotId, lotLine(materialId, 'N', 1000));
    const asker = await principalOf(world, 'kzzq_depot1');
    const [{ id: requisitionId }] = (await world.sql(
      `insert into depot.requisition (tenant_no, region_code, doc_no, ask_principal_id, ask_depot_id, giver_principal_id, purpose, need_by, status)
       select $1, region_code, 'DR-TEST', $2, $3, $4, 'season', now()::date, 'approved' from registry.principal where id = $2 returning id::int as id`,
      [tenant, asker, to, county],
    )) as [{ id: number }];
    await world.sql(
      'insert into depot.requisition_line (tenant_no, requisition_id, line_no, material_id, asked, approved) values ($1, $2, 1, $3, 300, 200)',
      [tenant, requisitionId, materialId],
    );
    expect((await keeper.get(`pri/depot/doc/requisition?id=${requisitionId}`)).data.lines).toEqual([
      { materialId, rest: 200 },
    ]);
    const over = (await issue(depotId, to, [line(materialId, { unitQty: 201 })], { requisitionId, purpose: 'season' }))
      .data.id;
    expect((await step(keeper, 'suppliesOut', over, 'pick')).bizCode).toBe('overApproved');
    const { id } = (
      await issue(depotId, to, [line(materialId, { unitQty: 200 })], { requisitionId, purpose: 'season' })
    ).data;
    await step(keeper, 'suppliesOut', id, 'pick');
    await step(keeper, 'suppliesOut', id, 'dispatch', { form: { carrier: '张三', temperature: 5 } });
    const status = async () =>
      (await world.sql('select status from depot.requisition where id = $1', [requisitionId]))[0].status;
    expect(await status()).toBe('issuing');
    expect((await step(await world.as('kzzq_depot1'), 'suppliesOut', id, 'receive')).code).toBe(200);
    expect(await status()).toBe('fulfilled');
  });
});
