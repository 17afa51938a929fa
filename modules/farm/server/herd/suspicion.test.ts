import { afterAll, beforeAll, expect, it } from 'vitest';
import { openWorld, type Person, type World } from '#apps/server/testing/world.ts';
import { dewormSheet, tagId, topUp } from '#modules/cure/testing/fixtures.ts';
import { farmId, pen, person } from '#modules/farm/testing/fixtures.ts';

let world: World;
let vet: Person;
let master: Person;
let farm: number;
beforeAll(async () => {
  world = await openWorld();
  [vet, master, farm] = [await world.as('vet1'), await person(world), await farmId(world)];
  await topUp(world);
  // Diseases the law wants told are not treated either; a county may allow one, and then it is told all the same.
  await world.sql("update cure.cure_tag set no_treat = false where disease_code = 'lsd'");
});
afterAll(() => world.close());

const treat = async (ids: number[], more: object) =>
  vet.post('cure/treatment/add', {
    ...(await dewormSheet(world, { principalId: farm, ids }, 'cattle', { cause: 'disease', ...more })),
  });
const alarms = (ids: number[]) =>
  world.sql<{ id: number }>(
    `select animal_id as id from platform.alarm where kind = 'contagious' and status <> 'closed'
       and animal_id = any ($1) order by 1`,
    [ids],
  );
const reports = (ids: number[]) =>
  world.sql(
    'select disease_code as code, found_by as by, head_ill as n from cure.suspect_report where animal_ids && $1',
    [ids],
  );

it('R16, D7: a treatment for a reportable disease is reported through cure’s one door, in its transaction', async () => {
  const { animalIds } = await pen(world, 'fattening', 2);
  const made = await treat(animalIds, { diagnosisTagId: await tagId(world, 'disease', '牛结节性皮肤病') });
  expect(made.code, made.msg).toBe(200);
  expect(await reports(animalIds)).toEqual([{ code: 'lsd', by: 'farm', n: 2 }]);
  expect((await alarms(animalIds)).map((one) => one.id)).toEqual(animalIds.toSorted((a, b) => a - b));
  const flags = await world.sql('select quarantined as q from registry.animal where id = any ($1)', [animalIds]);
  expect(flags.every((one) => one.q)).toBe(true);
  const listed = await master.get('anm/treatment/list?pageSize=100');
  expect(listed.data.find((one: { id: number }) => one.id === made.data.id)).toMatchObject({ reported: true });
});

it('R16: what is only catching is the farm’s own alarm, and nothing is called reported that was not', async () => {
  const { animalIds } = await pen(world, 'fattening', 1);
  const made = await treat(animalIds, {
    diagnosisTagId: await tagId(world, 'disease', '支气管肺炎'),
    contagious: true,
  });
  expect(made.code, made.msg).toBe(200);
  expect((await alarms(animalIds)).length).toBe(1);
  expect(await reports(animalIds)).toEqual([]);
  const listed = await master.get('anm/treatment/list?pageSize=100');
  expect(listed.data.find((one: { id: number }) => one.id === made.data.id)).toMatchObject({ reported: false });
});
