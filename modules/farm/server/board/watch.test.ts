import { afterAll, beforeAll, expect, it } from 'vitest';
import { openWorld, type World } from '#apps/server/testing/world.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import { watchFarms } from '#modules/farm/server/board/watch.ts';
import { dayFromNow, farmId, pen, unique } from '#modules/farm/testing/fixtures.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const night = () => world.database.transaction(systemScope(1505, 'test'), (tx) => watchFarms(tx));
const alarm = async (key: string) =>
  (
    await world.sql<{ status: string; level: string; value: number; limit: number }>(
      `select status, level, (evidence -> -1 ->> 'value')::float8 as value, (evidence -> -1 ->> 'limit')::float8 as limit
       from platform.alarm where dedup_key = $1 order by id desc limit 1`,
      [key],
    )
  )[0];

it('R38: a bull among his daughters is told once by pen, and no more when they are parted', async () => {
  const { id, animalIds } = await pen(world, 'cowHouse', 4);
  const [bull, ...others] = animalIds as [number, ...number[]];
  await world.sql(
    `update registry.animal set sex = 'male', castrated = false, birth_date = current_date - 1500 where id = $1`,
    [bull],
  );
  const [{ tag }] = (await world.sql('select ear_tag as tag from registry.animal where id = $1', [bull])) as [
    { tag: string },
  ];
  await world.sql(`update registry.animal set sex = 'female', father_code = null where id = any ($1)`, [others]);
  await world.sql('update registry.animal set father_code = $2 where id = any ($1)', [others.slice(0, 2), tag]);
  await night();
  expect(await alarm(`kinInPen:${id}`)).toMatchObject({ status: 'open', level: 'warn', value: 2 });
  // The farm's own affair: its people have it in their list, no authority has.
  const told = async (username: string) => (await (await world.as(username)).get('sys/alarm/list?kind=kinInPen')).total;
  expect(await told('farm1')).toBeGreaterThan(0);
  for (const username of ['kzzq_station', 'kzzq_mgr', 'tl_region']) expect(await told(username), username).toBe(0);
  await world.sql('update registry.animal set father_code = null where id = any ($1)', [others]);
  await night();
  expect(await alarm(`kinInPen:${id}`)).toMatchObject({ status: 'closed' });
});

it('R38: three cases of a house in a week are one warning of that house; one case is none', async () => {
  const { id, animalIds } = await pen(world, 'fattening', 5);
  const [{ hovel }] = (await world.sql('select hovel_id as hovel from registry.pen where id = $1', [id])) as [
    { hovel: number },
  ];
  const fallsIll = async (animalId: number) => {
    const [made] = await world.sql<{ id: number }>(
      `insert into cure.treatment (tenant_no, region_code, principal_id, doc_no, treated_on, cause, species, heads, source,
         request_id) select tenant_no, region_code, id, $2, $3, 'sick', 'cattle', 1, 'own', $2 from registry.principal
       where id = $1 returning id`,
      [await farmId(world), `T${unique()}`, dayFromNow(-1)],
    );
    await world.sql('update cure.treatment set case_id = id where id = $1', [made?.id]);
    await world.sql(
      `insert into cure.treatment_animal (tenant_no, treatment_id, animal_id, ear_tag)
       select tenant_no, $1, id, ear_tag from registry.animal where id = $2`,
      [made?.id, animalId],
    );
  };
  await fallsIll(animalIds[0] as number);
  await night();
  expect(await alarm(`sickMany:${hovel}`)).toBeUndefined();
  await fallsIll(animalIds[1] as number);
  await fallsIll(animalIds[2] as number);
  await night();
  expect(await alarm(`sickMany:${hovel}`)).toMatchObject({ status: 'open', level: 'warn', value: 3 });
});

it('R38: an abortion is urgent as soon as it is written down, waits for somebody, and is withdrawn with its record', async () => {
  const breeder = await world.as('farm_breed1');
  const { animalIds } = await pen(world, 'cowHouse', 1);
  const [cow] = animalIds as [number];
  await world.sql(`update registry.animal set sex = 'female', birth_date = current_date - 1500 where id = $1`, [cow]);
  await world.sql('delete from breeding.breeding_cycle where animal_id = $1', [cow]);
  await world.sql(
    `insert into breeding.breeding_cycle (tenant_no, region_code, principal_id, animal_id, cycle_no, parity_before, opened_on,
       opened_by, first_served_on, last_served_on, heats, pregnant_on, expected_on, status)
     select tenant_no, region_code, principal_id, id, 1, 0, current_date - 200, 'entered', current_date - 120,
       current_date - 120, 1, current_date - 60, current_date + 165, 'pregnant' from registry.animal where id = $1`,
    [cow],
  );
  const answer = await breeder.post('ant/breed/pregnancy/batch', {
    clientKey: crypto.randomUUID(),
    rows: [{ animalId: cow, method: 'observe', result: 'aborted', abortCause: 'unknown', checkedOn: dayFromNow(0) }],
  });
  expect(answer.data?.saved, JSON.stringify(answer)).toHaveLength(1);
  expect(await alarm(`abortion:${cow}`)).toMatchObject({ status: 'open', level: 'urgent' });
  const { id } = answer.data.saved[0];
  const [{ version }] = (await world.sql('select version from breeding.pregnancy_check where id = $1', [id])) as [
    { version: number },
  ];
  const back = await breeder.post('ant/breed/pregnancy/void', { id, version, reason: '误判' });
  expect(back.code, JSON.stringify(back)).toBe(200);
  expect(await alarm(`abortion:${cow}`)).toMatchObject({ status: 'closed' });
});
