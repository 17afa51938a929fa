import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSession } from '#apps/server/testing/sessions.ts';
import { openWorld, type Person, type World } from '#apps/server/testing/world.ts';
import { checkLedgers } from '#modules/depot/server/home/board.ts';
import { available, holdLot, releaseLot, whereIs } from '#modules/depot/server/stock/availability.ts';
import { boxConsume } from '#modules/depot/server/stock/ledger/consume.ts';
import type { MoveInput } from '#modules/depot/server/stock/ledger/move.ts';
import { postMoves } from '#modules/depot/server/stock/ledger/post.ts';
import {
  dayFromNow,
  inStock,
  makeBox,
  makeDepot,
  makeLot,
  makeMaterial,
  staffOf,
} from '#modules/depot/testing/fixtures.ts';

/** What people see of the stock: one figure wherever it is asked for, nobody else's, and a lot that can be found again. */
let world: World;
let depot1: Person;
let manager: Person;
beforeAll(async () => {
  world = await openWorld({ pool: 6 });
  depot1 = await world.as('depot1');
  manager = await world.as('kzzq_mgr');
});
afterAll(() => world.close());

const post = (moves: MoveInput[]) => inStock(world, (tx) => postMoves(tx, moves));

/** A county's store, a township's fridge and three boxes, with a lot that went through all of them. */
async function story() {
  const county = await makeDepot(world, 'depot1');
  const town = await makeDepot(world, 'kzzq_depot1');
  const boxes = [await makeBox(world, 'kzzq_worker1'), await makeBox(world, 'kzzq_worker2')];
  const materialId = await makeMaterial(world);
  const lotId = await makeLot(world, materialId);
  const common = { materialId, lotId, bizDate: dayFromNow(0) };
  const carry = (from: number, to: number, qty: number, docId: number): MoveInput[] => [
    {
      ...common,
      moveKind: 'transfer',
      from: { kind: 'depot', id: from },
      to: { kind: 'transit', id: docId },
      qty,
      docType: 'issueOut',
      docId,
    },
    {
      ...common,
      moveKind: 'transfer',
      from: { kind: 'transit', id: docId },
      to: { kind: 'depot', id: to },
      qty,
      docType: 'issueOut',
      docId,
    },
  ];
  await post([
    {
      ...common,
      moveKind: 'in',
      from: { kind: 'purveyor' },
      to: { kind: 'depot', id: county },
      qty: 1000,
      docType: 'purchaseIn',
      unitCost: 1.25,
    },
  ]);
  await post(carry(county, town, 500, 900_001));
  await post(boxes.flatMap((box, at) => carry(town, box, 100, 900_002 + at)));
  await inStock(world, async (tx) =>
    boxConsume(tx, {
      staffId: await staffOf(world, 'kzzq_worker1'),
      materialId,
      qty: 60,
      headServed: 58,
      bizDate: dayFromNow(0),
      source: { type: 'test.visit', id: lotId },
    }),
  );
  return { county, town, boxes, materialId, lotId };
}

describe('one figure everywhere', () => {
  it('acceptance 20: ledger, stock, summary, board and trace show the same on-hand figure', async () => {
    const { county, materialId, lotId } = await story();
    const [row] = (await manager.get(`pri/depot/stock/list?materialId=${materialId}&depotId=${county}`)).data;
    expect(row).toMatchObject({ qty: 500, available: 500, lotId });
    const card = (
      await manager.get(
        `pri/depot/ledger/card?depotId=${county}&materialId=${materialId}&from=${dayFromNow(-7)}&to=${dayFromNow(0)}`,
      )
    ).data;
    expect(card).toMatchObject({ opening: 0, into: 1000, out: 500, closing: 500, onHand: 500 });
    expect(card.lines.map((line: { balance: number }) => line.balance)).toEqual([1000, 500]);
    const all = (await manager.get(`pri/depot/stock/list?materialId=${materialId}&pageSize=50`)).data;
    const onHand = all.reduce((sum: number, one: { qty: number }) => sum + one.qty, 0);
    expect(onHand).toBe(940);
    const trace = (await manager.get(`pri/depot/lot/trace?lotId=${lotId}`)).data;
    expect(trace).toMatchObject({
      received: 1000,
      onHand,
      inTransit: 0,
      used: 60,
      lost: 0,
      difference: 0,
      headServed: 58,
    });
    const [summed] = (await manager.get('pri/depot/stock/summary')).data.filter(
      (one: { materialId: number }) => one.materialId === materialId,
    );
    expect(summed).toMatchObject({ onHand, lots: 1, depots: 4 });
    const [line] = (await manager.get('pri/depot/board')).data.balance.filter(
      (one: { materialId: number }) => one.materialId === materialId,
    );
    expect(line).toMatchObject({ onHand, used: 60, difference: 0 });
    const month = (await manager.get(`pri/depot/ledger/month?depotId=${county}&month=${dayFromNow(0).slice(0, 7)}`))
      .data;
    expect(month.lines).toEqual([
      expect.objectContaining({
        opening: 0,
        bought: 1000,
        arrived: 0,
        used: 0,
        sent: 500,
        lost: 0,
        adjusted: 0,
        closing: 500,
      }),
    ]);
  });

  it('R10, scope: what goods cost is seen by the units they belong to, not by the authority above a farm', async () => {
    const store = await makeDepot(world, 'farm1');
    const materialId = await makeMaterial(world, { kind: 'feed', base_unit: 'kg', decimals: 3, sharing: 'shared' });
    const lotId = await makeLot(world, materialId);
    await post([
      {
        moveKind: 'in',
        materialId,
        lotId,
        from: { kind: 'purveyor' },
        to: { kind: 'depot', id: store },
        qty: 40,
        bizDate: dayFromNow(0),
        docType: 'purchaseIn',
        unitCost: 3.2,
      },
    ]);
    const path = `pri/depot/stock/list?depotId=${store}`;
    const own = (await (await world.as('farm1')).get(path)).data;
    expect(own[0]).toMatchObject({ qty: 40, avgCost: 3.2, worth: 128 });
    const above = (await (await world.as('tl_region')).get(path)).data;
    expect(above[0]).toMatchObject({ qty: 40, avgCost: null, worth: null });
  });
});

describe('nobody else’s', () => {
  it('acceptance 18, R28: another township’s store is not found; the county sees it', async () => {
    const other = await makeDepot(world, 'kel_worker1');
    const materialId = await makeMaterial(world);
    const lotId = await makeLot(world, materialId);
    await post([
      {
        moveKind: 'in',
        materialId,
        lotId,
        from: { kind: 'purveyor' },
        to: { kind: 'depot', id: other },
        qty: 10,
        bizDate: dayFromNow(0),
        docType: 'purchaseIn',
      },
    ]);
    const keeper = await world.as('kzzq_depot1');
    expect((await keeper.get(`pri/depot/stock/list?depotId=${other}`)).data).toEqual([]);
    expect((await keeper.get(`pri/store/${other}`)).code).toBe(404);
    expect((await keeper.get(`pri/depot/lot/trace?lotId=${lotId}`)).code).toBe(404);
    expect(
      (
        await keeper.get(
          `pri/depot/ledger/card?depotId=${other}&materialId=${materialId}&from=${dayFromNow(-1)}&to=${dayFromNow(0)}`,
        )
      ).code,
    ).toBe(404);
    const prefecture = await world.as('tl_region');
    expect((await prefecture.get(`pri/depot/stock/list?depotId=${other}`)).data).toHaveLength(1);
  });
});

describe('a lot that is not to be used', () => {
  it('acceptance 13, R16: recalled by the county, blocked in every box at once, with a task for each that has some', async () => {
    const { boxes, materialId, lotId } = await story();
    const answer = await manager.post('pri/depot/lot/recall', { lotId, reason: '厂家召回', notice: '请于三日内退回' });
    expect(answer.data).toEqual({ stores: 4, qty: 940 });
    const [tasks] = await world.sql(
      `select count(*)::int as n from platform.sys_task where entity = 'depot.lot' and entity_id = $1`,
      [lotId],
    );
    expect(tasks.n).toBe(4);
    const use = inStock(world, async (tx) =>
      boxConsume(tx, {
        staffId: await staffOf(world, 'kzzq_worker2'),
        materialId,
        lotId,
        qty: 1,
        bizDate: dayFromNow(0),
        source: { type: 'test.recalled', id: lotId },
      }),
    );
    await expect(use).rejects.toMatchObject({ bizCode: 'recalled' });
    const trace = (await manager.get(`pri/depot/lot/trace?lotId=${lotId}`)).data;
    expect(trace.lot.quality).toBe('recalled');
    expect(trace.stops.filter((stop: { depotId: number }) => boxes.includes(stop.depotId))).toHaveLength(2);
    expect(trace.uses).toEqual([expect.objectContaining({ headServed: 58, qty: 60, staffName: '白志强' })]);
    // Final.
    expect((await manager.post('pri/depot/lot/release', { lotId, reason: '误报' })).bizCode).toBe('recalled');
  });

  it('R18: a keeper holds what lies in one store; the whole lot is held by whoever may recall it', async () => {
    const { county, lotId } = await story();
    expect((await depot1.post('pri/depot/lot/hold', { lotId, reason: '外包装破损' })).code).toBe(403);
    expect((await depot1.post('pri/depot/lot/hold', { lotId, depotId: county, reason: '外包装破损' })).code).toBe(200);
    const rows = (
      await manager.get(`pri/depot/stock/list?keyword=${encodeURIComponent('试验疫苗')}&pageSize=100`)
    ).data.filter((row: { lotId: number }) => row.lotId === lotId);
    expect(rows.find((row: { depotId: number }) => row.depotId === county)).toMatchObject({
      quality: 'hold',
      available: 0,
    });
    expect(rows.filter((row: { quality: string }) => row.quality === 'ok')).toHaveLength(3);
    await depot1.post('pri/depot/lot/release', { lotId, depotId: county, reason: '检查无恙' });
    await manager.post('pri/depot/lot/hold', { lotId, reason: '不良反应' });
    const after = (await manager.get(`pri/depot/lot/trace?lotId=${lotId}`)).data;
    expect(after.lot).toMatchObject({ quality: 'hold', qualityReason: '不良反应' });
  });
});

describe('what other modules ask', () => {
  it('R18: a lot that a module stops is stopped on both sides; what units have and where a lot is, is told exactly', async () => {
    const { county, town, materialId, lotId } = await story();
    const [unit] = await world.sql('select principal_id::int as id from depot.depot where id = $1', [county]);
    const ask = () => inStock(world, (tx) => available(tx, [unit.id], [materialId], dayFromNow(0)));
    expect(await ask()).toEqual([{ materialId, onHand: 500, inTransit: 0, expiring: 0 }]);
    const where = await inStock(world, (tx) => whereIs(tx, lotId));
    expect(where.balances.reduce((sum, one) => sum + one.qty, 0)).toBe(940);
    expect(where.uses).toEqual([{ sourceType: 'test.visit', sourceId: lotId, qty: 60, headServed: 58 }]);
    await inStock(world, (tx) => holdLot(tx, lotId, null, '应激死亡'));
    expect(await ask()).toEqual([{ materialId, onHand: 0, inTransit: 0, expiring: 0 }]);
    const rows = (await manager.get(`pri/depot/stock/list?materialId=${materialId}&depotId=${town}`)).data;
    expect(rows[0]).toMatchObject({ quality: 'hold', available: 0 });
    await inStock(world, (tx) => releaseLot(tx, lotId, null));
    expect(await ask()).toEqual([{ materialId, onHand: 500, inTransit: 0, expiring: 0 }]);
  });
});

describe('the proof', () => {
  it('R1: the nightly check raises the alarm ledgerDiff and closes it when the difference is gone', async () => {
    const { county, lotId } = await story();
    const alarms = () =>
      world.sql(`select status from platform.alarm where dedup_key = $1 order by id`, [
        `ledgerDiff:${county}:${lotId}`,
      ]);
    await world.sql('update depot.stock_balance set qty = qty + 3 where depot_id = $1 and lot_id = $2', [
      county,
      lotId,
    ]);
    await checkLedgers(world.database);
    expect(await alarms()).toEqual([{ status: 'open' }]);
    const found = (await manager.get('pri/depot/check')).data;
    expect(found.differences).toEqual([expect.objectContaining({ entries: 500, balance: 503 })]);
    // Another county's manager is told nothing of it, whatever region they ask for.
    const [elsewhere] = await world.sql(
      `select u.username from platform.sys_user u join registry.principal p on p.id = u.principal_id join platform.sys_user_role r on r.user_id = u.id join platform.sys_role o on o.id = r.role_id
       where o.role_code = 'region_manager' and u.tenant_no = 1505 and u.status = 'active' and p.region_code = 150522000000 limit 1`,
    );
    const other = world.person(await openSession(world, elsewhere.username));
    expect((await other.get('pri/depot/check?regionCode=150521000000')).data).toEqual({ checked: 0, differences: [] });
    await world.sql('update depot.stock_balance set qty = qty - 3 where depot_id = $1 and lot_id = $2', [
      county,
      lotId,
    ]);
    await checkLedgers(world.database);
    expect(await alarms()).toEqual([{ status: 'closed' }]);
    expect((await manager.get('pri/depot/check')).data.differences).toEqual([]);
  });
});
