import { afterAll, beforeAll, expect, it } from 'vitest';
import { openWorld, type World } from '#apps/server/testing/world.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import { fillTank, makeCow, pastService, type Straws } from '#modules/breeding/testing/herd.ts';
import { suspendExpired } from '../sire/seed-animal.ts';
import { watchBreeding } from './night.ts';
import { balancesOf } from './straw-balance.ts';

let world: World;
let straws: Straws;
const night = () => watchBreeding(world.database, 1505);
const open = (kind: string, name: string) =>
  world.sql(
    `select level, status, subject_name as name from platform.alarm where kind = $1 and status <> 'closed'
       and subject_name = $2`,
    [kind, name],
  );

beforeAll(async () => {
  world = await openWorld();
  straws = await fillTank(world, 'breed1', 10);
});
afterAll(() => world.close());

it('R6: a tank that runs low is told of once, and no more when it was filled', async () => {
  const [tank] = await world.sql(`select id, tank_no as no from breeding.semen_tank where depot_id = $1`, [
    straws.depotId,
  ]);
  const fill = (pct: number) =>
    world.sql(
      `update breeding.semen_tank set last_level_pct = $2, dry_on = current_date + 60, is_dry = false where id = $1`,
      [tank.id, pct],
    );
  await fill(90);
  await night();
  expect(await open('tankLow', tank.no)).toEqual([]);
  await fill(12);
  await night();
  await night();
  expect(await open('tankLow', tank.no)).toMatchObject([{ level: 'warn' }]);
  await fill(95);
  await night();
  expect(await open('tankLow', tank.no)).toEqual([]);
});

it('R4: a service whose straw never left the tank is told of by the tank’s name, until it is cleared', async () => {
  const [depot] = await world.sql('select name from depot.depot where id = $1', [straws.depotId]);
  await night();
  const before = await open('recordDiff', depot.name);
  expect(before).toEqual([]);
  const id = await pastService(world, await makeCow(world), straws, -3);
  await world.sql(
    `update breeding.insemination set method = 'frozenAi', depot_id = $2, lot_id = $3, material_id = $4 where id = $1`,
    [id, straws.depotId, straws.lotId, straws.materialId],
  );
  await night();
  expect(await open('recordDiff', depot.name)).toMatchObject([{ level: 'urgent' }]);
  await world.sql(`update breeding.insemination set status = 'voided' where id = $1`, [id]);
  await night();
  expect(await open('recordDiff', depot.name)).toEqual([]);
});

it('R1: a bull whose paper ran out is suspended at night with that reason, and its straws are held', async () => {
  const [sire] = await world.sql(
    `update breeding.seed_animal set health_valid_to = current_date - 2 where sire_code = $1
     returning id::int as id, status`,
    [straws.sireCode],
  );
  expect(sire.status).toBe('active');
  await suspendExpired(world.database);
  const [now] = await world.sql('select status, suspend_reason as reason from breeding.seed_animal where id = $1', [
    sire.id,
  ]);
  expect(now).toEqual({ status: 'suspended', reason: 'healthExpired' });
  const [lot] = await world.sql('select quality from depot.lot where id = $1', [straws.lotId]);
  expect(lot.quality).toBe('hold');
});

it('R5: more straws than the tank has room for is told of, until there is room', async () => {
  const [tank] = await world.sql(
    `select id, tank_no as no, straw_capacity as room from breeding.semen_tank where depot_id = $1`,
    [straws.depotId],
  );
  const room = (n: number) =>
    world.sql('update breeding.semen_tank set straw_capacity = $2 where id = $1', [tank.id, n]);
  await night();
  expect(await open('tankOver', tank.no)).toEqual([]);
  await room(9);
  await night();
  expect(await open('tankOver', tank.no)).toMatchObject([{ level: 'warn' }]);
  await room(tank.room);
  await night();
  expect(await open('tankOver', tank.no)).toEqual([]);
});

it('R3: in every period and tank, what was there and came is what went and is left', async () => {
  for (const [from, to] of [
    ['2000-01-01', '2099-12-31'],
    ['2026-03-01', '2026-06-30'],
  ] as const) {
    const rows = await world.database.transaction(systemScope(1505, 'test'), (tx) =>
      balancesOf(tx, { from, to, range: [0, 1e12], breed: null }),
    );
    expect(rows.length).toBeGreaterThan(5);
    for (const row of rows) {
      const came = row.opening + row.received + row.arrived + row.found;
      const went = row.sent + row.returned + row.used + row.wasted + row.destroyed + row.lost;
      expect([row.depot, row.lotNo, came - went - row.closing, row.difference]).toEqual([row.depot, row.lotNo, 0, 0]);
    }
  }
});
