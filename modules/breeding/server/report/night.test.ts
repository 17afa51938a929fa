import { afterAll, beforeAll, expect, it } from 'vitest';
import { openWorld, type World } from '#apps/server/testing/world.ts';
import { fillTank, makeCow, pastService, type Straws } from '#modules/breeding/testing/herd.ts';
import { watchBreeding } from './night.ts';

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
