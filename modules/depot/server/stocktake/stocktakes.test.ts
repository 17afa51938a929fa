import { afterAll, beforeAll, expect, it } from 'vitest';
import { openWorld, type Person, type World } from '#apps/server/testing/world.ts';
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

/** Counting a store: frozen, blind if wished, and settled by somebody who did not count. */
let world: World;
let keeper: Person;
let head: Person;
let depotId: number;
let materialId: number;
let first: number;
let second: number;
let id: number;

const into = (toId: number, lotId: number, qty: number, more: Partial<MoveInput> = {}): MoveInput => ({
  moveKind: 'in',
  materialId,
  lotId,
  from: { kind: 'purveyor' },
  to: { kind: 'depot', id: toId },
  qty,
  bizDate: dayFromNow(0),
  docType: 'purchaseIn',
  unitCost: 2,
  ...more,
});
const row = async (by: Person = keeper) => (await by.get(`pri/depot/inventory/${id}`)).data;
const move = async (by: Person, name: string, remark?: string) =>
  by.post('pri/depot/inventory/transition', { id, version: (await row()).version, name, remark });
const lines = async (by: Person = keeper) => (await by.get(`pri/depot/inventory/lines?id=${id}`)).data;
const count = (by: Person, counted: [lotId: number, qty: number | null][]) =>
  by.post('pri/depot/inventory/count', { id, lines: counted.map(([lotId, countedQty]) => ({ lotId, countedQty })) });
const held = async (lotId: number) =>
  Number(
    (await world.sql('select qty from depot.stock_balance where depot_id = $1 and lot_id = $2', [depotId, lotId]))[0]
      ?.qty,
  );

beforeAll(async () => {
  world = await openWorld();
  keeper = await world.as('kzzq_depot1');
  head = await world.as('kzzq_station');
  depotId = await makeDepot(world, 'kzzq_depot1');
  materialId = await makeMaterial(world);
  first = await makeLot(world, materialId, dayFromNow(100));
  second = await makeLot(world, materialId, dayFromNow(200));
  await inStock(world, (tx) => postMoves(tx, [into(depotId, first, 300), into(depotId, second, 500)]));
});
afterAll(() => world.close());

it('R22, R28: only a keeper of the store makes and starts its count; from above it is seen, not made', async () => {
  const form = {
    depotId,
    countScope: 'all',
    kinds: null,
    materialIds: null,
    blind: true,
    counterIds: [await staffOf(world, 'kzzq_depot1')],
    remark: null,
  };
  expect(await (await world.as('depot1')).post('pri/depot/inventory/add', form)).toMatchObject({
    bizCode: 'notKeeper',
  });
  expect((await (await world.as('kzzq_mgr')).post('pri/depot/inventory/add', form)).code).toBe(403);
  expect((await keeper.post('pri/depot/inventory/add', { ...form, counterIds: [] })).code).toBe(422);
  const made = await keeper.post('pri/depot/inventory/add', form);
  expect(made.code, JSON.stringify(made)).toBe(200);
  id = made.data.id;
  expect((await row(await world.as('kzzq_mgr'))).docNo).toMatch(/^DP/);
  for (const [username, code] of [
    ['kzzq_mgr', 403],
    ['depot1', 404],
  ] as const) {
    const who = await world.as(username);
    expect((await who.post('pri/depot/inventory/transition', { id, version: 0, name: 'start' })).code).toBe(code);
  }
});

it('acceptance 10, R25: while it is counted nothing in its scope moves, and a box goes on', async () => {
  expect(await move(keeper, 'start')).toMatchObject({ code: 200, data: { status: 'counting' } });
  expect(await world.sql('select status from depot.depot where id = $1', [depotId])).toEqual([{ status: 'counting' }]);
  await expect(inStock(world, (tx) => postMoves(tx, [into(depotId, first, 1)]))).rejects.toMatchObject({
    bizCode: 'counting',
  });
  const boxId = await makeBox(world, 'kzzq_worker1');
  await inStock(world, (tx) => postMoves(tx, [into(boxId, first, 50)]));
  const staffId = await staffOf(world, 'kzzq_worker1');
  const source = { type: 'prevention.visit', id: 880_001 };
  const taken = await inStock(world, (tx) =>
    boxConsume(tx, { staffId, materialId, qty: 5, headServed: 5, bizDate: dayFromNow(0), source }),
  );
  expect(taken.lots).toMatchObject([{ qty: 5 }]);
});

it('R26: of a blind count no answer tells the book before it is finished', async () => {
  const told = [
    await lines(),
    await lines(head),
    await row(),
    (await keeper.get('pri/depot/inventory/list')).data.find((one: { id: number }) => one.id === id),
    (await count(keeper, [[first, 300]])).data,
    await lines(),
  ];
  for (const answer of told) {
    const text = JSON.stringify(answer);
    expect(text).not.toMatch(
      /"bookQty":[^n]|"book_qty"|"diff":[^n]|"diffCount":[^n]|"diffAmount":[^n]|"accuracy":[^n]/,
    );
    // 500 is in the book alone; nobody has counted it yet.
    expect(text).not.toContain('500');
  }
  expect((await lines()).map((one: { countedQty: number | null }) => one.countedQty)).toEqual([300, null]);
});

it('is saved bit by bit, takes whole units only, and is finished when every lot is counted', async () => {
  expect(await move(keeper, 'finish')).toMatchObject({ bizCode: 'uncounted' });
  expect(await count(keeper, [[second, 0.5]])).toMatchObject({ bizCode: 'unitFraction' });
  expect((await count(keeper, [[999_999_999, 1]])).code).toBe(404);
  expect((await count(head, [[second, 1]])).code).toBe(403);
  const found = await keeper.post('pri/depot/inventory/addLot', {
    id,
    materialId,
    lotNo: 'SHELF-1',
    expireOn: dayFromNow(90),
    countedQty: 10,
  });
  expect(found.data).toMatchObject({ total: 3, counted: 2 });
  expect((await count(keeper, [[second, 480]])).data).toMatchObject({ total: 3, counted: 3 });
  expect(await move(keeper, 'finish')).toMatchObject({ data: { status: 'counted' } });
  expect(await row(head)).toMatchObject({ diffCount: 2, lineCount: 3 });
  expect((await lines()).find((one: { lotId: number }) => one.lotId === second)).toMatchObject({
    bookQty: 500,
    diff: -20,
  });
});

it('R22: who counted cannot approve it, differences want a recount and a reason, and then gain and loss are in the ledger', async () => {
  // A keeper who is named as counter and also given the right to approve.
  const counter = { ...(await row()), by: keeper };
  expect((await move(counter.by, 'approve')).code).toBe(403);
  await world.sql(
    `insert into platform.sys_user_role (tenant_no, user_id, role_id) select 1505, u.id, r.id from platform.sys_user u, platform.sys_role r
     where u.username = 'kzzq_depot1' and r.tenant_no = 0 and r.role_code = 'ant_township'`,
  );
  await world.sql(`update platform.sys_user set perm_version = perm_version + 1 where username = 'kzzq_depot1'`);
  const again = world.person((await world.login('kzzq_depot1')).data.token);
  expect(await move(again, 'approve')).toMatchObject({ bizCode: 'samePerson' });
  expect(await move(head, 'approve')).toMatchObject({ bizCode: 'recount' });
  const extra = (await lines()).find((one: { added: boolean }) => one.added).lotId as number;
  const recounted = await keeper.post('pri/depot/inventory/recount', {
    id,
    lines: [
      { lotId: second, recountQty: 488, reason: 'damage' },
      { lotId: extra, recountQty: 10, reason: 'unrecorded' },
    ],
  });
  expect(recounted.data).toMatchObject({ diffCount: 2 });
  // R28: the county sees it and cannot settle it.
  expect((await move(await world.as('kzzq_mgr'), 'approve')).code).toBe(403);
  expect(await move(head, 'approve')).toMatchObject({ data: { status: 'posted' } });
  expect([await held(first), await held(second), await held(extra)]).toEqual([300, 488, 10]);
  const posted = await world.sql(
    `select lot_id::int as lot, from_kind, to_kind, qty::int, balance_from::int as left, balance_to::int as got from depot.stock_move where doc_type = 'stocktake' and doc_id = $1 order by qty desc`,
    [id],
  );
  expect(posted).toEqual([
    { lot: second, from_kind: 'depot', to_kind: 'adjust', qty: 12, left: 488, got: null },
    { lot: extra, from_kind: 'adjust', to_kind: 'depot', qty: 10, left: null, got: 10 },
  ]);
  expect(await world.sql('select status from depot.depot where id = $1', [depotId])).toEqual([{ status: 'active' }]);
  await inStock(world, (tx) => postMoves(tx, [into(depotId, first, 1)]));
  // R8: nothing is entered behind a count.
  await expect(
    inStock(world, (tx) => postMoves(tx, [into(depotId, first, 1, { bizDate: dayFromNow(-1) })])),
  ).rejects.toMatchObject({ bizCode: 'counted' });
});

it('is sent back with a reason, or cancelled, and then nothing has moved', async () => {
  const other = await makeDepot(world, 'kzzq_depot1');
  await inStock(world, (tx) => postMoves(tx, [into(other, first, 7)]));
  const form = {
    depotId: other,
    countScope: 'kinds',
    kinds: ['vaccine'],
    materialIds: null,
    blind: false,
    remark: null,
  };
  const made = await keeper.post('pri/depot/inventory/add', {
    ...form,
    counterIds: [await staffOf(world, 'kzzq_depot1')],
  });
  id = made.data.id;
  await move(keeper, 'start');
  expect((await lines())[0]).toMatchObject({ bookQty: 7 });
  await count(keeper, [[first, 9]]);
  await move(keeper, 'finish');
  expect((await move(head, 'back')).code).toBe(422);
  expect(await move(head, 'back', '重盘')).toMatchObject({ data: { status: 'counting' } });
  expect(await move(head, 'cancel', '作废')).toMatchObject({ data: { status: 'cancelled' } });
  expect(await world.sql('select qty::int from depot.stock_balance where depot_id = $1', [other])).toEqual([
    { qty: 7 },
  ]);
  expect(await world.sql('select status from depot.depot where id = $1', [other])).toEqual([{ status: 'active' }]);
});
