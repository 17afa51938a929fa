import { afterAll, beforeAll, expect, it } from 'vitest';
import { openWorld, type Person, type World } from '#apps/server/testing/world.ts';
import { categoryOf, dayFromNow, numbersAt, staffOf, unitOf } from '#modules/sign/testing/fixtures.ts';

/** Papers by which numbers change hands, through the calls people make. */
let world: World;
let county: Person;
let colleague: Person;
let station: Person;
let worker: Person;
let prefecture: Person;
let factory: Person;
let countyId: number;
let stationId: number;
let workerId: number;
let category: number;

beforeAll(async () => {
  world = await openWorld();
  [county, colleague, station, worker, prefecture, factory] = (await Promise.all(
    ['sign1', 'sign2', 'kzzq_station', 'kzzq_worker1', 'ant_pref1', 'tagfac1'].map((name) => world.as(name)),
  )) as [Person, Person, Person, Person, Person, Person];
  countyId = await unitOf(world, 'sign1');
  stationId = await unitOf(world, 'kzzq_station');
  workerId = await staffOf(world, 'kzzq_worker1');
  category = await categoryOf(world);
});
afterAll(() => world.close());

const kind = async (name: string): Promise<number> => {
  const [row] = await world.sql<{ id: number }>(
    'select id from sign.sign_doc_category where tenant_no = 1505 and kind = $1',
    [name],
  );
  return row?.id as number;
};
const line = (range: { from: number; to: number }) => ({
  categoryId: category,
  codeFrom: String(range.from),
  codeTo: String(range.to),
  count: range.to - range.from + 1,
  packNo: null,
  remark: null,
});
const paper = async (
  person: Person,
  kindName: string,
  to: { principalId: number; staffId: number | null },
  range: { from: number; to: number },
  more = {},
) =>
  person.post('signIn/stockOut/add', {
    docCategoryId: await kind(kindName),
    toPrincipalId: to.principalId,
    toStaffId: to.staffId,
    reason: null,
    crossCounty: false,
    handSign: [],
    lines: [line(range)],
    ...more,
  });
const move = (
  person: Person,
  path: string,
  { id, version }: { id: number; version: number },
  name: string,
  form?: object,
  remark?: string,
) => person.post(`${path}/transition`, { id, version, name, ...(form && { form }), ...(remark && { remark }) });
const receivingOf = async (sourceId: number) => {
  const [row] = await world.sql<{ id: number; version: number }>(
    'select id, version from sign.sign_receiving where source_id = $1 order by id desc limit 1',
    [sourceId],
  );
  return row as { id: number; version: number };
};
const linesOf = async (id: number) =>
  world.sql<{ id: number; lo: string }>(
    'select id, code_from as lo from sign.sign_receiving_line where parent_id = $1 order by line_no',
    [id],
  );
const placeOf = async (code: number) => {
  const [row] = await world.sql<{ place: string }>(
    'select place from sign.tag_segment where code_from <= $1 and code_to >= $1',
    [code],
  );
  return row?.place;
};

it('1: an order is in whole bags (R14), needs a reason above the need, comes back with its reasons and keeps its number (R17)', async () => {
  const form = {
    docCategoryId: await kind('annual'),
    year: 2026,
    needBy: dayFromNow(30),
    reason: null,
    files: [],
    lines: [{ categoryId: category, countyCode: 150521000000, applied: 150, remark: null }],
  };
  expect(await county.post('signIn/procurement/add', form)).toMatchObject({ bizCode: 'notWholeBag' });
  const other = { ...form, lines: [{ ...form.lines[0], applied: 100, countyCode: 150522000000 }] };
  expect(await county.post('signIn/procurement/add', other), 'R13').toMatchObject({ bizCode: 'wrongCounty' });
  const big = { ...form, lines: [{ ...form.lines[0], applied: 90_000 }] };
  const { data } = await county.post('signIn/procurement/add', big);
  expect(await move(county, 'signIn/procurement', data, 'submit')).toMatchObject({ bizCode: 'reasonNeeded' });
  const row = (await county.get(`signIn/procurement/${data.id}`)).data;
  const edited = (
    await county.post('signIn/procurement/edit', {
      ...big,
      id: data.id,
      version: row.version,
      reason: '集中佩戴',
      lines: row.lines.map(({ id, categoryId, countyCode, applied }: Record<string, unknown>) => ({
        id,
        categoryId,
        countyCode,
        applied,
        remark: null,
      })),
    })
  ).data;
  const sent = (await move(county, 'signIn/procurement', edited, 'submit')).data;
  const rejected = await prefecture.post('signIn/procurement/reject', {
    id: data.id,
    version: sent.version,
    opinion: '超出需求',
    lines: [{ id: row.lines[0].id, rejectCode: 'overNeed', rejectText: '按需求核减', suggested: 1000 }],
  });
  expect(rejected.data.status).toBe('rejected');
  const { data: told } = await county.get(`signIn/procurement/progress?id=${data.id}`);
  expect(told.lines[0]).toMatchObject({ rejectCode: 'overNeed', suggested: 1000 });
  expect((await county.get(`signIn/procurement/${data.id}`)).data.docNo).toBe(row.docNo);
});

it('2, 3: approved with the next numbers of the pool (R11), made with gaps, packed without overlaps (R20), shipped, signed for (R19)', async () => {
  const form = {
    docCategoryId: await kind('annual'),
    year: 2026,
    needBy: dayFromNow(30),
    reason: '补充',
    files: [],
    lines: [{ categoryId: category, countyCode: 150521000000, applied: 400, remark: null }],
  };
  const { data } = await county.post('signIn/procurement/add', form);
  const sent = (await move(county, 'signIn/procurement', data, 'submit')).data;
  expect(
    await county.post('signIn/procurement/approve', { id: data.id, version: sent.version, supplierId: 1, lines: [] }),
  ).toMatchObject({ code: 403 });
  const [pool] = await world.sql<{ next: number }>(
    'select next_serial as next from sign.tag_number_pool where species_digit = 2 and county_code = 150521000000 and scheme = $1',
    ['cn.eartag'],
  );
  const [own] = await world.sql<{ id: number }>('select id from sign.sign_procurement_line where parent_id = $1', [
    data.id,
  ]);
  const supplierId = await unitOf(world, 'tagfac1');
  const over = await prefecture.post('signIn/procurement/approve', {
    id: data.id,
    version: sent.version,
    supplierId,
    lines: [{ id: own?.id, approved: 500, priceCents: 85, mode: 'auto' }],
  });
  expect(over, 'R16').toMatchObject({ bizCode: 'overApplied' });
  const approved = await prefecture.post('signIn/procurement/approve', {
    id: data.id,
    version: sent.version,
    supplierId,
    contractNo: 'HT-1',
    lines: [{ id: own?.id, approved: 400, priceCents: 85, mode: 'auto' }],
  });
  const [range] = approved.data.ranges;
  expect(range.count).toBe(400);
  expect(range.from % 100_000_000).toBeGreaterThanOrEqual(pool?.next ?? 0);
  const [money] = await world.sql<{ cents: number }>(
    'select amount_cents as cents from sign.sign_procurement_money where procurement_id = $1',
    [data.id],
  );
  expect(money?.cents, 'R18').toBe(34_000);
  const again = (await county.post('signIn/procurement/add', form)).data;
  const typed = (await move(county, 'signIn/procurement', again, 'submit')).data;
  const [line2] = await world.sql<{ id: number }>('select id from sign.sign_procurement_line where parent_id = $1', [
    again.id,
  ]);
  expect(
    await prefecture.post('signIn/procurement/approve', {
      id: again.id,
      version: typed.version,
      supplierId,
      lines: [{ id: line2?.id, approved: 400, priceCents: 85, mode: 'typed', codeFrom: range.from + 100 }],
    }),
  ).toMatchObject({ bizCode: 'overlap' });

  const producing = (
    await move(factory, 'signIn/procurement', { id: data.id, version: approved.data.version }, 'produce')
  ).data;
  expect(producing.status).toBe('producing');
  const made = await factory.post('signIn/procurement/made', {
    id: data.id,
    made: [
      { from: range.from, to: range.from + 199 },
      { from: range.from + 237, to: range.to },
    ],
    skipped: [{ from: range.from + 200, to: range.from + 236 }],
  });
  expect(made.data).toMatchObject({ produced: 363, skipped: 37, left: 0 });
  const shipment = (
    await factory.post('signIn/shipment/add', { procurementId: data.id, carrier: null, waybill: null, remark: null })
  ).data;
  const packs = [
    { packNo: `T1-${data.id}`, level: 'box', from: range.from, to: range.from + 199 },
    {
      packNo: `T2-${data.id}`,
      level: 'box',
      from: range.from + 150,
      to: range.to,
      missing: `${range.from + 200}-${range.from + 236}`,
    },
  ];
  const bad = await factory.post('signIn/shipment/packs', { id: shipment.id, mode: 'commit', rows: packs });
  expect(bad.data.errors).toHaveLength(2);
  expect((await factory.get(`signIn/shipment/packList?id=${shipment.id}`)).data).toEqual([]);
  const unmade = await factory.post('signIn/shipment/packs', {
    id: shipment.id,
    mode: 'check',
    rows: [{ packNo: 'U', level: 'box', from: range.from + 190, to: range.from + 210 }],
  });
  expect(unmade.data.errors).toHaveLength(1);
  const good = await factory.post('signIn/shipment/packs', {
    id: shipment.id,
    mode: 'commit',
    rows: [packs[0], { ...packs[1], from: range.from + 200 }],
  });
  expect(good.data).toMatchObject({ errors: [], boxes: 2, count: 363 });
  const now = (await factory.get(`signIn/shipment/${shipment.id}`)).data;
  expect((await move(factory, 'signIn/shipment', now, 'ship')).data.status).toBe('shipped');

  const receiving = await receivingOf(shipment.id);
  const scanned = await county.post('signIn/receiving/scan', { id: receiving.id, text: packs[0]?.packNo });
  expect(scanned.data, 'R21').toMatchObject({ count: 200, already: false });
  expect((await county.post('signIn/receiving/scan', { id: receiving.id, text: packs[0]?.packNo })).data.already).toBe(
    true,
  );
  expect(await county.post('signIn/receiving/scan', { id: receiving.id, text: 'NO-SUCH' })).toMatchObject({
    bizCode: 'unknownPack',
  });
  const lines = await linesOf(receiving.id);
  const signed = await county.post('signIn/receiving/sign', {
    id: receiving.id,
    version: receiving.version,
    lines: lines.map((one, at) => ({ id: one.id, result: at === 0 ? 'ok' : 'short' })),
  });
  expect(signed.data, 'R25').toMatchObject({ status: 'partSigned', received: 200, open: 163 });
  expect(await placeOf(range.from), '4').toBe('received');
  expect(await placeOf(range.to)).toBe('inTransit');

  const { data: open } = await county.get('signIn/storage/purchases');
  const chosen = open.find((one: { procurementId: number }) => one.procurementId === data.id);
  const storing = {
    procurementId: data.id,
    receivingIds: chosen.receivingIds,
    depotId: null,
    shelf: 'A1',
    countedBoxes: 1,
    countedBags: 2,
    remark: null,
    lines: chosen.lines.map(({ categoryId, codeFrom, codeTo, count }: Record<string, unknown>) => ({
      categoryId,
      codeFrom,
      codeTo,
      count,
      packNo: null,
      result: 'ok',
      reason: null,
      remark: null,
    })),
  };
  const mine = (await county.post('signIn/storage/add', storing)).data;
  expect(await move(county, 'signIn/storage', mine, 'store'), 'R26').toMatchObject({ bizCode: 'samePerson' });
  expect((await move(colleague, 'signIn/storage', mine, 'store')).data.status, 'R27').toBe('stored');
  expect(await placeOf(range.from)).toBe('stock');
  const settled = await factory.post('signIn/receiving/settle', {
    id: receiving.id,
    version: signed.data.version,
    remark: '补发',
    lines: lines.slice(1).map((one) => ({ id: one.id, how: 'back' })),
  });
  expect(settled.code).toBe(403);
}, 60_000);

it('8, R22, R24, R30: over the quota the county decides; the worker alone signs, and what he signs for is in his hand', async () => {
  const range = await numbersAt(world, 400, { principalId: stationId, staffId: null }, 'stock');
  const made = await paper(station, 'issueWorker', { principalId: stationId, staffId: workerId }, range);
  const asked = (await move(station, 'signIn/stockOut', made.data, 'issue')).data;
  expect(asked.status).toBe('pending');
  const cleared = (
    await move(county, 'signIn/stockOut', { id: made.data.id, version: asked.version }, 'approve', { opinion: '同意' })
  ).data;
  expect(cleared.status).toBe('draft');
  const issued = (await move(station, 'signIn/stockOut', { id: made.data.id, version: cleared.version }, 'issue')).data;
  expect(issued.status).toBe('issued');
  expect(await placeOf(range.from)).toBe('inTransit');
  const receiving = await receivingOf(made.data.id);
  const lines = (await linesOf(receiving.id)).map((one) => ({ id: one.id, result: 'ok' }));
  const body = { id: receiving.id, version: receiving.version, lines };
  expect((await station.post('signIn/receiving/sign', body)).code).toBe(403);
  expect(await county.post('signIn/receiving/sign', body), 'by proxy only with a photo').toMatchObject({
    bizCode: 'photoNeeded',
  });
  for (let time = 0; time < 3; time += 1)
    expect((await worker.post('signIn/receiving/sign', body)).data.status).toBe('signed');
  expect(await placeOf(range.from)).toBe('hand');
  const moves = await world.sql('select 1 from sign.tag_move where code_from = $1 and to_place = $2', [
    range.from,
    'hand',
  ]);
  expect(moves, '6: sent three times it stands once').toHaveLength(1);
});

it('9, R28, R29, R31: wrong county, wrong level and who has left are refused', async () => {
  const far = await numbersAt(world, 100, { principalId: countyId, staffId: null }, 'stock', { county: 150523 });
  expect(await paper(county, 'issueUnit', { principalId: stationId, staffId: null }, far)).toMatchObject({
    bizCode: 'wrongCounty',
  });
  const near = await numbersAt(world, 100, { principalId: countyId, staffId: null }, 'stock');
  expect(await paper(county, 'issueWorker', { principalId: stationId, staffId: workerId }, near)).toMatchObject({
    bizCode: 'wrongLevel',
  });
  const own = await numbersAt(world, 100, { principalId: stationId, staffId: null }, 'stock');
  const mate = await staffOf(world, 'kzzq_worker2');
  await world.sql(`update registry.staff set status = 'left', left_on = hired_on where id = $1`, [mate]);
  expect(await paper(station, 'issueWorker', { principalId: stationId, staffId: mate }, own)).toMatchObject({
    bizCode: 'inactiveReceiver',
  });
  await world.sql(`update registry.staff set status = 'active', left_on = null where id = $1`, [mate]);
});

it('R33: a hand-over is cancelled while nothing of it is signed, and the numbers are where they were', async () => {
  const range = await numbersAt(world, 100, { principalId: countyId, staffId: null }, 'stock');
  const made = (await paper(county, 'issueUnit', { principalId: stationId, staffId: null }, range)).data;
  const issued = (await move(county, 'signIn/stockOut', made, 'issue')).data;
  const back = await move(
    county,
    'signIn/stockOut',
    { id: made.id, version: issued.version },
    'cancel',
    undefined,
    '发错',
  );
  expect(back.data.status).toBe('cancelled');
  expect(await placeOf(range.from)).toBe('stock');
  expect(await world.sql('select 1 from sign.sign_receiving where source_id = $1', [made.id])).toEqual([]);
});

it('16, R48, R49: 60 lost need the prefecture and a police number; found brings back exactly those', async () => {
  const range = await numbersAt(world, 60, { principalId: stationId, staffId: workerId }, 'hand');
  const form = {
    kind: 'lost',
    happenedOn: dayFromNow(-1),
    happenedAt: null,
    witness: '王五',
    photos: [],
    policeNo: 'J-7',
    liable: null,
    lines: [line(range)],
  };
  const made = (await worker.post('signIn/scrap/add', form)).data;
  const sent = (await move(worker, 'signIn/scrap', made, 'submit')).data;
  expect(await placeOf(range.from)).toBe('scrapPending');
  const checked = (await move(station, 'signIn/scrap', { id: made.id, version: sent.version }, 'check', {})).data;
  expect(checked.status).toBe('checked');
  const paperNow = { id: made.id, version: checked.version };
  expect(await move(county, 'signIn/scrap', paperNow, 'approve', {})).toMatchObject({ bizCode: 'prefectureNeeded' });
  const approved = (await move(prefecture, 'signIn/scrap', paperNow, 'approve', {})).data;
  expect(await placeOf(range.from)).toBe('lost');
  const found = await move(prefecture, 'signIn/scrap', { id: made.id, version: approved.version }, 'find', {
    codes: `${range.from}-${range.from + 9}`,
  });
  expect(found.data.status).toBe('found');
  expect([await placeOf(range.from), await placeOf(range.from + 9), await placeOf(range.from + 10)]).toEqual([
    'hand',
    'hand',
    'lost',
  ]);
});

it('15, R44, R46: only ended numbers go into a bag; a missing code is named; two people destroy', async () => {
  const plant = await world.as('plant1');
  const ended = await world.sql<{ code: number }>(
    `select code from sign.tag_use u where u.tenant_no = 1505 and state = 'ended' and not exists (select 1 from sign.sign_recovery_line l where l.scan_key = u.code || '-' || u.code) order by code limit 5`,
  );
  const [alive] = await world.sql<{ code: number }>(
    `select code from sign.tag_use where tenant_no = 1505 and scheme = 'cn.eartag' and state = 'worn'
     order by code limit 1`,
  );
  const bag = (
    await plant.post('sign/recovery/add', {
      kind: 'worn',
      bagNo: 'FQ-T1',
      reason: 'slaughter',
      unreadable: 0,
      remark: null,
    })
  ).data;
  const texts = [...ended.map((one) => String(one.code)), String(alive?.code), '123'];
  const first = await plant.post('sign/recovery/scan', { id: bag.id, texts });
  expect(first.data.results.map((one: { bizCode: string | null }) => one.bizCode)).toEqual([
    ...ended.map(() => null),
    'animalAlive',
    'badCode',
  ]);
  const again = await plant.post('sign/recovery/scan', { id: bag.id, texts });
  expect(again.data.count, 'sent twice it stands once').toBe(ended.length);
  const other = (
    await plant.post('sign/recovery/add', {
      kind: 'worn',
      bagNo: 'FQ-T2',
      reason: 'slaughter',
      unreadable: 0,
      remark: null,
    })
  ).data;
  const twice = await plant.post('sign/recovery/scan', { id: other.id, texts: [String(ended[0]?.code)] });
  expect(twice.data.results[0]).toMatchObject({ ok: false, bizCode: 'inBag' });
});
