import { afterAll, beforeAll, expect, it } from 'vitest';
import { openWorld, type Person, type World } from '#apps/server/testing/world.ts';
import { dewormSheet, topUp } from '#modules/cure/testing/fixtures.ts';
import { farm as contract } from '#modules/farm/contract/module.ts';
import { farmId, pen, person } from '#modules/farm/testing/fixtures.ts';

/** What the farm shows of other modules is theirs: one record, one rule, one date. */
let world: World;
let vet: Person;
let master: Person;
let farm: number;
beforeAll(async () => {
  world = await openWorld();
  [vet, master, farm] = [await world.as('vet1'), await person(world), await farmId(world)];
  await topUp(world);
});
afterAll(() => world.close());

it('R13, R14, R15: a pen that is treated is cure’s record of every animal in it, and its date holds them on the farm’s pages', async () => {
  const { id: penId, animalIds } = await pen(world, 'fattening', 4);
  const prepared = await vet.get(`cure/treatment/prepare?principalId=${farm}`);
  const inPen = prepared.data.animals.filter((one: { penId: number }) => one.penId === penId);
  expect(inPen.map((one: { animalId: number }) => one.animalId).toSorted()).toEqual(animalIds.toSorted());
  const made = await vet.post(
    'cure/treatment/add',
    await dewormSheet(world, { principalId: farm, ids: animalIds }, 'cattle', { penId }),
  );
  expect(made.code, made.msg).toBe(200);
  const [until] = await world.sql<{ on: string }>(
    'select max(meat_until)::text as on from cure.animal_withdrawal where animal_id = any ($1)',
    [animalIds],
  );
  expect(until?.on).toBeTruthy();
  const listed = (await master.get('anm/treatment/list?pageSize=100')).data.find(
    (one: { id: number }) => one.id === made.data.id,
  );
  expect(listed).toMatchObject({ heads: 4, withdrawing: true, meatUntil: until?.on });
  // What it blocks is decided there: the farm asks and is told the same day.
  const [tag] = await world.sql<{ tag: string }>('select ear_tag as tag from registry.animal where id = $1', [
    animalIds[0],
  ]);
  const shown = await master.get(`anm/animal/list?earTag=${tag?.tag}`);
  expect(shown.data[0]).toMatchObject({ withdrawalUntil: until?.on });
});

it('R17: the farm shows who is due for a vaccine and stores none', async () => {
  const immunity = contract.resources.find((one) => one.name === 'farmImmunity');
  expect(immunity?.operations.toSorted()).toEqual(['detail', 'export', 'list']);
  const own = await world.sql(
    `select table_name from information_schema.tables where table_schema = 'farm' and table_type = 'BASE TABLE'
       and table_name ~ 'immun|vaccin|visit'`,
  );
  expect(own).toEqual([]);
  const rows = (await master.get('anm/immunity/list?pageSize=20')).data as { state: string }[];
  expect(rows.length).toBeGreaterThan(0);
});
