import { afterAll, beforeAll, expect, it } from 'vitest';
import { openWorld, type Person, type World } from '#apps/server/testing/world.ts';
import { registerNeedSource } from '#modules/depot/server/index.ts';
import { requisitionMoved } from '#modules/depot/server/requisition/requisition.ts';
import { addIssued, addReceived } from '#modules/depot/server/requisition/requisition-line.ts';
import { suggestedQty } from '#modules/depot/server/requisition/suggest.ts';
import { postMoves } from '#modules/depot/server/stock/ledger/post.ts';
import {
  dayFromNow,
  inStock,
  makeBox,
  makeDepot,
  makeLot,
  makeMaterial,
  principalOf,
} from '#modules/depot/testing/fixtures.ts';

/** A township asks the county for vaccine: computed, decided line by line, and followed until it has arrived. */
let world: World;
let keeper: Person;
let county: Person;
let askDepotId: number;
let materialId: number;
let plainId: number;
let id: number;

const dueHead = 1000;
const row = async (by: Person = keeper) => (await by.get(`pri/depot/supplies/${id}`)).data;
const move = async (by: Person, name: string, remark?: string) =>
  by.post('pri/depot/supplies/transition', { id, version: (await row()).version, name, remark });
const approve = async (by: Person, lines: object[]) =>
  by.post('pri/depot/supplies/approve', { id, version: (await row()).version, lines });
const wish = (lines: object[], more: object = {}) => ({
  askDepotId,
  purpose: 'season',
  needBy: dayFromNow(10),
  lines,
  ...more,
});

beforeAll(async () => {
  world = await openWorld();
  keeper = await world.as('kzzq_depot1');
  county = await world.as('kzzq_mgr');
  const superior = await makeDepot(world, 'depot1');
  askDepotId = await makeDepot(world, 'kzzq_depot1', { superior_depot_id: superior });
  materialId = await makeMaterial(world);
  plainId = await makeMaterial(world, { kind: 'drug' });
  const lotId = await makeLot(world, materialId);
  const goods = (depotId: number, qty: number, lot = lotId) => ({
    moveKind: 'in' as const,
    materialId,
    lotId: lot,
    from: { kind: 'purveyor' as const },
    to: { kind: 'depot' as const, id: depotId },
    qty,
    bizDate: dayFromNow(-20),
    docType: 'purchaseIn',
  });
  const old = await makeLot(world, materialId, dayFromNow(-1));
  await inStock(world, (tx) =>
    postMoves(tx, [goods(superior, 5000), goods(askDepotId, 200), goods(askDepotId, 70, old)]),
  );
  // Goods that were sent and have not come yet.
  await world.sql(
    `with doc as (
       insert into depot.stock_doc (tenant_no, region_code, principal_id, to_principal_id, doc_no, doc_type, depot_id, to_depot_id, biz_date, status)
       select 1505, d.region_code, d.principal_id, $3, 'DF-TRY-1', 'issueOut', d.id, $2, current_date, 'dispatched' from depot.depot d where d.id = $1 returning id)
     insert into depot.stock_doc_line (tenant_no, doc_id, line_no, material_id, lot_id, unit, unit_qty, factor, qty) select 1505, id, 1, $4, $5, 'dose', 100, 1, 100 from doc`,
    [superior, askDepotId, await principalOf(world, 'kzzq_depot1'), materialId, lotId],
  );
  registerNeedSource(
    'vaccine',
    async (_tx, ask) => new Map(ask.materialIds.includes(materialId) ? [[materialId, dueHead]] : []),
  );
});
afterAll(() => {
  registerNeedSource('vaccine', async () => new Map());
  return world.close();
});

it('acceptance 17, R35: suggests need × 1.05 − on hand − in transit, with its parts, and never below zero', async () => {
  const answer = await keeper.get(
    `pri/depot/supplies/suggest?askDepotId=${askDepotId}&materialIds=${materialId},${plainId}`,
  );
  // 70 more lie there and have run out: nobody can use them.
  expect(answer.data).toMatchObject([
    { materialId, basis: 'need', need: dueHead, onHand: 200, inTransit: 100, suggested: 1050 - 200 - 100 },
    { materialId: plainId, basis: 'none', suggested: null },
  ]);
  expect(suggestedQty(100, 300, 0, 0)).toBe(0);
  expect(suggestedQty(1, 0, 0, 0)).toBe(2);
  expect(suggestedQty(20, 0, 0, 0)).toBe(21);
});

it('R4: asks in whole units, of whom the store draws from, for a day to come', async () => {
  expect(await keeper.post('pri/depot/supplies/add', wish([{ materialId, asked: 0.5 }]))).toMatchObject({
    bizCode: 'unitFraction',
  });
  expect(
    (await keeper.post('pri/depot/supplies/add', wish([{ materialId, asked: 5 }], { needBy: dayFromNow(-1) }))).code,
  ).toBe(422);
  expect(
    (
      await keeper.post(
        'pri/depot/supplies/add',
        wish([
          { materialId, asked: 5 },
          { materialId, asked: 6 },
        ]),
      )
    ).code,
  ).toBe(422);
  const stranger = await principalOf(world, 'farm1');
  expect(
    (await keeper.post('pri/depot/supplies/add', wish([{ materialId, asked: 5 }], { giverPrincipalId: stranger })))
      .code,
  ).toBe(422);
  const made = await keeper.post(
    'pri/depot/supplies/add',
    wish([
      { materialId, asked: 800 },
      { materialId: plainId, asked: 30 },
    ]),
  );
  expect(made.code, JSON.stringify(made)).toBe(200);
  id = made.data.id;
  expect(await row()).toMatchObject({
    status: 'draft',
    asked: 830,
    askPrincipalId: await principalOf(world, 'kzzq_depot1'),
    giverPrincipalId: await principalOf(world, 'kzzq_mgr'),
  });
  const edited = await keeper.post('pri/depot/supplies/edit', {
    id,
    version: made.data.version,
    ...wish([
      { materialId, asked: 900 },
      { materialId: plainId, asked: 40 },
    ]),
  });
  expect(edited.code).toBe(200);
  expect(await move(keeper, 'submit')).toMatchObject({ data: { status: 'submitted' } });
});

it('R35: the approver sees the suggestion beside what both sides have', async () => {
  const lines = (await county.get(`pri/depot/supplies/lines?id=${id}`)).data;
  expect(lines).toMatchObject([
    {
      materialId,
      asked: 900,
      suggested: 750,
      parts: { need: 1000, onHand: 200, inTransit: 100 },
      askerHas: 200,
      askerComing: 100,
      approved: null,
    },
    { materialId: plainId, asked: 40, suggested: null },
  ]);
  expect(lines[0].giverFree).toBeGreaterThanOrEqual(5000);
});

it('R22, R28: is decided by the giver, never beyond what was asked, and nothing only with a reason', async () => {
  const both = (first: number, second: number, reason?: string) => [
    { materialId, approved: first },
    { materialId: plainId, approved: second, reason },
  ];
  expect((await approve(keeper, both(1, 1))).code).toBe(403);
  expect((await approve(await world.as('kzzq_station'), both(1, 1))).code, 'the asker’s own head').toBe(403);
  expect(await approve(county, both(901, 1))).toMatchObject({ bizCode: 'overAsked' });
  expect((await approve(county, both(800, 0))).code).toBe(422);
  expect((await approve(county, [{ materialId, approved: 1 }])).code).toBe(422);
  expect((await row()).status).toBe('submitted');
  expect(await approve(county, both(800, 0, '暂无库存'))).toMatchObject({ data: { status: 'approved' } });
  expect(await row()).toMatchObject({ asked: 940, approved: 800 });
});

it('R36: nothing beyond what was approved can be issued; the paper follows the goods', async () => {
  const goods = (qty: number) => ({ requisitionId: id, materialId, qty });
  const send = (qty: number) =>
    inStock(world, async (tx) => {
      await addIssued(tx, goods(qty));
      await requisitionMoved(tx, id);
    });
  await expect(send(801)).rejects.toMatchObject({ bizCode: 'overApproved' });
  await send(500);
  expect(await row()).toMatchObject({ status: 'issuing', issued: 500, received: 0 });
  expect((await move(keeper, 'withdraw')).code).toBe(409);
  await expect(send(301)).rejects.toMatchObject({ bizCode: 'overApproved' });
  // It came back: as if it had never left.
  await send(-500);
  expect((await row()).status).toBe('approved');
  await send(800);
  await inStock(world, async (tx) => {
    await addReceived(tx, goods(780));
    await requisitionMoved(tx, id);
  });
  expect(await row()).toMatchObject({ status: 'issuing', received: 780 });
  await inStock(world, async (tx) => {
    await addReceived(tx, goods(20));
    await requisitionMoved(tx, id);
  });
  expect(await row()).toMatchObject({ status: 'fulfilled', received: 800 });
});

it('approves many as suggested; a worker asks the own station, whose head decides', async () => {
  const worker = await world.as('kzzq_worker1');
  const boxId = await makeBox(world, 'kzzq_worker1');
  expect((await worker.post('pri/depot/supplies/add', wish([{ materialId, asked: 5 }]))).code, 'not his store').toBe(
    403,
  );
  const made = await worker.post('pri/depot/supplies/add', wish([{ materialId, asked: 60 }], { askDepotId: boxId }));
  expect(made.code, JSON.stringify(made)).toBe(200);
  id = made.data.id;
  await move(worker, 'submit');
  const head = await world.as('kzzq_station');
  const { version } = await row(worker);
  const done = await head.post('pri/depot/supplies/transition', { items: [{ id, version }], name: 'approve' });
  expect(done.data).toEqual({ ok: 1, failed: [] });
  expect(await row(worker)).toMatchObject({ status: 'approved', approved: 60 });
  expect(await move(worker, 'withdraw')).toMatchObject({ data: { status: 'withdrawn' } });
});

it('R28, acceptance 18: another township finds neither store nor paper; the county sees both and posts in none', async () => {
  const [other] = await world.sql<{ username: string }>(
    `select u.username from platform.sys_user u join registry.principal p on p.id = u.principal_id join platform.sys_user_role ur on ur.user_id = u.id
     join platform.sys_role r on r.id = ur.role_id and r.role_code = 'depot_keeper' where p.region_code = 150521102000 and u.status = 'active' limit 1`,
  );
  const { openSession } = await import('#apps/server/testing/sessions.ts');
  const stranger = world.person(await openSession(world, other?.username ?? ''));
  expect((await stranger.get(`pri/depot/supplies/${id}`)).code).toBe(404);
  expect((await stranger.get(`pri/depot/supplies/lines?id=${id}`)).code).toBe(404);
  expect((await stranger.get(`pri/depot/supplies/suggest?askDepotId=${askDepotId}`)).code).toBe(404);
  expect((await county.get(`pri/depot/supplies/${id}`)).code).toBe(200);
  expect((await county.get(`pri/depot/supplies/suggest?askDepotId=${askDepotId}`)).code).toBe(403);
});
