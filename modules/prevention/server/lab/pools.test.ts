import { afterAll, beforeAll, expect, it } from 'vitest';
import { openWorld, type Person, type World } from '#apps/server/testing/world.ts';
import { dayFromNow, principalOf } from '#modules/depot/testing/fixtures.ts';

/** Several animals in one tube, from the pen to the release. */
let world: World;
let county: Person;
let worker: Person;
let lab1: Person;
let lab2: Person;
let holder: { id: number; region: number };
let kin: { id: number; tag: string }[];
let item: number;
let taskId: number;

const row = async <T = any>(text: string, values: unknown[] = []) => (await world.sql<T>(text, values))[0] as T;

beforeAll(async () => {
  world = await openWorld();
  [county, worker, lab1, lab2] = (await Promise.all(
    ['ant_cty1', 'kzzq_worker1', 'lab1', 'lab2'].map((name) => world.as(name)),
  )) as [Person, Person, Person, Person];
  const found = await row<{ id: number; region: number; species: string }>(
    `select a.principal_id::int as id, a.region_code::float8 as region, a.species from registry.animal a
     where a.tenant_no = 1505 and a.region_code in (150521101200, 150521101201) and a.status = 'inStock' and a.in_herd and a.voided_at is null
     group by 1, 2, 3 order by count(*) desc limit 1`,
  );
  holder = found;
  kin = await world.sql(
    `select id::int as id, ear_tag as tag from registry.animal where principal_id = $1 and species = $2 and status = 'inStock' and in_herd and voided_at is null
     order by id limit 5`,
    [found.id, found.species],
  );
  const ids = kin.map((one) => one.id);
  await world.sql('delete from prevention.sample_result where animal_id = any ($1)', [ids]);
  // One shot each, forty days ago: long enough for a titre.
  await world.sql('delete from prevention.immunisation_animal where animal_id = any ($1)', [ids]);
  await world.sql(
    `insert into prevention.immunisation_animal (tenant_no, visit_id, animal_id, visited_on, principal_id, region_code, species, ear_tag, disease_codes, result, counted)
     select a.tenant_no, (select min(v.id) from prevention.immunisation_visit v where v.tenant_no = 1505), a.id, current_date - 40, a.principal_id, a.region_code, a.species,
       a.ear_tag, '{fmd}', 'done', true from registry.animal a where a.id = any ($1)`,
    [ids],
  );
  await world.sql('select prevention.project_immunity(1505, $1)', [ids]);
  item = (await row(`select id::int as id from prevention.detect_item where tenant_no = 1505 and code = 'fmdOAb'`)).id;
  const made = await county.post('ant/sampleTask/add', {
    name: '混样试验',
    purpose: 'antibody',
    diseaseCodes: ['fmd'],
    species: ['cattle', 'sheep', 'goat'],
    itemIds: [item],
    sampleType: 'serum',
    minDaysAfterImmune: 28,
    labId: await principalOf(world, 'lab1'),
    startDate: dayFromNow(0),
    endDate: dayFromNow(20),
    pick: 'named',
    quota: [{ regionCode: holder.region, households: 1, heads: 40, principalIds: [holder.id] }],
  });
  expect(made.code, JSON.stringify(made)).toBe(200);
  taskId = made.data.id;
  await county.post('ant/sampleTask/transition', { id: taskId, version: made.data.version, name: 'publish' });
});
afterAll(() => world?.close());

it('a pool is one tube of several animals: each may give, each was sampled, and what is found in it is found of none of them alone', async () => {
  const ids = kin.map((one) => one.id);
  const [one, two, three, early, alone] = ids as [number, number, number, number, number];
  expect(alone).toBeDefined();
  await world.sql(
    `update prevention.animal_immunity set last_on = current_date - 10 where animal_id = $1 and disease_code = 'fmd'`,
    [early],
  );
  const assignment = await row('select id::int as id from prevention.sample_assignment where task_id = $1', [taskId]);
  const log = (await worker.post('ant/sampleLog/add', { assignmentId: assignment.id })).data;
  const barcodes = (await worker.post(`ant/sampleLog/${log.id}/barcodes`, { count: 2 })).data.barcodes as string[];
  const [pool, single] = barcodes as [string, string];
  const collect = (samples: object[]) =>
    worker.post('ant/sampleLog/collect', { id: log.id, version: log.version, sampledOn: dayFromNow(0), samples });
  // R43 looks at each of the pool.
  expect(await collect([{ barcode: pool, animalIds: [one, early] }])).toMatchObject({ bizCode: 'tooEarly' });
  expect(
    await collect([
      { barcode: pool, animalIds: [one, two] },
      { barcode: single, animalId: two },
    ]),
  ).toMatchObject({
    bizCode: 'animalTwice',
  });
  expect((await collect([{ barcode: pool, animalIds: [one] }])).code).not.toBe(200);
  const other = await row(
    'select id::int as id from registry.animal where tenant_no = 1505 and principal_id <> $1 limit 1',
    [holder.id],
  );
  expect(await collect([{ barcode: pool, animalIds: [one, other.id] }])).toMatchObject({ bizCode: 'notHere' });
  const done = await collect([
    { barcode: pool, animalIds: [one, two, three], volume: 5 },
    { barcode: single, animalId: alone },
  ]);
  expect(done, JSON.stringify(done)).toMatchObject({ code: 200, data: { tubes: 2 } });
  const tubes = (await worker.get(`ant/sampleLog/${log.id}/tubes`)).data;
  const tags = kin.slice(0, 3).map((animal) => animal.tag);
  expect(tubes).toMatchObject([
    { barcode: pool, earTag: null, poolNo: `${log.docNo}-P1`, poolTags: tags, daysAfterImmune: 40 },
    { barcode: single, poolNo: null, poolTags: [] },
  ]);
  // What is wanted is heads, and each of them has given.
  expect(await row('select collected from prevention.sample_assignment where id = $1', [assignment.id])).toEqual({
    collected: 4,
  });
  const events = await world.sql(
    `select animal_id::int as id from registry.animal_event where kind = 'sampled' and source_entity = 'prevention.sample' and animal_id = any ($1)
       and source_id = (select id from prevention.sample where barcode = $2) order by 1`,
    [ids, pool],
  );
  expect(events.map((event) => event.id)).toEqual([one, two, three].toSorted((a, b) => a - b));
  const titres = () =>
    world.sql(
      `select animal_id::int as id, last_titre_ok as ok from prevention.animal_immunity where disease_code = 'fmd' and animal_id = any ($1) order by 1`,
      [[one, two, three]],
    );
  const before = await titres();
  const sent = await row('select version from prevention.sample_log where id = $1', [log.id]);
  await worker.post('ant/sampleLog/transition', {
    id: log.id,
    version: sent.version,
    name: 'send',
    form: { courier: '冷链车' },
  });
  const came = await lab1.post('ant/sample/receive', { barcodes });
  expect(came.data.accepted.find((tube: any) => tube.barcode === pool)).toMatchObject({
    earTag: null,
    poolNo: `${log.docNo}-P1`,
  });
  const reader = await row(
    `select id::int as id from prevention.lab_instrument where type = 'elisaReader' and status = 'inUse' and calibrate_due_on >= current_date order by id limit 1`,
  );
  const plate = await lab1.post('ant/sampleResult/plate', {
    itemId: item,
    instrumentId: reader.id,
    plateNo: 'P-1',
    rows: barcodes.map((barcode) => ({ barcode, value: 3 })),
  });
  const results = plate.data.rows.map((result: any) => result.id);
  const items = await world.sql('select id::int as id, version from prevention.sample_result where id = any ($1)', [
    results,
  ]);
  await lab2.post('ant/sampleResult/transition', { name: 'review', items });
  expect((await lab2.post('ant/sampleResult/release', { ids: results })).data.released).toBe(2);
  expect(await titres()).toEqual(before);
  expect(
    await row(
      `select last_titre_ok as ok from prevention.animal_immunity where disease_code = 'fmd' and animal_id = $1`,
      [alone],
    ),
  ).toEqual({ ok: false });
  const { data: listed } = await lab1.get(`ant/sampleResult/list?barcode=${pool}`);
  expect(listed).toMatchObject([
    { earTag: null, poolNo: `${log.docNo}-P1`, poolTags: tags, conclusion: 'unqualified' },
  ]);
  const { data: stat } = await county.get(`ant/stat/lab?regionCode=${holder.region}&taskId=${taskId}&diseaseCode=fmd`);
  expect(stat.total).toMatchObject({ tested: 2, unqualified: 2 });
  // In a pool or alone: once for a task.
  await world.sql(`update prevention.sample_assignment set status = 'waiting' where id = $1`, [assignment.id]);
  const again = (await worker.post('ant/sampleLog/add', { assignmentId: assignment.id })).data;
  const { data: left } = await worker.get(`ant/sampleLog/${again.id}/animals`);
  expect(left.animals.find((animal: any) => animal.animalId === two).refused).toBe('sampled');
});
