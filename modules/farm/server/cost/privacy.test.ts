import { streamXlsxRows } from 'hucre/xlsx';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeMaster, openSession } from '#apps/server/testing/sessions.ts';
import { openWorld, type Person, type World } from '#apps/server/testing/world.ts';
import type { Field } from '#kit/contract/field.ts';
import { type AnyResource, fullName } from '#kit/contract/resource.ts';
import { farm } from '#modules/farm/contract/module.ts';
import { day, unitOf } from '#modules/farm/testing/trade-fixtures.ts';

let world: World;
let authority: Person;
let boss: Person;
beforeAll(async () => {
  world = await openWorld();
  // Every permission there is, in the farm's own county: what stops them is the row rules alone.
  await makeMaster(world, 'money_hunter', 'kzzq_mgr');
  authority = world.person(await openSession(world, 'money_hunter'));
  await makeMaster(world, 'money_owner', 'farm1');
  boss = world.person(await openSession(world, 'money_owner'));
});
afterAll(() => world.close());

const sums = /price|cost|amount|paid|owed|balance|deposit|earned|margin/i;
/** Fields that hold money, by their kind or, where the kind is a mere number, by their name. */
const moneyOf = (resource: AnyResource): string[] =>
  Object.entries(resource.fields as Record<string, Field>).flatMap(([name, one]) =>
    one.kind === 'money' || (['decimal', 'int'].includes(one.kind) && sums.test(name)) ? [name] : [],
  );
/** Rows below the heading; none where the file was refused. */
async function exported(who: Person, resource: AnyResource, id: number): Promise<number> {
  const file = await world.download(who, `${resource.path}/export`, { idArr: [id] });
  if (!file.type.includes('spreadsheetml')) {
    const { code } = JSON.parse(file.bytes.toString());
    if (![403, 404].includes(code)) throw new Error(`${fullName(resource)} export: ${file.bytes.toString()}`);
    return 0;
  }
  let rows = -1;
  for await (const _ of streamXlsxRows(new Blob([new Uint8Array(file.bytes)]).stream())) rows += 1;
  return rows;
}

test('R43 an authority with every permission finds no money of a farm in any list, detail or export of the module; the farm finds some', async () => {
  const found: string[] = [];
  const known: string[] = [];
  const files: string[] = [];
  for (const resource of farm.resources as readonly AnyResource[]) {
    if (resource.scope === 'tenant' || resource.scope === 'global' || !resource.operations.includes('list')) continue;
    const name = fullName(resource);
    const [theirs, ours] = await Promise.all(
      [authority, boss].map((who) => who.get(`${resource.path}/list?pageSize=100`)),
    );
    expect([name, theirs?.code, ours?.code]).toEqual([name, 200, 200]);
    if (moneyOf(resource).length === 0) continue;
    if (theirs?.total) found.push(name);
    if (!ours?.total) continue;
    known.push(name);
    // By its number, as the farm knows it.
    const { id } = ours.data[0];
    if (resource.operations.includes('detail')) {
      expect([name, (await boss.get(`${resource.path}/${id}`)).code]).toEqual([name, 200]);
      if ((await authority.get(`${resource.path}/${id}`)).code !== 404) found.push(`${name} detail`);
    }
    if (resource.operations.includes('export')) {
      if ((await exported(boss, resource, id)) === 1) files.push(name);
      if ((await exported(authority, resource, id)) > 0) found.push(`${name} export`);
    }
  }
  expect(found).toEqual([]);
  expect(known.length).toBeGreaterThanOrEqual(5);
  expect(files.length).toBeGreaterThanOrEqual(3);
});

test('R43 calls that tell sums: refused, empty or without money for an authority; the farm’s hold some', async () => {
  const farmId = await unitOf(world, 'farm1');
  const [batch] = await world.sql<{ id: number }>(
    `select b.id::int as id from farm.slaughter_batch b join farm.slaughter_money m on m.batch_id = b.id
     where b.principal_id = $1 and m.unit_price is not null limit 1`,
    [farmId],
  );
  const [animal] = await world.sql<{ id: number }>(
    `select animal_id::int as id from farm.farm_animal where principal_id = $1 and status = 'live' limit 1`,
    [farmId],
  );
  const sheet = await authority.get(`anm/slaughter/sheet?id=${batch?.id}`);
  expect(sheet.data).toMatchObject({ side: 'reader', money: null });
  expect(sheet.data.lines.every((one: { amount: unknown }) => one.amount === null)).toBe(true);
  expect((await authority.get(`anm/animal/cost?animalId=${animal?.id}`)).code).toBe(404);
  expect((await authority.get(`anm/report/cost?principalId=${farmId}`)).code).toBe(403);
  expect(
    (await authority.get(`anm/report/cost/rows?kind=feed&from=2020-01-01&to=2030-01-01&principalId=${farmId}`)).code,
  ).toBe(403);
  expect((await authority.get('anm/customer/receivables')).data).toMatchObject({ total: 0 });
  expect((await authority.get('anm/expense/sums')).data).toMatchObject({ total: 0 });
  expect((await authority.get('anm/market/warnings?all=true')).data).toEqual([]);
  expect((await authority.get('anm/market/series?product=fatCattle')).data.cost).toBeNull();
  expect((await boss.get(`anm/slaughter/sheet?id=${batch?.id}`)).data.money).not.toBeNull();
  expect((await boss.get('anm/customer/receivables')).data.total).toBeGreaterThan(0);
  expect((await boss.get('anm/expense/sums')).data.total).toBeGreaterThan(0);
});

test('R43 alarms about money reach nobody by region, in rows or in what is pushed', async () => {
  const rows = await world.sql<{ region: string | null }>(
    `select region_code::text as region from platform.alarm where source = 'farm' and alarm_group = 'market'`,
  );
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.every((one) => one.region === null)).toBe(true);
  const seen = await authority.get('sys/alarm/list?group=market&pageSize=100');
  expect(seen.data ?? []).toEqual([]);
  // What goes over the wire names the alarm, never its price: a rule that any price breaks is run by a publication.
  const collector = await world.as('price1');
  const publisher = await world.as('kzzq_mgr');
  await boss.post('anm/marketRule/add', {
    principalId: null,
    product: 'mutton',
    regionCode: 150521000000,
    type: 'above',
    price: 1,
    pct: null,
    days: 10,
    enabled: true,
  });
  await collector.post('anm/marketPrice/grid', {
    onDate: day(0),
    rows: [{ product: 'mutton', market: '推送试验', price: 6543 }],
  });
  const [price] = await world.sql<{ id: number; version: number }>(
    `select id::int as id, version from farm.market_price where market_name = '推送试验'`,
  );
  const told = await publisher.post('anm/marketPrice/transition', {
    ...price,
    name: 'publish',
    form: { confirmOdd: true },
  });
  expect(told.code, told.msg).toBe(200);
  const pushed = await world.sql<{ text: string }>(
    `select payload::text as text from kit.outbox where topic = 'alarm' and payload::text like '%priceAbove%'`,
  );
  expect(pushed.length).toBeGreaterThan(0);
  expect(pushed.filter((one) => /"(price|cost|limit)"|6543|65\.43/.test(one.text))).toEqual([]);
});
