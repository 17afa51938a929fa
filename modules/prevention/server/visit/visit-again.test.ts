import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openWorld, type Person, type World } from '#apps/server/testing/world.ts';
import { sweepTempFiles } from '#kit/server/files/sweep.ts';
import { dayFromNow, inStock, makeBox, makeLot, makeMaterial, postMoves } from '#modules/depot/testing/fixtures.ts';
import {
  type Arms,
  arm,
  beginSeason,
  endSeasons,
  newHerd,
  picture,
  planOf,
  sheet,
} from '#modules/prevention/testing/season-fixtures.ts';

/** Sheets that are sent again, that waited as drafts, and that empty more than one bottle. */
let world: World;
let worker: Person;
let seasonId: number;
let arms: Arms;
beforeAll(async () => {
  world = await openWorld();
  worker = await world.as('kzzq_worker1');
  await endSeasons(world);
  arms = await arm(world, 'kzzq_worker1', 5000);
  seasonId = await beginSeason(world, await world.as('ant_pref1'));
});
afterAll(() => world.close());

const held = async (lotId: number) => {
  const [row] = await world.sql<{ n: number }>('select sum(qty)::int as n from depot.stock_balance where lot_id = $1', [
    lotId,
  ]);
  return row?.n ?? 0;
};
const visitsOf = (clientKey: string) =>
  world.sql<{ id: number; status: string }>(
    'select id::int as id, status from prevention.immunisation_visit where client_key = $1',
    [clientKey],
  );
const fileOf = async (id: number) =>
  (await world.sql('select status, biz_id::int as "visitId" from kit.file where id = $1', [id]))[0];
const logged = async (visitId: number) =>
  (
    await world.sql<{ n: number }>(
      `select count(*)::int as n from kit.oper_log where entity = 'immunisationVisit' and entity_id = $1 and action = 'add'`,
      [visitId],
    )
  )[0]?.n;

it('R21: the same visit told again with another ending is answered as it was first, under the same key or another, and takes its doses once', async () => {
  const herd = await newHerd(world, 'kzzq_worker1', 3);
  const [young] = herd.animalIds as [number];
  await world.sql('update registry.animal set birth_date = $2 where id = $1', [young, dayFromNow(-20)]);
  const before = await held(arms.lotId);
  const body = sheet(herd, herd.animalIds, arms, await picture(world, worker));
  const tell = (endedAt: string, key: string) =>
    worker.post('ant/visit/add', { ...body, endedAt }, { 'idempotency-key': key });
  const first = await tell(`${dayFromNow(0)}T10:00:00+08:00`, body.clientKey);
  expect(first, JSON.stringify(first)).toMatchObject({ code: 200, data: { accepted: 2 } });
  expect(first.data.refused).toHaveLength(1);
  for (const key of [body.clientKey, randomUUID()]) {
    const again = await tell(`${dayFromNow(0)}T11:30:00+08:00`, key);
    expect(again, JSON.stringify(again)).toMatchObject({ code: 200, data: first.data, msg: first.msg });
  }
  // The engine forgets keys after some days; the visit does not.
  await world.sql('delete from kit.idempotency_key where key like $1', [`%${body.clientKey}`]);
  const late = await tell(`${dayFromNow(0)}T12:00:00+08:00`, randomUUID());
  expect(late).toMatchObject({ code: 200, data: { id: first.data.id, docNo: first.data.docNo, accepted: 2 } });
  expect(await held(arms.lotId)).toBe(before - 2);
  expect(await visitsOf(body.clientKey)).toEqual([{ id: first.data.id, status: 'submitted' }]);
  expect(await logged(first.data.id)).toBe(1);
});

it('R21: told twice at the same moment it is one visit', async () => {
  const herd = await newHerd(world, 'kzzq_worker1', 2);
  const before = await held(arms.lotId);
  const body = sheet(herd, herd.animalIds, arms, await picture(world, worker));
  const told = await Promise.all([9, 10, 11].map((n) => worker.post('ant/visit/add', { ...body, remark: `${n}` })));
  expect(told.map((one) => one.code)).toEqual([200, 200, 200]);
  expect(new Set(told.map((one) => one.data.id)).size).toBe(1);
  expect(await held(arms.lotId)).toBe(before - 2);
});

it('a draft keeps its pictures as long as it stands, and the visit it becomes has them', async () => {
  const herd = await newHerd(world, 'kzzq_worker1', 1);
  const [kept, dropped, late] = [
    await picture(world, worker),
    await picture(world, worker),
    await picture(world, worker),
  ];
  const { skipRefused: _, ...body } = sheet(herd, herd.animalIds, arms, kept);
  const draft = await worker.post('ant/visit/draft', { ...body, photos: [kept, dropped] });
  expect(draft, JSON.stringify(draft)).toMatchObject({ code: 200 });
  const ids = [kept, dropped];
  await world.sql("update kit.file set created_at = now() - interval '3 days' where id = any ($1)", [ids]);
  await sweepTempFiles(world.database);
  for (const id of ids) expect(await fileOf(id)).toEqual({ status: 'linked', visitId: draft.data.id });
  // Taken out of the draft, a picture hangs on nothing any more.
  expect((await worker.post('ant/visit/draft', body)).code).toBe(200);
  await sweepTempFiles(world.database);
  expect(await fileOf(dropped)).toBeUndefined();
  const saved = await worker.post('ant/visit/add', { ...body, photos: [kept, late], skipRefused: true });
  expect(saved, JSON.stringify(saved)).toMatchObject({ code: 200, data: { id: draft.data.id } });
  for (const id of [kept, late]) expect(await fileOf(id)).toEqual({ status: 'linked', visitId: draft.data.id });
  expect((await worker.get(`ant/visit/${draft.data.id}`)).data.photos).toEqual([kept, late]);
});

it('a draft that is thrown away takes its pictures along, and nobody hangs the picture of another on a draft', async () => {
  const herd = await newHerd(world, 'kzzq_worker1', 1);
  const { skipRefused: _, ...body } = sheet(herd, herd.animalIds, arms, await picture(world, worker));
  const strange = await picture(world, await world.as('kzzq_station'));
  expect((await worker.post('ant/visit/draft', { ...body, photos: [strange] })).code).toBe(422);
  const draft = await worker.post('ant/visit/draft', body);
  const removed = await worker.post('ant/visit/remove', { idArr: [draft.data.id] });
  expect(removed, JSON.stringify(removed)).toMatchObject({ code: 200 });
  await sweepTempFiles(world.database);
  expect(await fileOf(body.photos[0] as number)).toBeUndefined();
});

it('R12: where no lot is told the first to run out is emptied and the next one opened; ledger, lines and figures agree', async () => {
  const boxId = await makeBox(world, 'kzzq_worker1');
  const materialId = await makeMaterial(world, { vaccine_code: 'fmdOA' });
  const [old, fresh] = [
    await makeLot(world, materialId, dayFromNow(50)),
    await makeLot(world, materialId, dayFromNow(90)),
  ] as [number, number];
  const into = (lotId: number, qty: number) =>
    ({
      moveKind: 'in',
      materialId,
      lotId,
      from: { kind: 'purveyor' },
      to: { kind: 'depot', id: boxId },
      qty,
      bizDate: dayFromNow(-9),
      docType: 'issueOut',
    }) as const;
  await inStock(world, (tx) => postMoves(tx, [into(old, 2), into(fresh, 9)]));
  const herd = await newHerd(world, 'kzzq_worker1', 5);
  const before = await planOf(world, seasonId, herd.principalId);
  const untagged = { cattle: { calf: 3 } };
  const bodyOf = async (n: typeof untagged) =>
    sheet(herd, herd.animalIds, arms, await picture(world, worker), {
      lines: [{ vaccineCode: 'fmdOA', materialId, untagged: n }],
      foundUntagged: n,
    });
  const body = await bodyOf(untagged);
  const { skipRefused: _, ...asked } = body;
  const checked = await worker.post('ant/visit/check', asked);
  expect(checked.data.doses).toEqual([{ lineNo: 1, doses: 8, held: 11 }]);
  const saved = await worker.post('ant/visit/add', body);
  expect(saved, JSON.stringify(saved)).toMatchObject({ code: 200, data: { accepted: 5 } });
  expect([await held(old), await held(fresh)]).toEqual([0, 3]);
  const lines = await world.sql(
    `select line_no as "lineNo", lot_id::int as "lotId", tagged_head as tagged, untagged, doses_used as doses from prevention.immunisation_line where visit_id = $1 order by line_no`,
    [saved.data.id],
  );
  expect(lines).toEqual([
    { lineNo: 1, lotId: old, tagged: 2, untagged: {}, doses: 2 },
    { lineNo: 2, lotId: fresh, tagged: 3, untagged: untagged, doses: 6 },
  ]);
  const given = await world.sql<{ no: number; n: number }>(
    'select line_nos[1] as no, count(*)::int as n from prevention.immunisation_animal where visit_id = $1 group by 1 order by 1',
    [saved.data.id],
  );
  expect(given).toEqual([
    { no: 1, n: 2 },
    { no: 2, n: 3 },
  ]);
  const tally = await world.sql(
    'select disease_code as code, tagged, untagged from prevention.immunisation_tally where visit_id = $1 order by 1',
    [saved.data.id],
  );
  expect(tally).toEqual([
    { code: '*', tagged: 5, untagged: 3 },
    { code: 'fmd', tagged: 5, untagged: 3 },
  ]);
  expect((await planOf(world, seasonId, herd.principalId)).done).toBe(before.done + 8);
  const { version } = (await worker.get(`ant/visit/${saved.data.id}`)).data;
  const back = await worker.post('ant/visit/transition', {
    id: saved.data.id,
    version,
    name: 'takeBack',
    remark: '写错了',
  });
  expect(back.code).toBe(200);
  expect([await held(old), await held(fresh)]).toEqual([2, 9]);
  // One more than both hold.
  const short = await worker.post('ant/visit/add', await bodyOf({ cattle: { calf: 7 } }));
  expect(short).toMatchObject({ code: 500, bizCode: 'notHeld' });
  expect([await held(old), await held(fresh)]).toEqual([2, 9]);
});
