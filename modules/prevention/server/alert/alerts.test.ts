import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorld, type World } from '#apps/server/testing/world.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import { alertsOf } from '#modules/prevention/server/alert/clock.ts';
import { checkFigures } from '#modules/prevention/server/alert/figures.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const inTenant = <T>(work: Parameters<typeof world.database.transaction<T>>[1]) =>
  world.database.transaction(systemScope(1505, 'test'), work);
const openOf = (kind: string) =>
  world.sql<{ key: string; id: number }>(
    "select dedup_key as key, id::int from platform.alarm where tenant_no = 1505 and kind = $1 and status <> 'closed' order by 1",
    [kind],
  );

test('the screen shows what the records of the demo bear out, and closed ones behind it', async () => {
  const county = await world.as('ant_cty1');
  const chief = await world.as('ant_pref1');
  const counts = (await chief.get('ant/alert/counts')).data;
  // What runs out or is put off depends on the day the demo was made for.
  expect(counts.map((one: { kind: string }) => one.kind)).toEqual(
    expect.arrayContaining(['uncovered', 'zeroVillage', 'positive', 'antibodyLow']),
  );
  const list = await chief.get('ant/alert/list?isOpen=true&pageSize=50');
  expect(list.total).toBeGreaterThanOrEqual(7);
  expect(counts.reduce((sum: number, one: { n: number }) => sum + one.n, 0)).toBe(list.total);
  expect(list.data[0].title).not.toContain('{');
  expect((await county.get('ant/alert/list?isOpen=false')).total).toBeGreaterThanOrEqual(10);
  // Alarms of other sources are not among them, and cannot be closed from here.
  const [foreign] = await world.sql(
    "select id::int, version from platform.alarm where tenant_no = 1505 and source = 'registry' and status = 'open' limit 1",
  );
  expect((await county.post('ant/alert/ack', foreign)).code).toBe(404);
});

test('acknowledged and closed with a word; nobody without the right does', async () => {
  const county = await world.as('ant_pref1');
  const [one] = (await county.get('ant/alert/list?kind=antibodyLow')).data;
  expect((await (await world.as('tl_leader')).post('ant/alert/ack', { id: one.id, version: one.version })).code).toBe(
    403,
  );
  const acked = await county.post('ant/alert/ack', { id: one.id, version: one.version });
  expect(acked.data.status).toBe('acked');
  const closed = await county.post('ant/alert/close', {
    id: one.id,
    version: acked.data.version,
    closeReason: 'handled',
    closeNote: '已组织补免',
  });
  expect(closed.data.status).toBe('closed');
});

test('R48 and R6: the night opens what it finds and closes what is gone, vaccine that runs out included', async () => {
  await alertsOf(world.database, 1505);
  const vacant = await openOf('uncovered');
  // The villages of the demo that nobody looks after.
  expect(vacant.map((one) => one.key)).toEqual(
    [150524104204, 150526100204, 150581200205].map((code) => `uncovered:${code}`),
  );
  const [truth] = await world.sql<{ n: number }>(
    `select count(*)::int as n from (select region_code from prevention.holder_stock where tenant_no = 1505 and tagged + untagged > 0 group by 1
     having prevention.worker_of(1505, region_code) is null) v`,
  );
  expect(vacant.length).toBe(truth?.n);
  const [village] = await world.sql<{ code: number; holder: number }>(
    'select region_code as code, principal_id::int as holder from prevention.holder_stock where tenant_no = 1505 and tagged > 0 limit 1',
  );
  const [season] = await world.sql<{ id: number }>(
    `insert into prevention.prevention_season (tenant_no, region_code, name, year, kind, region_codes, start_date, end_date, snapshot_date, status)
     values (1505, 150500000000, '试验季', 2026, 'special', '{150500000000}', prevention.today() - 10, prevention.today() + 20, prevention.today() - 10, 'ongoing') returning id::int`,
  );
  await world.sql(
    `insert into prevention.prevention_plan (tenant_no, season_id, principal_id, disease_code, species, region_code, stock, exempt, remaining_tagged) values (1505, $1, $2, 'fmd', 'cattle', $3, 20, 2, 18)`,
    [season?.id, village?.holder, village?.code],
  );
  await world.sql(
    'insert into prevention.plan_household (tenant_no, season_id, principal_id, region_code, stock, due, exempt) values (1505, $1, $2, $3, 20, 18, 2)',
    [season?.id, village?.holder, village?.code],
  );
  await alertsOf(world.database, 1505);
  expect((await openOf('exemptHigh')).map((one) => one.key)).toContain(`exemptHigh:${season?.id}:${village?.code}:fmd`);
  expect((await openOf('zeroVillage')).map((one) => one.key)).toContain(`zeroVillage:${season?.id}:${village?.code}`);
  await world.sql('update prevention.prevention_plan set exempt = 0, remaining_tagged = 20 where season_id = $1', [
    season?.id,
  ]);
  await alertsOf(world.database, 1505);
  expect((await openOf('exemptHigh')).map((one) => one.key)).not.toContain(
    `exemptHigh:${season?.id}:${village?.code}:fmd`,
  );
  await world.sql(
    'update depot.lot set expire_on = prevention.today() + 5 where id = (select lot_id from depot.stock_balance b join depot.material m on m.id = b.material_id where m.kind = $1 and b.qty > 0 and b.tenant_no = 1505 limit 1)',
    ['vaccine'],
  );
  await alertsOf(world.database, 1505);
  expect((await openOf('vaccineExpiring')).length).toBeGreaterThan(0);
});

test.each([
  ['a village', 'from prevention.holder_stock where tagged > 0 and region_code % 1000 <> 0'],
  ['a county where a plant stands', 'from prevention.holder where region_code % 1000000 = 0'],
])(
  '§7: a figure of %s that differs from its records is told to the administrator and put right',
  async (_, holders) => {
    const [village] = await world.sql<{ code: number }>(
      `select region_code as code ${holders} and tenant_no = 1505 order by random() limit 1`,
    );
    const code = Number(village?.code);
    expect(await inTenant((tx) => checkFigures(tx, [code]))).toBe(0);
    await world.sql(
      "insert into kit.rollup_delta (tenant_no, name, region_code, keys, day, n) values (1505, 'prevention.stock', $1, '{cattle,small,tagged}', '2000-01-01', 7)",
      [code],
    );
    const [before] = await world.sql<{ n: number }>(
      "select count(*)::int as n from platform.sys_notice_receiver r join platform.sys_user u on u.id = r.user_id where u.username = 'tl_admin'",
    );
    expect(await inTenant((tx) => checkFigures(tx, [code]))).toBe(1);
    expect(await openOf('rollupDiff')).toHaveLength(1);
    const [told] = await world.sql<{ n: number }>(
      "select count(*)::int as n from platform.sys_notice_receiver r join platform.sys_user u on u.id = r.user_id where u.username = 'tl_admin'",
    );
    expect(told?.n).toBe((before?.n ?? 0) + 1);
    expect(await inTenant((tx) => checkFigures(tx, [code]))).toBe(0);
    expect(await openOf('rollupDiff')).toHaveLength(0);
  },
);
