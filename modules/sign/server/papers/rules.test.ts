import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeMaster, openSession } from '#apps/server/testing/sessions.ts';
import { openWorld, type Person, type World } from '#apps/server/testing/world.ts';
import { registerAnimals } from '#modules/registry/server/index.ts';
import { isOfficial } from '#modules/sign/contract/numbers/code.ts';
import { checkNumbers, propose } from '#modules/sign/server/index.ts';
import { categoryOf, dayFromNow, inTags, numbersAt, staffOf, unitOf } from '#modules/sign/testing/fixtures.ts';

/** Rules that stand between one paper and the next. */
let world: World;
let station: Person;
let stationId: number;
let workerId: number;

beforeAll(async () => {
  world = await openWorld();
  station = await world.as('kzzq_station');
  stationId = await unitOf(world, 'kzzq_station');
  workerId = await staffOf(world, 'kzzq_worker1');
});
afterAll(() => world.close());

const kind = async (name: string): Promise<number> => {
  const [row] = await world.sql<{ id: number }>(
    'select id from sign.sign_doc_category where tenant_no = 1505 and kind = $1',
    [name],
  );
  return row?.id as number;
};
const step = (person: Person, path: string, row: { id: number; version: number }, name: string, form: object = {}) =>
  person.post(`${path}/transition`, { id: row.id, version: row.version, name, form });
const wear = async (code: number, eid: string | null = null) => {
  const principalId = await unitOf(world, 'house1');
  const calf = { species: 'cattle', breed: 'simmental', sex: 'female', birthDate: dayFromNow(-12) };
  return inTags(world, (tx) =>
    registerAnimals(tx, {
      entryKind: 'born',
      principalId,
      wornOn: dayFromNow(-1),
      staffId: workerId,
      animals: [{ tag: String(code), ...calf, ...(eid && { electronicTag: eid }) }],
    } as Parameters<typeof registerAnimals>[1]),
  );
};

it('R1: fifteen digits, a species there is, and the county the order is for', async () => {
  expect([215052100000001, 315052100000001].every(isOfficial)).toBe(true);
  expect([415052100000001, 21505210000001, 2150521000000010].some(isOfficial)).toBe(false);
  const [county, prefecture] = [await world.as('sign1'), await world.as('ant_pref1')];
  const order = (
    await county.post('signIn/procurement/add', {
      docCategoryId: await kind('annual'),
      year: 2026,
      needBy: dayFromNow(30),
      reason: '补充',
      files: [],
      lines: [{ categoryId: await categoryOf(world), countyCode: 150521000000, applied: 100, remark: null }],
    })
  ).data;
  const { version } = (await step(county, 'signIn/procurement', order, 'submit')).data;
  const [line] = await world.sql<{ id: number }>('select id from sign.sign_procurement_line where parent_id = $1', [
    order.id,
  ]);
  for (const codeFrom of [315052190000001, 215052390000001])
    expect(
      await prefecture.post('signIn/procurement/approve', {
        id: order.id,
        version,
        supplierId: await unitOf(world, 'tagfac1'),
        lines: [{ id: line?.id, approved: 100, priceCents: 85, mode: 'typed', codeFrom }],
      }),
    ).toMatchObject({ bizCode: 'badCode' });
});

it('R4: what is taken out of stock is on an animal, number by number', async () => {
  const before = await inTags(world, (tx) => checkNumbers(tx));
  const range = await numbersAt(world, 100, { principalId: stationId, staffId: workerId }, 'hand');
  await wear(range.from);
  expect(await inTags(world, (tx) => checkNumbers(tx))).toMatchObject({ worn: before.worn, live: before.live });
  await world.sql(`update sign.tag_use set state = 'voided' where code = $1`, [range.from]);
  const after = await inTags(world, (tx) => checkNumbers(tx));
  expect([after.worn - before.worn, after.live - before.live]).toEqual([1, 1]);
});

it('R15: who applies does not audit', async () => {
  await makeMaster(world, 'sign_alone', 'sign1');
  const alone = world.person(await openSession(world, 'sign_alone'));
  const order = (
    await alone.post('signIn/procurement/add', {
      docCategoryId: await kind('annual'),
      year: 2026,
      needBy: dayFromNow(30),
      reason: '补充',
      files: [],
      lines: [{ categoryId: await categoryOf(world), countyCode: 150521000000, applied: 100, remark: null }],
    })
  ).data;
  const sent = (await step(alone, 'signIn/procurement', order, 'submit')).data;
  const own = { id: order.id, version: sent.version };
  expect(await step(alone, 'signIn/procurement', own, 'audit')).toMatchObject({ bizCode: 'samePerson' });
  const prefecture = await world.as('ant_pref1');
  expect((await step(prefecture, 'signIn/procurement', own, 'audit')).data.status).toBe('audited');
});

it('R32: who has a difference to explain is issued nothing until it is closed', async () => {
  const range = await numbersAt(world, 100, { principalId: stationId, staffId: null }, 'stock');
  const [count] = await world.sql<{ id: number }>(
    `insert into sign.sign_stocktake (tenant_no, region_code, doc_no, principal_id, staff_id, book, seen, missing, status)
     values (1505, 150521101000, 'EC-T', $1, $2, 100, 95, 5, 'counted') returning id`,
    [stationId, workerId],
  );
  const form = {
    docCategoryId: await kind('issueWorker'),
    toPrincipalId: stationId,
    toStaffId: workerId,
    reason: null,
    crossCounty: false,
    handSign: [],
    lines: [
      {
        categoryId: await categoryOf(world),
        codeFrom: String(range.from),
        codeTo: String(range.from + 9),
        count: 10,
        packNo: null,
        remark: null,
      },
    ],
  };
  const paper = (await station.post('signIn/stockOut/add', form)).data;
  expect(await step(station, 'signIn/stockOut', paper, 'issue')).toMatchObject({ bizCode: 'countFirst' });
  await world.sql(`update sign.sign_stocktake set status = 'closed', counted_on = current_date where id = $1`, [
    count?.id,
  ]);
  expect(['issued', 'pending']).toContain((await step(station, 'signIn/stockOut', paper, 'issue')).data.status);
});

it('R47: unused numbers handed in lie on the shelf, and the bag that is open goes out first', async () => {
  const categoryId = await categoryOf(world);
  const holder = { principalId: stationId, staffId: null };
  const range = await numbersAt(world, 200, holder, 'stock', { on: dayFromNow(-19) });
  await world.sql(
    `insert into sign.tag_pack (tenant_no, region_code, pack_no, level, scheme, category_id, code_from, code_to, count, opened_on)
     values (1505, 150521101000, 'B-T1', 'bag', 'cn.eartag', $1, $2, $3, 100, null),
       (1505, 150521101000, 'B-T2', 'bag', 'cn.eartag', $1, $4, $5, 100, current_date)`,
    [categoryId, range.from, range.from + 99, range.from + 100, range.to],
  );
  await world.sql(
    `update sign.tag_segment set hold_id = (select min(id) from sign.tag_hold)
     where principal_id = $1 and staff_id is null and place = 'stock' and code_from <> $2`,
    [stationId, range.from],
  );
  const { ranges } = await inTags(world, (tx) => propose(tx, holder, categoryId, 110));
  expect(ranges[0]).toMatchObject({ from: range.from, to: range.from + 99, packNo: 'B-T1' });
  expect(ranges[1], 'the rest from the open bag').toMatchObject({ from: range.from + 100, packNo: 'B-T2' });
  const { data } = await station.post('sign/recovery/recoverAll', { staffId: workerId, reason: 'leave' });
  let version = 0;
  for (const name of ['seal', 'hand', 'receive']) {
    const moved = await step(station, 'sign/recovery', { id: data.id, version }, name);
    expect([name, moved.code]).toEqual([name, 200]);
    version = moved.data.version;
  }
  const [left] = await world.sql<{ hand: number }>(
    'select coalesce(sum(hand), 0)::int as hand from sign.tag_balance where staff_id = $1',
    [workerId],
  );
  expect(left?.hand).toBe(0);
});

it('R54: an electronic tag without its pair is worn only with its chip read, which makes the pair', async () => {
  const range = await numbersAt(world, 100, { principalId: stationId, staffId: workerId }, 'hand', { category: 'CEL' });
  await expect(wear(range.from)).rejects.toMatchObject({ bizCode: 'chipNeeded' });
  await wear(range.from, '156000000000901');
  const pairs = await world.sql('select eid, source from sign.tag_pair where code = $1', [range.from]);
  expect(pairs).toMatchObject([{ eid: '156000000000901', source: 'wear' }]);
});
